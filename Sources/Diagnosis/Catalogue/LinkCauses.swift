import NetworkModel

/// Causes on the link itself.
enum LinkCauses {
    static let none = CauseEntry(
        "link.none", .error, "Only the loopback interface exists.",
        summary: "this machine has no network interface but loopback",
        advice: [
            "look whether the hardware is seen: lspci -k, lsusb",
            "look for a missing driver or firmware: journalctl -k --grep 'firmware|eth|wlan'",
        ])
    static let adminDown = CauseEntry(
        "link.admin-down", .error, "The interface that should carry the route is administratively down.",
        summary: "the interface {interface} is switched off",
        advice: [
            "switch it on: ip link set {interface} up",
            "find out who switched it off: journalctl -b --grep {interface}",
        ])
    static let noCarrier = CauseEntry(
        "link.no-carrier", .error, "The interface is up, but has no carrier: cable, peer, or radio not associated.",
        summary: "the interface {interface} has no carrier",
        advice: [
            "look at both ends of the cable of {interface}, and at the switch's port",
            "see what the interface says of itself: ip -s link show {interface}",
        ])
    static let dormant = CauseEntry(
        "link.dormant", .error, "There is a carrier, but the link is not authorised yet (802.1X, operstate dormant).",
        summary: "the interface {interface} waits to be authorised (802.1X)",
        advice: ["look at the authentication: journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd"])

    static let all = [none, adminDown, noCarrier, dormant]
}

/// Causes in the addresses of the interfaces.
enum AddressCauses {
    static let none = CauseEntry(
        "address.none", .error, "No interface that carries a route has a usable address of either family.",
        summary: "the interface {interface} has no usable address",
        advice: [
            "see its addresses: ip address show dev {interface}",
            "look whether DHCP is asked at all: journalctl -b --grep 'dhcp|DHCP'",
            "ask for an address: dhclient -v {interface}, networkctl renew {interface} or nmcli device reapply {interface}",
        ])
    static let linkLocalOnly = CauseEntry(
        "address.link-local-only", .error,
        "Only 169.254.0.0/16 or fe80::/10: neither DHCP nor a router advertisement answered.",
        summary:
            "the interface {interface} has link-local addresses only ({addresses}): neither DHCP nor a router answered",
        advice: [
            "ask for an address: dhclient -v {interface}, networkctl renew {interface} or nmcli device reapply {interface}",
            "look at the DHCP server and at the switch's port (VLAN) that {interface} hangs on",
        ])
    static let duplicate = CauseEntry(
        "address.duplicate", .error, "Duplicate address detection failed: another host on the link has the address.",
        summary: "another host on {interface} has the address {addresses}",
        advice: [
            "find the other host: arping -D -I {interface} {addresses}, or ip neigh show dev {interface}",
            "give this machine another address, or the other one",
        ])
    static let tentative = CauseEntry(
        "address.tentative", .warning, "An address is not usable yet, or is deprecated with no other.",
        summary: "the address {addresses} on {interface} is not usable yet",
        advice: ["wait a second and look again: ip address show dev {interface}"])

    static let all = [none, linkLocalOnly, duplicate, tentative]
}

/// Causes at the first hop.
enum GatewayCauses {
    static let none = CauseEntry(
        "gateway.none", .error, "No default route in the family that is needed, and no other route to the target.",
        summary: "no route leads to {destination}",
        advice: [
            "see the routes: ip route; ip -6 route",
            "ask for a lease or a router again: networkctl renew {interface}, nmcli device reapply {interface} or dhclient -v {interface}",
            "or set the route by hand: ip route add default via ADDRESS-OF-THE-ROUTER",
        ])
    static let unreachable = CauseEntry(
        "gateway.unreachable", .error, "The gateway answers neither ARP or NDP nor ICMP.",
        summary: "the gateway {gateway} on {interface} does not answer",
        advice: [
            "look whether the router is switched on and on the same network as {interface}",
            "see what its neighbour entry says: ip neigh show {gateway} dev {interface}",
            "see whether others on the link answer: ip neigh show dev {interface}",
        ], culprit: "gateway")
    static let routeRejects = CauseEntry(
        "gateway.route-rejects", .error, "A blackhole, unreachable or prohibit route covers the target.",
        summary: "a route of type {kind} for {prefix} covers {destination}",
        advice: ["see the route: ip route get {destination}", "take it away: ip route del {kind} {prefix}"])
    static let deadPreferred = CauseEntry(
        "gateway.dead-preferred", .error,
        "The route with the lowest metric leads to a gateway that does not answer, another one works.",
        summary: "the preferred gateway {gateway} on {interface} does not answer, {other} does",
        advice: [
            "take the dead route away until its router is back: ip route del default via {gateway} dev {interface}",
            "look whether the router {gateway} is switched on",
        ], culprit: "gateway")
    static let noICMP = CauseEntry(
        "gateway.no-icmp", .info, "The gateway forwards but answers no ping: never an error by itself.",
        summary: "the gateway {gateway} answers no ping, but it forwards",
        advice: ["nothing needs to be done"])

    static let all = [none, unreachable, routeRejects, deadPreferred, noICMP]
}

/// Causes beyond the gateway.
enum PathCauses {
    static let noRoute = CauseEntry(
        "path.no-route", .error, "A router on the way answers that it has no way to the network or host.",
        summary: "the way to {destination} ends beyond the gateway: no route to the host",
        advice: ["see where it ends: traceroute {destination}, or mtr {destination}"])
    static let loss = CauseEntry(
        "path.loss", .warning, "Packets to the target are lost beyond the gateway.",
        summary: "{lost} of {sent} echo requests to {address} stay unanswered",
        advice: ["see where they are lost: mtr {address}"])
    static let jitter = CauseEntry(
        "path.jitter", .warning, "The round trips to the target vary more than is tolerable.",
        summary: "the round trips to {address} vary by {jitter} ms, more than {limit} ms",
        advice: ["see where it comes from: mtr {address}", "see whether an uplink is full: ip -s link"])

    static let all = [noRoute, loss, jitter]
}

/// Causes on this machine that belong to no layer of the network.
enum LocalCauses {
    static let permission = CauseEntry(
        "local.permission", .info, "A check needs a right that the process lacks.",
        summary: "no right to send ICMP echo requests, so {address} was not pinged",
        advice: [
            "allow it to everybody: sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))",
            "or give netdiagd CAP_NET_RAW",
        ])
    static let firewall = CauseEntry(
        "local.firewall", .error, "This machine's own packet filter refuses to send.",
        summary: "this machine's own packet filter or policy refuses packets to {destination} ({error})",
        advice: ["see the rules: nft list ruleset", "look for a security policy: journalctl -k --grep 'denied'"])
    static let resource = CauseEntry(
        "local.resource", .error, "This machine ran out of file descriptors, ports or memory.",
        summary: "this machine ran out of resources: {error}",
        advice: [
            "see what is in use: ss -s; cat /proc/sys/fs/file-nr",
            "raise the limit, or end what uses so much: systemctl show -p LimitNOFILE netdiagd",
        ])

    static let all = [permission, firewall, resource]
}
