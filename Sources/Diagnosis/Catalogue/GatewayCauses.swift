import NetworkModel

/// The causes at the first hop.
enum GatewayCauses {
    static let none = CauseEntry(
        "gateway.none", .error, "No default route in the family that is needed, and no other route to the target.",
        summary: "no route leads to {destination}",
        advice: [
            "See the routes: ip route; ip -6 route",
            "Request a lease, or a router's announcement, again: networkctl renew {interface}, nmcli device reapply {interface} or dhclient -v {interface}",
            "The kernel ignores router advertisements on {ignoring}; unless systemd-networkd or NetworkManager reads them, accept them: sysctl -w net.ipv6.conf.{ignoring}.accept_ra=2",
            "Or add the route by hand: ip route add default via ADDRESS-OF-THE-ROUTER",
        ],
        evidence:
            "no route covers the addresses of the target or of the name servers, neither in the main table nor in"
            + " a table that a rule selects; or all routes lead to hosts on the links, and a name server there answers"
            + " SERVFAIL or REFUSED for a name of the Internet. It is a warning if only the IPv4 default route is missing,"
            + " while the interface has an IPv4 address and IPv6 works",
        side: .machine, incident: .init(scope: .machine, basis: .configuration, breaks: .gateway))
    static let ipv4Literal = CauseEntry(
        "gateway.ipv4-literal", .error,
        "The target is an IPv4 address, and this network has only IPv6, with NAT64 for names.",
        summary:
            "{address} is an IPv4 address, and this machine has only IPv6: the network translates names (NAT64, {prefix}), not addresses",
        advice: [
            "Use the target's name in place of its address: the DNS server {server} then gives an IPv6 address",
            "Or use the address that the network translates: {translated}",
            "For programs that know only IPv4, install a CLAT (RFC 6877), such as clatd",
        ],
        evidence:
            "no route leads to the address, this machine has only IPv6 addresses, and a resolver has IPv6 "
            + "addresses for ipv4only.arpa (RFC 7050) or a router announces a prefix (RFC 8781)",
        side: .network, incident: .init(scope: .target(by: "address"), basis: .configuration, breaks: .nothing))
    static let noIPv4 = CauseEntry(
        "gateway.no-ipv4", .warning,
        "This machine reaches the Internet over IPv6 only, and nothing leads to hosts there that have only IPv4 addresses.",
        summary:
            "hosts that have only IPv4 addresses cannot be reached: this machine has only IPv6, and no DNS server or router has NAT64",
        advice: [
            "If the network should have IPv4, request a lease: networkctl renew {interface}, nmcli device reapply {interface} or dhclient -v {interface}",
            "If it should have NAT64, use its DNS servers, and not others: resolvectl status; cat /etc/resolv.conf",
            "Otherwise ask its administrator for NAT64 with DNS64 (RFC 6146, RFC 6147), or for IPv4",
        ],
        evidence:
            "the uplink works over IPv6, no IPv4 default route or address exists, no resolver has IPv6 addresses for ipv4only.arpa "
            + "(RFC 7050), and no router announces a prefix (RFC 8781)",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .nothing))
    static let unreachable = CauseEntry(
        "gateway.unreachable", .error, "The gateway answers neither ARP or NDP nor ICMP.",
        summary: "the gateway {gateway} on {interface} does not answer",
        advice: [
            "Remove the route that leads to it, since {near} is in the subnet of {interface} itself: {detour}",
            "A rule of this machine leads there, by routing table {table} and not by the main one; see both, and remove them if they are left over: {rules} show table {table}; {routes} show table {table}",
            "If {resolver} is the router, correct the gateway's address in the settings of {interface}; until then: ip route replace default via {resolver} dev {interface}",
            "Check that the router is switched on, and on the same network as {plug}",
            "The route to it came with a lease, which may be one of another network; renew it: networkctl renew {leased}, nmcli device reapply {leased} or dhclient -v {leased}",
            "The link {multicast} works over IPv4. Check that the IPv6 router is switched on, and whether a switch or access point drops multicast, by which it is found (MLD snooping)",
            "It is the other end of the tunnel {tunnel}: see where that leads, and whether packets arrive from there: ip -d -s link show {tunnel}; for WireGuard, its latest handshake: wg show {tunnel}",
            "Its neighbour entry is permanent, so this machine never asks for its hardware address; see whether it answers without the entry: ip neigh del {fixed} dev {interface}",
            "See its neighbour entry: ip neigh show {gateway} dev {interface}",
            "See whether other hosts on the link answer: ip neigh show dev {interface}",
            "See whether this machine's own firewall lets incoming ICMPv6 of the types {types} pass: nft list ruleset",
            "Or this machine's own firewall drops {resolution}, which only root can tell: nft list ruleset",
        ],
        evidence:
            "the gateway answers neither echo requests nor ARP or NDP requests, whether from the kernel or from "
            + "netdiag; or it has a permanent neighbour entry, answers no packet at all, and is a configured DNS server, or "
            + "only the other address family leads anywhere, and this process may not send ARP or NDP requests",
        incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .gateway))
    static let routeRejects = CauseEntry(
        "gateway.route-rejects", .error, "A blackhole, unreachable or prohibit route covers the target.",
        summary: "a route of this machine blocks {destination}: {kind} {prefix}",
        advice: [
            "See the route: {routes} show type {kind}", "Remove it: {routes} del {kind} {prefix}",
            "If {half} is listed as well, remove the route to that half, too: {routes} del {kind} {half}",
        ],
        evidence:
            "the most specific route to the target is of a type that rejects packets; or such routes cover the "
            + "whole Internet, or a large part of it",
        side: .machine, incident: .init(scope: .machine(by: "prefix"), basis: .configuration, breaks: .gateway))
    static let policy = CauseEntry(
        "gateway.policy", .error,
        "A policy rule of this machine (ip-rule(8)) refuses packets to the target, or leads them nowhere.",
        summary: "policy routing of this machine blocks {family} packets to {destination}: {how}",
        advice: [
            "See the rules in their order: {rules}",
            "Remove the rule: {rules} del priority {priority}",
            "See the routes of that table: ip route show table {table}",
            "Run the program in the VRF: ip vrf exec {vrf} COMMAND",
            "Find out who adds it: a VPN's kill switch, NetworkManager or systemd-networkd (networkctl status; nmcli connection show --active)",
        ],
        evidence: """
            the kernel refuses to route packets to the target (RTM_GETROUTE), and a rule that matches them \
            rejects them, or selects a table whose route rejects them or whose gateway answers neither ARP or \
            NDP nor ICMP, as for packets that the packet filter has marked; or the interface belongs to a VRF, \
            which only programs that are bound to it use
            """,
        side: .machine, incident: .init(scope: .machine(by: "rule"), basis: .configuration, breaks: .nothing))
    static let wrongNeighbour = CauseEntry(
        "gateway.wrong-neighbour", .error,
        "A permanent neighbour entry does not have the hardware address of the gateway, or of a target on the link.",
        summary:
            "the permanent neighbour entry of {gateway} on {interface} is wrong: it has {fixed}, but {gateway} has {real}",
        advice: [
            "Remove the entry, so that ARP or NDP finds the host: ip neigh del {gateway} dev {interface}",
            "Find out who adds it: grep -r {gateway} /etc/ethers /etc/network /etc/systemd/network; the entry may protect against ARP spoofing, so check that {real} is the right host",
        ],
        evidence:
            "the kernel's neighbour entry is permanent, pings or connections get no answer, and an ARP or NDP request is "
            + "answered from another hardware address",
        side: .machine, incident: .init(scope: .machine(by: "gateway"), basis: .configuration, breaks: .gateway))
    static let deadPreferred = CauseEntry(
        "gateway.dead-preferred", .error,
        "The route with the lowest metric leads to a gateway that does not answer, but another gateway works.",
        summary: "the preferred gateway {gateway} on {interface} does not answer, but {other} does",
        advice: [
            "Switch {idle} off until it works again, since the routes to its own network are preferred, too: ip link set {idle} down",
            "Remove the dead route until its router is back: {removal}",
            "Restart the VPN of {interface}; or remove its routes, if its traffic may leave without it: {uncovering}",
            "Check that the router {gateway} is switched on",
        ],
        evidence:
            "there are two default routes of one family, or one and a route to a part of the Internet; the gateway of "
            + "the one that the kernel prefers answers neither ICMP nor ARP or NDP, and the other gateway answers",
        incident: .init(scope: .machine(by: "gateway"), basis: .silence, breaks: .gateway))
    static let loss = CauseEntry(
        "gateway.loss", .warning, "Replies from the gateway are lost.",
        summary: "the gateway {gateway} on {interface} did not answer {lost} of {sent} pings ({share} %)",
        advice: [
            "See where they are lost: ip -s link show {interface}; ping -i 0.2 -c 50 {gateway}",
            "A download or other transfer may be filling {full}; see which connections receive data: ss -tip",
            "Try another cable or port for {interface}; on wireless, move closer to the access point",
            "Check whether the router is overloaded, or limits pings",
        ],
        evidence:
            "a series of echo requests is sent after the first one was lost or something took too long; the share"
            + " without an answer is above the threshold, or reaches it while a host behind the gateway does not lose"
            + " significantly more, and both together are above it. It is an error if it is at least 30 %, and programs wait in"
            + " vain for a name that a server has, while the target refuses no connection",
        incident: .init(scope: .machine(by: "gateway"), basis: .answer, breaks: .gateway).ofLoss)
    static let slow = CauseEntry(
        "gateway.slow", .warning, "Round trips to the gateway take longer than the threshold.",
        summary: "the gateway {gateway} on {interface} is slow: it takes {time} ms to answer, more than {limit} ms",
        advice: [
            "See whether the link is full: ip -s link show {interface}; tc -s qdisc show dev {interface}",
            "Check whether the router is overloaded",
        ],
        evidence: "half of a series of echo requests took longer than the threshold",
        incident: .init(scope: .machine(by: "gateway"), basis: .answer, breaks: .gateway))
    static let noICMP = CauseEntry(
        "gateway.no-icmp", .info, "The gateway forwards packets but does not answer pings. This alone is not an error.",
        summary: "the gateway {gateway} does not answer pings, but forwards packets",
        advice: ["Nothing needs to be done"],
        evidence: "the gateway does not answer echo requests, but something beyond it answers",
        incident: .init(scope: .machine(by: "gateway"), basis: .answer, breaks: .gateway))

    static let all = [
        none, ipv4Literal, noIPv4, unreachable, routeRejects, policy, wrongNeighbour, deadPreferred, loss, slow, noICMP,
    ]
}
