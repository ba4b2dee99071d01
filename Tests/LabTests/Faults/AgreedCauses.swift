import struct NetworkModel.CauseID

/// The cause ids that users of reports rely on: none is ever removed or renamed. The catalogue has more
/// (docs/decisions/0003).
enum AgreedCauses {
    static let ids = text.split(whereSeparator: \.isWhitespace).map { CauseID(rawValue: String($0)) }

    private static let text = """
        link.none link.admin-down link.no-carrier link.dormant link.flapping link.weak-signal link.insecure
        link.errors link.degraded link.mtu-mismatch
        address.none address.link-local-only address.duplicate address.tentative address.gateway-off-link
        address.lease-expired address.rogue-router address.ipv6-disabled address.overlap address.bad-source
        address.netmask
        gateway.none gateway.unreachable gateway.route-rejects gateway.loss gateway.slow gateway.no-icmp
        gateway.dead-preferred gateway.policy gateway.wrong-neighbour
        path.no-route path.upstream-down path.filtered path.loop path.mtu path.loss path.rate-limited
        local.firewall local.resource local.permission local.clock
        dns.no-server dns.misconfigured dns.server-unreachable dns.server-closed dns.some-servers-dead dns.refused
        dns.servfail dns.dnssec-bogus dns.nxdomain dns.no-address dns.family-dropped dns.cname-broken dns.tcp-blocked
        dns.malformed dns.hijacked dns.blocked-answer dns.hosts-override dns.servers-disagree dns.system-differs dns.slow
        dns.mdns-unavailable dns.mdns-not-in-nsswitch
        mdns.daemon-down mdns.not-found mdns.stale mdns.collision mdns.blocked mdns.malformed-peer
        tcp.refused tcp.timeout tcp.host-down tcp.reset tcp.closed tcp.ipv6-broken tcp.ipv4-broken
        tcp.some-addresses-dead tcp.slow
        tls.not-tls tls.handshake-timeout tls.version tls.alert tls.expired tls.not-yet-valid tls.wrong-host
        tls.self-signed tls.untrusted-issuer tls.intercepted tls.incomplete-chain tls.client-certificate
        tls.expires-soon tls.weak
        proxy.misconfigured proxy.unreachable proxy.auth-required proxy.auth-rejected proxy.refused proxy.required
        http.captive-portal http.redirect-loop http.redirect-downgrade http.auth-required http.auth-rejected
        http.forbidden http.not-found http.rate-limited http.client-error http.gateway-error http.server-error
        http.no-answer http.stalled http.truncated http.malformed http.unexpected-body http.slow
        ws.upgrade-refused ws.handshake-invalid ws.no-pong ws.protocol-error
        ftp.login-rejected ftp.data-blocked ftp.not-found ftp.write-denied
        """
}
