import NetworkModel

/// The causes in establishing a connection.
package enum TCPCauses {
    static let refused = CauseEntry(
        "tcp.refused", .error, "The host answers the SYN with RST: nothing listens on the port, or a firewall rejects.",
        summary: "{destination} refuses the connection: nothing listens there",
        advice: [
            "{own} is an address of this machine, so packets to it do not leave; if the service runs elsewhere, remove it: ip address del {held} dev {holder}",
            "{router_address} is an address of the router {router} itself. If it forwards the port to a host behind it, connect to that host's own address, or turn on hairpin NAT (NAT loopback) in the router",
            "See whether the service listens on another address: ss -tlnp 'sport = :{local_port}'",
            "Start the service, or check the port number {local_port}",
            "On {host}, see whether the service listens, and on which address: ss -tlnp 'sport = :{port}'",
            "Start the service on {host}, or check the port number {port}",
            "Check the port number {port}; if it is right, ask the operator of {server} to start the service",
        ],
        evidence:
            "{address} answers the SYN with RST (ECONNREFUSED), as do all addresses that answer; a firewall that rejects looks the same",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    package static let timeout = CauseEntry(
        "tcp.timeout", .error, "The SYN gets no answer, although the host or its network responds otherwise.",
        summary: "{destination} does not answer connection attempts",
        advice: [
            "Nothing that is checked on {silent_host} answers: check that it is switched on and connected to its network",
            "The address is from the hosts file of this machine, and may be out of date: grep -n {listed} /etc/hosts",
            "Nothing shows that this machine's packets get beyond {last_router}: if other sites fail too, restart the router; if that does not help, call the provider",
            "This machine requests ECN, and some devices drop such connection attempts. See whether it works without: sysctl -w {ecn}=2",
            "{router_address} is an address of the router {router} itself. If it forwards the port to a host behind it, connect to that host's own address, or turn on hairpin NAT (NAT loopback) in the router",
            "{foreign} is a private address, reachable only from the network that it belongs to, and only the default route covers it: connect to that network or its VPN, and see whether it adds a route: ip route get {foreign}",
            "See whether the host answers at all: ping {unpinged}",
            "Many Internet providers drop connections to port {blocked_port}, so ask yours, or try it over another network",
            "Look for a firewall in front of {address} that drops port {port}, or one on this machine that drops the answers: nft list ruleset",
            "Packets to {address} go into the tunnel {tunnel}: see whether any arrive from its other end: ip -s link show {tunnel}",
            "See how far packets get: traceroute -T -p {port} {untraced}",
            "The host answers pings. If it is yours, see there whether the program on port {live_port} still accepts connections, since a full listen queue drops them: ss -ltn 'sport = :{live_port}'",
            "{mute_name} may point to an old address, or the host may be switched off; see its addresses: netdiag resolve {mute_name}",
        ],
        evidence:
            "no SYN to the port is answered, not even by an ICMP error, although this machine sends it; something"
            + " else beyond the gateway answers, or the host is on the link and answers ARP or NDP",
        incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing))
    static let hostDown = CauseEntry(
        "tcp.host-down", .error, "The target is on the link, but does not answer ARP or NDP.",
        summary: "no host with the address {address} answers on {interface}",
        advice: [
            "If {address} is in another network, the netmask of {wide} is too wide; compare it with that of other hosts: ip address show dev {interface}",
            "If {address} is in another network, the route for {stray} leads there in vain; delete it: ip route del {stray} dev {interface}",
            "Check that {address} is switched on and on this network",
            "Guest networks and some access points keep their clients apart (client isolation). If this machine or {isolated} is in one, change that setting, or use the main network",
            "See its neighbour entry: ip neigh show {address}",
            "Check whether it belongs on {interface} at all, or another network there covers its address: ip route get {address}",
        ],
        evidence: "the host does not answer the kernel's ARP or NDP requests",
        isSideOpen: true, incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing))
    package static let reset = CauseEntry(
        "tcp.reset", .error, "The connection is established, then reset before any answer arrives.",
        summary: "{destination} accepts the connection, then resets it before answering",
        advice: [
            "See which program accepts connections on this machine: ss -tlnp 'sport = :{local_port}'; a docker-proxy does so for a container in which nothing listens",
            "Check the server's log on {address}",
            "The port may not use TLS: netdiag check {unencrypted}",
            "Look for a proxy or firewall that cuts connections to port {port}",
        ],
        evidence: "the connection is established, and an RST (ECONNRESET) arrives before the first byte of an answer",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    package static let closed = CauseEntry(
        "tcp.closed", .error, "The connection is closed in an orderly way (FIN), without an answer.",
        summary: "{destination} accepts the connection, then closes it without answering",
        advice: [
            "See which program accepts connections on this machine: ss -tlnp 'sport = :{local_port}'; a docker-proxy does so for a container in which nothing listens",
            "Check the server's log on {address}",
            "The port may not use TLS: netdiag check {unencrypted}",
            "See which protocol the port speaks: nc {address} {port}",
            "See what the server sends after the TLS handshake: openssl s_client -connect {endpoint} -servername {name}",
            "Compare with HTTP/1.1, since server and client agreed on HTTP/2: curl -v --http1.1 {newer}",
        ],
        evidence: "the connection is established, and a FIN arrives before the first byte of an answer",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unexpectedAnswer = CauseEntry(
        "tcp.unexpected-answer", .error, "The port accepts the connection, but does not answer as expected.",
        summary: "{destination} does not answer as expected at \"{step}\": it says {received}",
        advice: [
            "See what it sends: nc {address} {port}", "Or correct script: of the target in /etc/netdiag/netdiag.yaml",
        ],
        evidence: "the data received since the last step does not match expect: of script: before the time limit",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    package static let ipv6Broken = CauseEntry(
        "tcp.ipv6-broken", .warning, "IPv6 to the target fails, but IPv4 works.",
        summary: "IPv6 to {name} fails: {failures}; but IPv4 works",
        advice: [
            "The DNS server (DNS64) made the IPv6 address from an IPv4 address, for the NAT64 of the network with the prefix {nat64}: have that repaired; until then, use a DNS server without DNS64, since IPv4 works: cat /etc/resolv.conf; resolvectl status",
            "{foreign} is a private address, which only its own network reaches: have the AAAA record of {name} removed from the public DNS, or connect to that network or its VPN",
            "See how far packets get: traceroute -6 {address}",
            "If IPv6 is broken for targets other than {native} too, check the IPv6 of the router",
            "Or remove the AAAA record of {record} until the server answers on it",
            "IPv6 packets reach the server: see there whether the service listens on {closed}: ss -tlnp 'sport = :{port}'",
            "Or remove the AAAA record of {name} with {closed} until the service listens there",
        ],
        evidence: "no IPv6 address of the name accepts a connection, but an IPv4 address does",
        incident: .init(scope: .target(by: "name"), basis: .silence, breaks: .nothing))
    package static let ipv4Broken = CauseEntry(
        "tcp.ipv4-broken", .warning, "IPv4 to the target fails, but IPv6 works.",
        summary: "IPv4 to {name} fails: {failures}; but IPv6 works",
        advice: [
            "See how far packets get: traceroute -4 {address}",
            "Or remove the A record with {record} until the server answers on it",
            "IPv4 packets reach the server: see there whether the service listens on {closed}: ss -tlnp 'sport = :{port}'",
            "Or remove the A record of {name} with {closed} until the service listens there",
        ],
        evidence: "no IPv4 address of the name accepts a connection, but an IPv6 address does",
        incident: .init(scope: .target(by: "name"), basis: .silence, breaks: .nothing))
    static let someAddressesDead = CauseEntry(
        "tcp.some-addresses-dead", .warning, "Some of the name's addresses fail.",
        summary: "{count} of the {total} addresses of {name} cannot be used: {failures}{cost}",
        advice: [
            "Remove the line with the dead address: grep -n {listed} /etc/hosts",
            "Remove the address from the name, or repair the service on {address}",
        ],
        evidence:
            "one address of the name accepts no connection, while another one of the same family does; or the same request fails at one address, and not at another",
        incident: .init(scope: .target(by: "addresses"), basis: .silence, breaks: .nothing))
    static let someConnectionsFail = CauseEntry(
        "tcp.some-connections-fail", .error,
        "Some connections to the same address and port fail, while others are accepted.",
        summary: "{failed} of {total} connections to {destination} fail ({outcome}), and the others are accepted",
        advice: [
            "If {address} is a load balancer, find the dead backend behind it, and repair it or take it out; if it is not yours, tell its operator",
            "Packets may take several paths, one of which loses them; see from which router on they are lost: mtr -T -P {silent_port} {address}",
            "A NAT on the path, as in the router or at the provider (CGNAT), may have no free port, or a full table of connections. If connections to port {translated_port} of other hosts fail at times as well, restart the router, and then ask the provider",
            "Repeat it to see how often it fails: nc -zvw 2 {address} {port}",
            "See which connections of this machine get no answer, and tell the provider to which hosts they lead: ss -tno state {state}",
        ],
        evidence:
            "a connection is refused or gets no answer, and of a few more, made at once from other source ports, at least one is accepted; "
            + "or connections of this machine's programs to several hosts get no answer to three SYNs, while others to the same ports "
            + "of these hosts receive data",
        isSideOpen: true, incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))

    static let slow = CauseEntry(
        "tcp.slow", .warning, "Connecting takes longer than the threshold.",
        summary: "connecting to {destination} takes {time}, more than {limit}",
        advice: [
            "This machine requests ECN, and some devices drop such connection attempts. See whether it works without: sysctl -w {ecn}=2",
            "A transfer may be filling the line, so that packets wait in the queue of {queue}: try again without it. Queue management in the router (SQM, with fq_codel or cake) keeps the queue short",
            "See whether the first packets are lost: a lost SYN is sent again after a second (tcpdump -ni any 'tcp[13] & 2 != 0' and host {address})",
            "See where the time goes: mtr -T -P {port} {address}",
            "On {address}, see whether the listen queue overflows: nstat -az TcpExtListenOverflows",
        ],
        evidence: "the time from the first SYN to the connection is above thresholds: connect",
        isSideOpen: true, incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing).ofLoss)

    static let all = [
        refused, timeout, hostDown, reset, closed, unexpectedAnswer, ipv6Broken, ipv4Broken, someAddressesDead,
        someConnectionsFail, slow,
    ]
}

/// The causes in the TLS handshake.
package enum TLSCauses {
    static let notTLS = CauseEntry(
        "tls.not-tls", .error, "The server speaks something other than TLS.",
        summary: "{destination} does not speak TLS: {detail}",
        advice: [
            "If the service is meant to be unencrypted, use {plain}://",
            "See what it says: openssl s_client -connect {endpoint}",
        ],
        evidence:
            "the answer to the ClientHello is not a TLS record; a second connection finds out which protocol is "
            + "spoken instead",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    package static let handshakeTimeout = CauseEntry(
        "tls.handshake-timeout", .error, "The connection is established, but no ServerHello arrives.",
        summary: "{destination} accepts the connection, but does not answer the TLS handshake",
        advice: [
            "See where it fails: openssl s_client -connect {endpoint} -servername {name}",
            "The reason may be too small a path MTU: ping -M do -s 1400 {address}",
        ],
        evidence: "the connection is established, but the handshake is not completed in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let version = CauseEntry(
        "tls.version", .error, "The server and this machine have no protocol version in common.",
        summary: "{destination} offers no TLS version that this machine accepts",
        advice: [
            "See what it offers: openssl s_client -connect {endpoint} -tls1_2",
            "Configure the server for TLS 1.2 or 1.3",
        ],
        evidence:
            "the server answers with the alert protocol_version, or chooses a version that OpenSSL on this "
            + "machine does not accept",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let alert = CauseEntry(
        "tls.alert", .error, "The peer refuses the handshake with an alert.",
        summary: "{destination} refuses the TLS handshake: {detail}",
        advice: [
            "The server has no site for {unknown}: use one of its names in the URL, or add this one to its configuration",
            "See the alert: openssl s_client -connect {endpoint} -servername {name}", "Look at the server's log",
        ],
        evidence: "the server ends the handshake with a fatal alert (RFC 8446 section 6)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let expired = CauseEntry(
        "tls.expired", .error, "A certificate has expired.",
        summary: "the certificate of {destination} ({subject}) expired {date}",
        advice: [
            "First check this machine's clock, which says {doubtful_time} and is not synchronised: timedatectl",
            "Renew the certificate of {leaf} on the server, for example with certbot renew",
            "See its dates: openssl s_client -connect {endpoint} -servername {leaf} | openssl x509 -noout -dates",
            "On the server, replace it with the authority's current certificate, in the file with the certificate of {chained}, which itself need not be renewed",
            "See the dates of all certificates: openssl s_client -connect {endpoint} -servername {chained} -showcerts",
            "If {stored} is your own authority, install its current certificate in its place: ca_file: of the target, or update-ca-certificates; else update the package ca-certificates",
        ],
        evidence:
            "a certificate that the server sent, or else that of its authority in this machine's trust store, ended "
            + "before this machine's time, and another clock agrees with this one or none was available",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let notYetValid = CauseEntry(
        "tls.not-yet-valid", .error, "A certificate is not valid yet.",
        summary: "the certificate of {destination} ({subject}) becomes valid only {date}",
        advice: [
            "Check this machine's clock: timedatectl",
            "If it is right, ask the operator of {operated} to install a certificate that is already valid",
            "If {stored} is your own authority, install its current certificate in its place: ca_file: of the target, or update-ca-certificates; else update the package ca-certificates",
        ],
        evidence:
            "a certificate that the server sent, or else that of its authority in this machine's trust store, begins "
            + "after this machine's time, and another clock agrees with this one or none was available",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let wrongHost = CauseEntry(
        "tls.wrong-host", .error, "The certificate is for other names.",
        summary: "the certificate of {destination} is for {names}, not for {name}",
        advice: [
            "{router_address} is an address of the router {router} itself. If it forwards the port to a host behind it, connect to that host's own address, or turn on hairpin NAT (NAT loopback) in the router",
            "This machine's search list (/etc/resolv.conf) completed the name to {searched}. If another host is meant, correct the name, or write it in full",
            "Use a name that is in it, or have {name} added to the certificate",
            "See which server answers for {name}: netdiag resolve {name}",
        ],
        evidence: "the chain is valid, but neither subjectAltName nor the common name matches the host (RFC 9525)",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let selfSigned = CauseEntry(
        "tls.self-signed", .error, "The certificate is self-signed and not trusted.",
        summary: "the certificate of {destination} is self-signed ({subject}) and not trusted",
        advice: [
            "{router_address} is an address of the router {router} itself. If it forwards the port to a host behind it, connect to that host's own address, or turn on hairpin NAT (NAT loopback) in the router",
            "The connection passes the proxy {proxied}, which may intercept TLS and present a certificate of its own. If so, install that of its authority, from its administrators: update-ca-certificates",
            "{public_name} has the private address {private_address}, which belongs to another network. If a host of the Internet is meant, the DNS server gives a wrong address, as to block the name; compare: netdiag resolve {public_name} --server ANOTHER-SERVER",
            "The certificate is of {product}, which filters names and web pages. Unless {blocked_name} is a host of its own, it blocks that name, and its administrators can permit it; compare: netdiag resolve {blocked_name} --server ANOTHER-SERVER",
            "Have it issued by a certificate authority that clients trust",
            "Or trust it here: ca_file: of the target in /etc/netdiag/netdiag.yaml",
        ],
        evidence: "the server sends a single certificate that is its own issuer and is not trusted",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let untrustedIssuer = CauseEntry(
        "tls.untrusted-issuer", .error, "The chain is complete, but its root is not trusted.",
        summary: "the certificate of {destination} was issued by {issuer}, which this machine does not trust",
        advice: [
            "{router_address} is an address of the router {router} itself. If it forwards the port to a host behind it, connect to that host's own address, or turn on hairpin NAT (NAT loopback) in the router",
            "The connection passes the proxy {proxied}, which may intercept TLS and present a certificate of its own. If so, install that of its authority, from its administrators: update-ca-certificates",
            "{public_name} has the private address {private_address}, which belongs to another network. If a host of the Internet is meant, the DNS server gives a wrong address, as to block the name; compare: netdiag resolve {public_name} --server ANOTHER-SERVER",
            "The certificate is of {product}, which filters names and web pages. Unless {blocked_name} is a host of its own, it blocks that name, and its administrators can permit it; compare: netdiag resolve {blocked_name} --server ANOTHER-SERVER",
            "If the authority is your own, trust it: ca_file: of the target, or update-ca-certificates",
            "If {intermediate} is an intermediate authority, the server does not send its certificate: install the whole chain there (fullchain.pem)",
            "If not, something on the path to {destination} may intercept the connection",
        ],
        evidence: """
            the chain leads to a root that the server sent and that is not trusted here; or to one that the \
            server did not send and that is not an intermediate, judging by the chain's length, the authority \
            key identifier, a missing URL of the issuer (caIssuers), or the name of an authority that is known \
            here with another key
            """,
        incident: .init(scope: .target(by: "issuer"), basis: .answer, breaks: .nothing))
    static let incompleteChain = CauseEntry(
        "tls.incomplete-chain", .error, "An intermediate certificate is missing.",
        summary:
            "{destination} does not send the intermediate certificate {issuer}, so its certificate cannot be verified",
        advice: [
            "Configure the server to send the whole chain (fullchain.pem)",
            "If {issuer} is your own root, trust it instead: ca_file: of the target, or update-ca-certificates",
            "See what it sends: openssl s_client -showcerts -connect {endpoint} -servername {name}",
        ],
        evidence: """
            the issuer of the last certificate in the chain was not sent, is not known here and is not a root, \
            judging by the authority key identifier, by a URL of the issuer (caIssuers) in the certificate, by \
            the fact that publicly trusted roots do not sign server certificates, or by certificates that were \
            sent but do not belong to the chain
            """,
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let clientCertificate = CauseEntry(
        "tls.client-certificate", .error, "The server demands a client certificate.",
        summary: "{destination} demands a client certificate",
        advice: ["See which authorities it accepts: openssl s_client -connect {endpoint}"],
        evidence: "the server requests a certificate, gets none, and ends the handshake or the connection",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let revoked = CauseEntry(
        "tls.revoked", .error, "The stapled OCSP response says that the certificate is revoked.",
        summary:
            "the certificate of {destination} ({subject}) has been revoked, according to its authority's stapled response",
        advice: ["Have a new certificate issued, and find out why this one was revoked"],
        evidence: "the server's stapled OCSP response says that the leaf certificate is revoked (RFC 6066 section 8)",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let weak = CauseEntry(
        "tls.weak", .warning,
        "TLS works, but only with an outdated version, key or signature. It is an error if this machine does not accept it.",
        summary: "the TLS of {destination} is weak: {weakness}",
        advice: ["Configure the server for TLS 1.2 or 1.3, RSA keys of 2048 bits or more, and SHA-256"],
        evidence:
            "the version is older than TLS 1.2, an RSA key has fewer than 2048 bits, or a signature uses SHA-1 or MD5",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let intercepted = CauseEntry(
        "tls.intercepted", .warning,
        "The certificate is trusted, but its authority or key is not the configured one. It is an error if a device, or a "
            + "program on this machine, presents an untrusted one in place of all hosts.",
        summary: "the certificate of {destination} was issued by {issuer}, which is not as expected: {expected}",
        advice: [
            "Look for the rule of this machine that redirects port {redirected}: nft list ruleset",
            "Check whether a proxy, or security software on this machine, intercepts TLS",
            "Ask your administrators about {issuer}; others may be able to read the traffic",
            "If your network is meant to have {device}, log in to it, or install its certificate from your administrators: update-ca-certificates",
            "If the server has a new certificate, correct issuer: or pin: of the target; its key is {pin}",
        ],
        evidence:
            "the chain is valid, but no issuer in it has the text of issuer: in its name, or the certificate's "
            + "key matches none of pin:; or the certificate is not accepted, and that of an address that nobody has was "
            + "issued by the same authority, or the gateway accepts the connection in place of the host (an echo request with "
            + "the hop limit 1 does not reach it)",
        side: .network, incident: .init(scope: .target(by: "issuer"), basis: .answer, breaks: .nothing))
    static let expiresSoon = CauseEntry(
        "tls.expires-soon", .warning, "A certificate expires within the configured days.",
        summary: "the certificate of {destination} ({subject}) expires {date}",
        advice: ["Renew it on the server, for example with certbot renew"],
        evidence:
            "the certificate of the chain that expires first has fewer days left than thresholds: certificate_days",
        incident: .init(scope: .target(by: "fingerprint"), basis: .answer, breaks: .nothing))
    static let failed = CauseEntry(
        "tls.failed", .error, "The handshake fails for another reason.",
        summary: "the TLS handshake with {destination} fails: {detail}",
        advice: [
            "Have the certificate reissued for servers, with the extended key usage {purpose}",
            "Have the certificate reissued directly by a higher authority than {lowest}",
            "Have the certificate reissued by an authority that may issue certificates for {forbidden}",
            "Have the certificate reissued by an authority, which {unentitled} or an issuer above it is not",
            "See where it fails: openssl s_client -connect {endpoint} -servername {name}",
        ],
        evidence: "OpenSSL ends the handshake with an error that indicates none of the other causes",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        notTLS, handshakeTimeout, version, alert, expired, notYetValid, wrongHost, selfSigned, untrustedIssuer,
        incompleteChain, clientCertificate, revoked, weak, intercepted, expiresSoon, failed,
    ]
}
