package import NetworkModel

/// The causes beyond the gateway.
package enum PathCauses {
    static let noRoute = CauseEntry(
        "path.no-route", .error, "A router on the path answers that it cannot reach the network or host.",
        summary: "{who} cannot reach {destination}: it answers \"{answer}\"",
        advice: [
            "Check the routes and the links of {router}: ip route get {address}",
            "If it answers \"host unreachable\", {address} may be switched off",
            "See the path: traceroute {address}, or mtr {address}",
        ],
        evidence:
            "an ICMP error \"network unreachable\" or \"host unreachable\" arrives for a packet to the target, and "
            + "its sender is not this machine",
        incident: .init(scope: .target(by: "router"), basis: .relayedAnswer, breaks: .nothing))
    static let privateNetwork = CauseEntry(
        "path.private-network", .error,
        "The target has a private address to which no route of this machine leads: packets follow the default route into the Internet, where such addresses lead nowhere. Often, a VPN is not connected.",
        summary:
            "no route of this machine leads to the private network of {address}: packets follow the default route to {router}, in the Internet, where private addresses lead nowhere",
        advice: [
            "Connect the VPN of that network, and see whether it adds a route: ip route get {address}",
            "If it is connected, add the network to those that it routes (AllowedIPs of WireGuard, route of OpenVPN)",
            "If the network is here, add a route through the router that leads to it: ip route add {address} via ADDRESS-OF-THE-ROUTER",
        ],
        evidence:
            "the target's IPv4 address and all of this machine's are private, the default route covers it, and a router "
            + "with a public address answers \"network unreachable\", or is the last one that reports packets to the silent "
            + "target while the uplink works",
        side: .machine, incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing))
    package static let upstreamDown = CauseEntry(
        "path.upstream-down", .error,
        "The gateway answers, but nothing beyond it does: its Internet connection is down, or it does not forward packets or translate addresses.",
        summary: "the gateway {gateway} answers, but the Internet behind it does not: {proof}",
        advice: [
            "The gateway is the other end of the tunnel {tunnel}, as of a VPN: disconnect it, and see whether the Internet works without it: ip link set dev {tunnel} down",
            "Check the router's Internet light, or its status page at http://{router}/. If the router is offline, restart it; if that does not help, call the provider",
            "{edge} finds no next hop. It may be the router's own address on the provider's side, which its status page shows; then the modem or the line behind the router is dead. Otherwise, it is the provider's router, and the path ends there",
            "Packets get past the router, as far as {passed}: nothing behind that answers, or the DNS server alone fails. If another one answers, configure that: netdiag resolve a.root-servers.net --server ANOTHER-SERVER",
            "If none answers, call the provider: the path ends behind {passed}",
            "See from another host on the link whether {deaf} answers there, and restart it if not: ping {deaf}",
            "If it answers there, see what this machine sends to it: tcpdump -ni {interface} host {deaf}",
            "Another host may have this machine's address, {contested}, and get what is meant for this one; to see that, as root: arping -D -I {interface} {contested}",
            "If {resolver} is the router, correct the gateway's address in the settings of {interface}; until then: ip route replace default via {resolver} dev {interface}",
            "On a Linux gateway, see whether it forwards and translates: sysctl net.ipv4.ip_forward; nft list ruleset",
            "See how far packets get: mtr {address}",
            "Until then, use {spare}, which works: ip route replace default {way} metric 1",
        ],
        evidence: """
            the gateway answers ARP, NDP or an echo request, but no resolver reaches the root servers, no router \
            beyond the gateway reports packets whose hop limit expires, and no connection gets an answer. If the gateway \
            is a configured DNS server, and answers neither queries nor any other packet, the fault begins there. If a \
            resolver on the link does reach a root server, the gateway does not forward. Without a target, the gateway \
            must also report a host of the Internet as undeliverable, or the only router beyond it that was heard, which \
            has a route, since other packets expire there; or routers must report packets that are sent to the \
            resolver in its place. Beside a spare uplink whose routers report the same packets, two rounds of them without a response are \
            enough. Beside a resolver or a filter of this machine that fails for its own reasons, it is a warning if the \
            only router beyond the gateway reports all packets as undeliverable, also one to an address that providers route
            """,
        incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .uplink))
    static let tunnelDown = CauseEntry(
        "path.tunnel-down", .error,
        "Traffic goes into a tunnel, such as a VPN, and nothing comes back: the other end is gone, or no longer knows this machine.",
        summary: "nothing answers through {interface}: {proof}",
        advice: [
            "The packets of {looping} to the server of the VPN must leave by {outer}; add the missing route to it: ip route add ADDRESS-OF-THE-SERVER via {router} dev {outer}",
            "See whether packets arrive from the other end: ip -s link show {interface}; for WireGuard, its latest handshake: wg show {interface}",
            "Restart the VPN; to do without it until then: ip link set dev {vpn} down",
            "Restart the connection of {line}: the VPN, the PPP session or the modem",
        ],
        evidence: """
            the routes that cover the Internet lead into an interface without a gateway, although there is a \
            default route over another interface, or to a gateway without ARP (point-to-point) that itself does \
            not answer; no router reports packets to an unassigned address whose hop limit expires there; and \
            the target, the resolvers behind the tunnel or this machine's own connections get no answers either; \
            or a route to the target alone leads into a tunnel that has sent packets and never received one; \
            or the tunnel of a program sends thousands of packets per second and receives none, while the interface of \
            the default route beside it sends hardly any, so that the tunnel's own packets go into it
            """,
        incident: .init(scope: .machine(by: "interface"), basis: .silence, breaks: .gateway))
    static let spareDown = CauseEntry(
        "path.spare-down", .warning,
        "A spare uplink, which traffic takes only if the preferred one is gone, leads nowhere.",
        summary:
            "the spare uplink {interface} does not work (traffic goes by {used}): the gateway {gateway} answers, but nothing beyond it does: {proof}",
        advice: [
            "Check the router {gateway}: its Internet light, or its status page at http://{gateway}/",
            "Test it with a host that you use: ping -I {interface} HOST",
        ],
        evidence:
            "packets to an unassigned address that are sent by the interface are rejected by its gateway, or are "
            + "not reported while the resolvers that are reached by the interface answer a name that no cache holds"
            + " with REFUSED, SERVFAIL or not at all; or two rounds of them get no response while routers of the uplink in use report the same"
            + " packets, and routers behind the spare gateway reported them before, or that gateway, as a DNS server, answers such a name"
            + " with SERVFAIL or not at all; and the uplink with the lower metric is proven to work",
        incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .nothing))
    package static let ipv6Down = CauseEntry(
        "path.ipv6-down", .warning,
        "IPv4 works, but IPv6 does not, although it has a default route: programs that try IPv6 first are delayed.",
        summary: "IPv6 does not work beyond the gateway {gateway}{contrast}: {effect}",
        advice: [
            "Until IPv6 works, configure a DNS server with an IPv4 address in place of {ipv6_servers}, or in addition",
            "{other_router} is an IPv6 router on {interface} as well. If {doubted} should not be one, switch its announcements off; until then, use the other one: ip -6 route del default via {doubted} dev {interface}",
            "Check on the router whether IPv6 is connected: whether it has a prefix from the provider, and announces it (this machine has {source})",
            "See how far packets get: mtr -6 {address}",
            "To do without IPv6 until it works: ip -6 route del default dev {sole}",
        ],
        evidence:
            "SYNs and datagrams to an unassigned address with three hop limits are not reported over IPv6, while"
            + " routers beyond the gateway report those over IPv4, and connections of programs or checks get no response"
            + " over IPv6; or the gateway answers that it has no route; or one router alone reports those over IPv6,"
            + " while connections of programs, or of checks whose targets answer over IPv4, get no response from hosts of"
            + " several networks, and SYNs to a host of the Internet end at that router as well",
        incident: .init(scope: .machine(by: "interface"), basis: .silence, breaks: .ipv6))
    package static let ipv4Down = CauseEntry(
        "path.ipv4-down", .warning,
        "IPv6 works, but IPv4 does not, although it has a default route: hosts without an IPv6 address cannot be reached.",
        summary: "IPv4 does not work beyond {last}{contrast}: {effect}",
        advice: [
            "If {rejecting} is yours, look for the rule that rejects the packets: nft list ruleset, or iptables-save",
            "If the NAT64 ({nat64}) is the router of this network, restart it; otherwise, or if that does not help, call the provider and say that its NAT64 does not answer",
            "See how far packets to an address behind the NAT64 get: mtr -6 {translated}",
            "Until {nat64} leads to IPv4 hosts again, only names with IPv6 addresses can be reached",
            "Check on the router whether IPv4 is connected, for example on its status page at http://{unconnected}/, and restart it; if that does not help, call the provider",
            "See how far packets get: mtr -4 {address}",
        ],
        evidence:
            "SYNs and datagrams to an unassigned address with three hop limits are reported by at most one router"
            + " over IPv4, even when repeated after a second, while routers beyond the gateway report those over "
            + "IPv6; and no resolver or host answers over IPv4, where a program waits for one, or SYNs to a host of"
            + " the Internet get no further. Or SYNs over IPv4 end at a router that passes datagrams to "
            + "the same address, in each of two rounds, while several routers report those over IPv6",
        incident: .init(scope: .machine(by: "interface"), basis: .silence, breaks: .ipv4))
    static let filtered = CauseEntry(
        "path.filtered", .error, "A router or host answers that one of its rules rejects the packets.",
        summary: "{who} blocks packets to {destination}: it answers \"{answer}\"",
        advice: [
            "If {router} is yours, look for the rule that rejects the packets: nft list ruleset, or iptables-save",
            "Ask the administrator of {router} to let this machine reach {destination}",
        ],
        evidence:
            "an ICMP error \"administratively prohibited\", or \"port unreachable\" for a SYN, arrives from another "
            + "machine; or a SYN is reset although its hop limit is so small that an echo request with the same one"
            + " ends at a router; or SYNs to port 443 of an unassigned address are rejected or reset, while those to "
            + "port 80 of the same address get further",
        incident: .init(scope: .target(by: "router"), basis: .relayedAnswer, breaks: .nothing))
    static let dropped = CauseEntry(
        "path.dropped", .error,
        "Connections to the target are silently dropped on the path, while pings or connections to another port pass.",
        summary:
            "connections to {destination} are dropped on the path, behind the router {router}: {control} get further, to {next}",
        advice: [
            "This machine requests ECN, and some devices drop such connection attempts. See whether it works without: sysctl -w {ecn}=2",
            "Many Internet providers drop connections to port {blocked_port}, so ask yours, or try it over another network",
            "Ask who operates {router} whether a firewall there drops TCP port {port}, or the table of connections of a NAT is full",
            "Compare the two paths: traceroute -n -T -p {port} {address}, and traceroute -n -I {pinged}",
            "Compare the two paths: traceroute -n -T -p {port} {address}, and traceroute -n -T -p {other_port} {address}",
            "Try it over another network, such as the hotspot of a phone",
        ],
        evidence:
            "at least two routers report echo requests to the target whose hop limit expires, or SYNs to another port of it, but "
            + "none reports SYNs with the same hop limits; or one router reports echo requests, and none of several more SYNs, or "
            + "SYNs to an unassigned address end at the same router",
        incident: .init(scope: .target(by: "router"), basis: .silence, breaks: .nothing))
    static let corrupted = CauseEntry(
        "path.corrupted", .error,
        "Packets arrive damaged, so that this machine drops them: their checksums are wrong.",
        summary:
            "packets from {destination} arrive damaged and are dropped: {count} had wrong checksums instead of an answer",
        advice: [
            "See the counters grow: nstat -az | grep -i csum",
            "Replace the cable of {interface}, or use another port of the switch or router; restart the router",
            "In a virtual machine or a container, and with a VPN, test without checksum offloading: ethtool -K {interface} rx off tx off",
        ],
        evidence:
            "packets to the target, or to a DNS server, get no answer, while the kernel's counters of wrong "
            + "checksums (InCsumErrors in /proc/net/snmp) rise by at least two more than twice as fast as in 150 ms "
            + "without such packets; or the answer is seen on the interface (packet(7)) with a wrong checksum",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .silence, breaks: .nothing))
    static let hairpin = CauseEntry(
        "path.hairpin", .error,
        "The target is the public address of this network's own router. The router forwards the port to a host inside, and no answer comes back: that host is down, or the router forwards only connections from outside (no NAT loopback).",
        summary:
            "{address} is this network's own router: it forwards port {port} to a host inside, and no answer comes back: either that host is down, or the router forwards only connections from outside",
        advice: [
            "Test it from outside, such as over the hotspot of a phone. If it fails there too, check the host to which {gateway} forwards port {port}",
            "If it works from outside, switch on NAT loopback (hairpin NAT) in the router's settings, for example at http://{gateway}/",
            "Or let {name} lead to the host's own address within this network: by a record in the router's DNS, or by a line in /etc/hosts",
        ],
        evidence:
            "the address answers an echo request with the hop limit 1, so it is the gateway's own, but the "
            + "gateway reports that the hop limit of a SYN to the port expires at it, so it forwards the SYN; and "
            + "the connection gets no answer",
        side: .network, incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing))
    static let otherGateway = CauseEntry(
        "path.other-gateway", .error,
        "A route or a policy rule of this machine leads packets to the target to another gateway than the default one, and nothing behind that gateway answers, while the Internet is reached over the default gateway.",
        summary:
            "the route {route} of this machine leads packets to {destination} to the gateway {gateway}, behind which nothing answers, while the default gateway {usual} works",
        advice: [
            "On {redirecting}, see the route to {address}, since it told this machine to use {gateway} (ICMP redirect): ip route get {address}; then forget it on this machine: {cache}",
            "On {gateway}, see whether it forwards packets: sysctl net.ipv4.ip_forward; nft list ruleset",
            "A policy rule selects the table {table}. See the rules in their order: {rules}",
            "If {usual} leads to {address} as well, remove the route: {removal}",
            "If the route is right and {gateway} forwards, {address} may be switched off. See whether other hosts behind {gateway} answer",
        ],
        evidence:
            "the route to the target is not a default route of the main table, and its gateway answers echo requests; SYNs "
            + "and echo requests to the target get no answer, and are not reported when their hop limits expire; and the uplink "
            + "over the default gateway is proven to work",
        side: .machine, incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .nothing))
    package static let loop = CauseEntry(
        "path.loop", .error, "The hop limit of packets to the target expires, since they are routed in a loop.",
        summary: "packets to {destination} are routed in a loop: {hops}",
        advice: [
            "{foreign} is a private address, reachable only from the network that it belongs to, and only the default route covers it: connect to that network or its VPN, and see whether it adds a route: ip route get {foreign}",
            "Check the routes of these routers: ip route get {address}, on each of them",
            "See the loop: traceroute -n {address}",
        ],
        evidence:
            "\"time exceeded\" arrives for a packet with the usual hop limit, and the same routers report again as "
            + "the limit is raised",
        incident: .init(scope: .target(by: "router"), basis: .answer, breaks: .nothing))
    static let hopLimit = CauseEntry(
        "path.hop-limit", .error,
        "Packets to the target end on the path because of their hop limit, although there is no loop.",
        summary: "packets to {destination} end at the router {router}, {what}",
        advice: [
            "If the provider drops what has passed a router, as against tethering, let packets start with a greater hop limit, or ask the provider: sysctl -w net.ipv4.ip_default_ttl={raised}",
            "See the hop limit of this machine's packets: sysctl {setting}; the usual value is 64",
            "Look on {culprit} for a rule that sets the TTL: nft list ruleset, iptables -t mangle -S",
            "See where packets end: traceroute -n {address}",
        ],
        evidence:
            "\"time exceeded\" arrives for a packet with the usual hop limit, and no router reports twice as the "
            + "limit is raised; or the host only answers packets with a greater limit",
        incident: .init(scope: .target(by: "router"), basis: .answer, breaks: .nothing))
    static let mtu = CauseEntry(
        "path.mtu", .error, "Small packets to the target pass, but full-size packets are silently dropped.",
        summary: "packets of up to {mtu} bytes to or from {address} arrive, but {large} are lost on the path",
        advice: [
            "See that packets of this size are answered, and larger ones are not: ping -M do -s {data} {address}",
            "Find the firewall on the path that drops ICMP \"fragmentation needed\" or \"packet too big\", and configure it to let them pass",
            "Until then, let this machine and its peers use smaller packets: ip link set dev {link} mtu {mtu}",
            "Until then, let this machine and the host use smaller packets: ip route replace {address} {route} mtu {mtu}",
        ],
        evidence:
            "echo requests that must not be fragmented are answered up to a certain size only, each time that a larger one is "
            + "sent beside it, without an ICMP error for larger ones, and those to the gateway pass; or an exchange that stalls succeeds with "
            + "smaller segments",
        incident: .init(scope: .target(by: "address"), basis: .answer, breaks: .nothing))
    package static let loss = CauseEntry(
        "path.loss", .warning, "Packets to the target are lost beyond the gateway.",
        summary: "{lost} of {sent} {what} to {address} are lost",
        advice: [
            "The gateway {detour} passes packets on to {next}, which is on the link of this machine as well, so that their answers do not pass {detour}. Use {next} as the gateway: ip route replace default via {next} dev {interface}",
            "Look for a firewall that sees one direction of a connection only, as with different routers there and back: traceroute -n -T -p {port} {address}",
            "See where they are lost: mtr {address}",
        ],
        evidence: """
            more of the echo requests to the target than tolerated get no answer, while the gateway answers its \
            own; twenty are sent after a packet of the exchange was repeated or missing. If the host does not \
            answer echo requests, three or more repeated packets of a connection count, or two datagrams without \
            an answer. If the peer has acknowledged nothing but the SYN, and acknowledges another one, all \
            packets after the handshake are lost. It is a warning if the target works, or refuses or accepts one of five later \
            connections; if it accepts one, nothing that hangs counts against it
            """,
        incident: .init(scope: .target(by: "address"), basis: .silence, breaks: .nothing).ofLoss)
    /// Found by the daemon, from the checks of several targets.
    package static let sharedLoss = CauseEntry(
        "path.shared-loss", .warning, "Packets to several hosts beyond the same gateway are lost.",
        summary: "packets to {count} hosts beyond the gateway {gateway} are lost: {lost} of {sent} {what}",
        advice: [
            "See on the status page of the router {gateway} whether its line is full, or has errors",
            "See from which router on they are lost: mtr {address}",
        ],
        evidence: """
            checks of several hosts beyond the gateway find losses that began within ten minutes, as for path.loss, \
            or those of a DNS server there, as for dns.loss: the gateway answers its own echo requests meanwhile, and \
            few other hosts beyond it are reached without loss
            """,
        incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .nothing).ofLoss)
    /// The causes whose findings may be parts of ``sharedLoss``.
    package static let losses: Set<CauseID> = [loss.id, DNSCauses.loss.id]
    package static let jitter = CauseEntry(
        "path.jitter", .warning, "The round-trip times to the target vary more than allowed.",
        summary: "the round-trip time to {address} varies by {jitter} ms, more than {limit} ms",
        advice: ["See where the jitter begins: mtr {address}", "See whether an uplink is full: ip -s link"],
        evidence: "the jitter (RFC 3550) of the echo requests to the target is above its limit",
        incident: .init(scope: .target(by: "address"), basis: .answer, breaks: .nothing))
    static let rateLimited = CauseEntry(
        "path.rate-limited", .warning, "Packets are lost or delayed under a small burst.",
        summary:
            "the path to {address} cannot take a burst: a single packet takes {calm} ms, but when {sent} are sent at once, {lost} are lost and the last takes {longest} ms",
        advice: [
            "See whether something else fills the line: ip -s link, or the router's traffic graph",
            "Look for a shaper or policer on the path: tc -s qdisc show, on each router",
        ],
        evidence:
            "four large echo requests in a row are all answered, but of twenty at once a quarter is lost, while others "
            + "are delayed or TCP repeats packets as well; or the last answer takes 300 ms longer",
        incident: .init(scope: .target(by: "address"), basis: .answer, breaks: .nothing))

    static let all = [
        noRoute, privateNetwork, upstreamDown, tunnelDown, spareDown, ipv6Down, ipv4Down, filtered, dropped, corrupted,
        hairpin, otherGateway, loop, hopLimit, mtu, loss, sharedLoss, jitter, rateLimited,
    ]
}

extension LinkCauses {
    static let mtuMismatch = CauseEntry(
        "link.mtu-mismatch", .warning, "Full-size frames do not pass to the neighbour, small ones do.",
        summary: "packets of more than {mtu} bytes do not reach {neighbour} from {interface}, whose MTU is {own}",
        advice: [
            "Set {interface} to the MTU that its link carries: ip link set dev {interface} mtu {mtu}",
            "See the MTU of the other end, and of the switch in between: ip link show",
            "See that packets of this size are answered, and larger ones are not: ping -M do -s {data} {neighbour}",
        ],
        evidence:
            "echo requests to the next hop that must not be fragmented are answered only up to a size below the "
            + "interface's MTU",
        side: .machine, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
}
