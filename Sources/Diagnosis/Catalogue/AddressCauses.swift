import NetworkModel

/// The causes in the addresses of the interfaces.
enum AddressCauses {
    static let none = CauseEntry(
        "address.none", .error, "No interface that carries a route has a usable address of either family.",
        summary: "{interface} has no usable IP address{why}",
        advice: [
            "Raise the MTU: ip link set {narrow} mtu 1500; see what lowered it: journalctl -b --grep {narrow}",
            "See its addresses: ip address show dev {interface}",
            "See the log of the DHCP client: journalctl -b --grep {client}",
            "Request an address: dhclient -v {client}, networkctl renew {client} or nmcli device reapply {client}",
        ],
        evidence:
            "the interface is up and has a carrier, but the kernel lists no address on it that reaches beyond the link; or a"
            + " router reports that packets to a target with IPv6 addresses only come from a link-local one",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let linkLocalOnly = CauseEntry(
        "address.link-local-only", .error,
        "Only 169.254.0.0/16 or fe80::/10: neither DHCP nor a router advertisement answered.",
        summary:
            "{interface} has only link-local addresses ({addresses}): no DHCP server and no router answered",
        advice: [
            "Request an address: dhclient -v {interface}, networkctl renew {interface} or nmcli device reapply {interface}",
            "Check the DHCP server, and the switch port (VLAN) that {interface} is connected to",
        ],
        evidence:
            "the only address is in 169.254.0.0/16 (RFC 3927), from which hosts choose one when there is no server",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let duplicate = CauseEntry(
        "address.duplicate", .error, "Duplicate address detection failed: another host on the link has the address.",
        summary: "{who} on {interface} uses {which}",
        advice: [
            "Find the other host: arping -D -I {interface} {probed}, or ip neigh show dev {interface}",
            "Find the other host: ndisc6 {solicited} {interface}, or ip -6 neigh show dev {interface}",
            "Change the address of this machine, {own}, or of the other one",
            "If one of the two is a copy of a virtual machine, give it another hardware address than {cloned} in its hypervisor; to see which hosts have it: ip neigh, on a third host",
            "Give one of the two hosts with {shared} another address; if both are network cards of one host, that is no fault",
            "Find out which of the two is the router {gateway} (compare the label on it), and give the other one another address",
        ],
        evidence:
            "the kernel's duplicate address detection failed (IFA_F_DADFAILED, RFC 4862 section 5.4); or the "
            + "gateway, or everything beyond it, is silent and another host answers an ARP probe for the address (RFC 5227); "
            + "or packets get lost, and another host answers such a probe, but not for the gateway's address; "
            + "or nothing beyond the gateway answers, and two hosts answer ARP for the gateway's address, or for that of a target that accepts no connection; or the address of the default "
            + "route's gateway is one of this machine, so that packets to it do not leave; or frames of another host arrive "
            + "whose source is this machine's own hardware address",
        side: .network, incident: .init(scope: .machine(by: "addresses"), basis: .configuration, breaks: .interface))
    static let tentative = CauseEntry(
        "address.tentative", .warning, "An address is not usable yet, or is deprecated without a replacement.",
        summary: "the address {addresses} on {interface} {state}",
        advice: [
            "Not usable yet: wait a second and check again: ip address show dev {fresh}",
            "Deprecated: check that its router still announces the prefix, or that the DHCP server renews the lease: ip -6 route show dev {aged}; journalctl -b --grep 'dhcp|DHCP'",
        ],
        evidence: "the kernel marks every address of the interface as tentative or deprecated (IFA_FLAGS)",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let gatewayOffLink = CauseEntry(
        "address.gateway-off-link", .error, "The gateway lies in no subnet of the interface.",
        summary: "the gateway {gateway} is in no subnet of {interface}, and {answer}",
        advice: [
            "Compare the interface's addresses and prefixes with the gateway: ip address show dev {interface}; ip route",
            "Correct the gateway, or the address and its prefix length, where they are configured (/etc/network/interfaces, networkctl, nmcli)",
        ],
        evidence:
            "no address of the interface and no on-link route covers the gateway, and either nobody answers for "
            + "it, or it answers ARP but neither pings nor anything beyond it come back; an off-link gateway that "
            + "works is not a fault",
        incident: .init(scope: .machine(by: "gateway"), basis: .configuration, breaks: .interface))
    static let leaseExpired = CauseEntry(
        "address.lease-expired", .error, "A DHCP lease ran out and was not renewed.",
        summary: "the DHCP lease of {address} on {interface} expired ({ended}) and was not renewed",
        advice: [
            "Check that the DHCP client is running: systemctl status systemd-networkd NetworkManager dhcpcd; pgrep -a dhclient",
            "Check that the DHCP server {server} is reachable: ping -c 3 {server}",
            "Request a new lease: dhclient -v {interface}, networkctl renew {interface} or nmcli device reapply {interface}",
        ],
        evidence:
            "the kernel removed the address when its lifetime ended, or the client's lease file shows that the "
            + "last lease has expired; there is no other address of the family",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let rogueRouter = CauseEntry(
        "address.rogue-router", .warning, "Two routers or DHCP servers announce different gateways.",
        summary: "two routers are announced on {interface}: {announcements}",
        advice: [
            "Find out which router belongs there, and switch off the other's announcements: rdisc6 {announced}",
            "Until then: ip -6 route del default via {gateway} dev {interface}",
            "Find the DHCP server that does not belong there by its hardware address: ip neigh show dev {interface}; then switch it off, or block it at the switch (DHCP snooping): {server} or {other}",
        ],
        evidence:
            "several routers announce themselves on one interface, and one of them answers neither NDP nor ICMP "
            + "while another does (if several answer, it is not a fault); or this machine has addresses of several "
            + "prefixes from them, and nothing that is sent over IPv6 gets an answer while IPv4 works; or a "
            + "DHCPDISCOVER brings offers with different routers",
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let ipv6Disabled = CauseEntry(
        "address.ipv6-disabled", .info, "IPv6 is switched off on the interface while the target has only IPv6.",
        summary: "IPv6 is switched off on {interface}{why}",
        advice: [
            "Raise the MTU: ip link set {narrow} mtu 1500; see what lowered it: journalctl -b --grep {narrow}",
            "Switch it on: sysctl -w net.ipv6.conf.{disabled}.disable_ipv6=0",
            "Find out who switched it off on {disabled}: grep -r disable_ipv6 /etc/sysctl.conf /etc/sysctl.d /usr/lib/sysctl.d; nmcli -f ipv6.method connection show",
        ],
        evidence:
            "disable_ipv6 is set for the interface, or its MTU is below 1280, with which the kernel removes IPv6;"
            + " and there is no IPv6 route to the target",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))

    static let overlap = CauseEntry(
        "address.overlap", .error,
        "The target's address is in the subnet of a bridge, tunnel or container of this machine, so packets do not leave it.",
        summary:
            "{address} lies in {prefix}, the subnet of {interface} ({kind}) on this machine, so packets to it do not leave by {uplink}",
        advice: [
            "See where packets to it go: ip route get {address}",
            "Remove the route to this address alone, if it is left over: {routes} del {leftover} dev {interface}",
            "Give {renumbered} another subnet: with Docker `default-address-pools` in /etc/docker/daemon.json, with libvirt `virsh net-edit`, with a VPN its AllowedIPs or routes",
            "Until then, add a route for this address alone: ip route add {routed} {way}",
        ],
        evidence: "packets to {address} go to {interface}, where no other host answers, and {proof}",
        incident: .init(scope: .machine(by: "prefix"), basis: .configuration, breaks: .nothing))
    static let badSource = CauseEntry(
        "address.bad-source", .error, "The route prefers a source address that nobody can reply to.",
        summary: "packets leave {interface} from {source}, and replies to that address do not come back",
        advice: [
            "Remove the address {stale}, if no router announces its prefix any more: ip -6 address del {stale} dev {interface}",
            "See the source of the route (src): {show}",
            "Send packets from {other}: {show} replace {destination} via {via} dev {interface} src {other}",
            "Or add a route to {source} by way of this machine on the router {gateway}",
        ],
        evidence:
            "the route's preferred source is in no subnet of the gateway's link, and the gateway answers pings "
            + "from {other}, but not from {source}; or the interface has several IPv6 prefixes, or several IPv4 addresses "
            + "in the gateway's subnet, and packets from {other} get responses, but not those from {source}",
        incident: .init(scope: .machine(by: "source"), basis: .configuration, breaks: .interface))
    static let stalePrefix = CauseEntry(
        "address.stale-prefix", .error,
        "IPv6 packets are sent from an address of a prefix that the router no longer announces.",
        summary: "packets from {source} on {interface} {what}: {why}",
        advice: [
            "See which addresses are still preferred: ip -6 address show dev {interface} -deprecated",
            "Remove the address until the router announces its prefix again: ip -6 address del {source}/{length} dev {interface}",
            "Have the router {router} announce the old prefix with a preferred lifetime of 0 after a change (RFC 9096), or restart it",
            "See what it announces: rdisc6 {interface}",
        ],
        evidence:
            "packets from an address of the prefix get no response, or a router rejects their source address, while the same "
            + "packets from another prefix of the interface, which a router advertisement has renewed since, get responses; or "
            + "a router reports that the source address fails its policy (ICMPv6 type 1, code 5)",
        side: .network, incident: .init(scope: .machine(by: "prefix"), basis: .configuration, breaks: .nothing))
    static let netmask = CauseEntry(
        "address.netmask", .error,
        "An address has too short a prefix (too wide a netmask), so remote hosts are looked for on the link.",
        summary:
            "the netmask of {address} on {interface} is too wide: {destination} is looked for on the link, and not sent to {gateway}",
        advice: [
            "Compare the prefix length with other hosts on the link, or ask the network's administrator; /{usual} is usual: ip address show dev {interface}",
            "Correct it where the address is configured (/etc/network/interfaces, networkctl, nmcli, the DHCP server's subnet mask)",
            "Or {elsewhere} is in another network with the same addresses, such as that of a VPN: connect to it, and see whether it adds a route: ip route get {elsewhere}",
        ],
        evidence:
            "nobody on the link answers ARP or NDP for {silent}, which is in the prefix of {address} but far from"
            + " it, while the gateway answers; or {silent} answers packets that this machine sends to the gateway",
        incident: .init(scope: .machine(by: "address"), basis: .configuration, breaks: .interface))

    static let narrowNetmask = CauseEntry(
        "address.narrow-netmask", .error,
        "An address has too long a prefix (too narrow a netmask), so packets to a host on the link are sent to the gateway.",
        summary:
            "the netmask of {address} on {interface} is too narrow: {destination} is on this link, but packets to it are sent to {gateway}, which does not deliver them",
        advice: [
            "Compare the prefix length with other hosts on the link, or ask the network's administrator; /24 is usual: ip address show dev {interface}",
            "Correct it where the address is configured (/etc/network/interfaces, networkctl, nmcli, the DHCP server's subnet mask)",
            "If the subnets are separate on purpose, have {gateway} forward between them",
        ],
        evidence:
            "the gateway is silent for {destination}, which is just outside of the prefix of {address}, while an ARP request for"
            + " it on the link is answered by {hardware}, which is not the gateway",
        side: .machine, incident: .init(scope: .machine(by: "address"), basis: .configuration, breaks: .nothing))

    static let bridgePort = CauseEntry(
        "address.bridge-port", .error,
        "The address is on a port of a bridge or bond, which takes the replies, instead of on the bridge itself.",
        summary:
            "the address {address} is on {interface}, a port of {bridge}: replies go to {bridge}, which does not have the address",
        advice: [
            "Move the address to {bridge}: ip addr del {address} dev {interface}; ip addr add {address} dev {bridge}",
            "Then add the default route again: ip route replace default via {gateway} dev {bridge}",
            "Or take {interface} out of {bridge}: ip link set {interface} nomaster",
        ],
        evidence:
            "the interface of the route is a port of a bridge or bond (IFLA_MASTER), and its gateway or the target answers "
            + "neither ARP nor NDP",
        side: .machine, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))

    static let broadcast = CauseEntry(
        "address.broadcast", .error, "An address of this machine is the broadcast address of its subnet.",
        summary:
            "the address {address} on {interface} is the broadcast address of its subnet: replies go to all hosts of the link, and programs do not get them",
        advice: [
            "Give {interface} another address of the subnet where it is configured (/etc/network/interfaces, networkctl, nmcli, the DHCP server)",
            "If its prefix length is wrong, correct it there; compare it with other hosts on the link: ip address show dev {interface}",
        ],
        evidence:
            "all bits of the address behind the prefix are set, the interface has no other IPv4 address, and nothing beyond the "
            + "gateway answers; or an answer is seen on the interface (packet(7)), but does not reach its socket",
        side: .machine, incident: .init(scope: .machine(by: "address"), basis: .configuration, breaks: .interface))

    static let all = [
        bridgePort, overlap, badSource, stalePrefix, netmask, narrowNetmask, broadcast, none, linkLocalOnly, duplicate,
        tentative, gatewayOffLink, leaseExpired, rogueRouter, ipv6Disabled,
    ]
}
