import NetworkModel

/// The causes on the link.
enum LinkCauses {
    static let none = CauseEntry(
        "link.none", .error, "Only the loopback interface exists.",
        summary: "this machine has no network interface apart from loopback",
        advice: [
            "Check that the hardware is detected: lspci -k, lsusb",
            "Look for a missing driver or firmware: journalctl -k --grep 'firmware|eth|wlan'",
        ],
        evidence: "the kernel lists no interface but loopback (rtnetlink)",
        side: .machine, incident: .init(scope: .machine, basis: .configuration, breaks: .interface))
    static let adminDown = CauseEntry(
        "link.admin-down", .error, "The interface that should carry the route is administratively down.",
        summary: "{interface} is switched off",
        advice: [
            "Switch it on: ip link set {interface} up",
            "Find out what switched it off: journalctl -b --grep {interface}",
        ],
        evidence: "the interface does not have the flag UP; it carries the route, or did before",
        side: .machine, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let noCarrier = CauseEntry(
        "link.no-carrier", .error, "The interface is up, but has no carrier: cable, peer, or radio not associated.",
        summary: "{interface} is not connected: {lack}",
        advice: [
            "Restart the program that runs the tunnel {tunnel}: systemctl list-units --all 'openvpn*' 'vpn*' 'tailscaled*'",
            "Wait half a minute, until the bridge {bridge} has found that there is no loop; if its network has none, switch the spanning tree off: ip link set {bridge} type bridge stp_state 0 forward_delay 0",
            "Add {port}, which is up and in no bridge, if it leads to the network of {portless}: ip link set {port} master {portless}",
            "See the ports of {portless}, and where they are configured: ip link show master {portless}; grep -rs {portless} /etc/network /etc/netplan /etc/systemd/network /etc/NetworkManager",
            "Check that the cable of {plug} is plugged in at both ends, or that the radio has joined its network",
            "See the state of the interface: ip -s link show {interface}",
        ],
        evidence:
            "the interface is UP, but the driver reports no carrier (IFLA_CARRIER); a tunnel has a carrier while "
            + "a program holds its device open, a bridge while one of its ports is forwarding (IFLA_BRPORT_STATE). "
            + "So is a bridge without ports; and the link beneath a VLAN, a macvlan, a bridge or a tunnel, if there is no other one and nothing behind it answers",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let dormant = CauseEntry(
        "link.dormant", .error, "There is a carrier, but the link is not authorised yet (802.1X, operstate dormant).",
        summary: "{interface} is waiting to be authorised (802.1X)",
        advice: ["Check the authentication: journalctl -u wpa_supplicant -u NetworkManager -u systemd-networkd"],
        evidence: "the operational state of the interface is dormant (RFC 2863)",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let arpOff = CauseEntry(
        "link.arp-off", .error, "ARP is switched off on the interface, so packets reach no other host.",
        summary: "ARP is switched off on {interface}, so this machine finds no other host there",
        advice: [
            "Switch it on: ip link set {interface} arp on",
            "Find out what switched it off: journalctl -b --grep {interface}; grep -rsE 'ARP=|arp off' /etc/systemd/network /etc/network",
        ],
        evidence:
            "the interface has the flag NOARP although it supports broadcast, as Ethernet does, and nothing on it"
            + " or beyond it answers",
        side: .machine, incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let flapping = CauseEntry(
        "link.flapping", .warning, "The carrier changed several times in the last minutes.",
        summary: "the connection of {interface} was lost or came back {changes} times in the last two minutes",
        advice: [
            "Try another cable, and another port of the switch, for {interface}",
            "See when the connection was lost and came back: journalctl -k --grep {interface}",
            "Check whether energy saving or speed negotiation takes it down: ethtool --show-eee {interface}; ethtool {interface}",
        ],
        evidence:
            "the kernel reported that many carrier changes within the last two minutes; it cannot be determined "
            + "until the link has been monitored for a while",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let weakSignal = CauseEntry(
        "link.weak-signal", .warning, "The radio's signal is below the threshold.",
        summary: "the wireless signal of {network} on {interface} is weak: {signal} dBm, below {limit} dBm",
        advice: [
            "Move closer to the access point, or remove obstacles in between",
            "See which other networks are in range: iw dev {interface} scan | grep -E 'SSID|signal'",
        ],
        evidence:
            "the driver's average signal of the last frames from the access point is below the threshold "
            + "(nl80211, NL80211_STA_INFO_SIGNAL_AVG)",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let insecure = CauseEntry(
        "link.insecure", .info, "The wireless network is open, or uses a broken cipher.",
        summary: "anyone nearby can read the traffic on the wireless network {network} of {interface}: {weakness}",
        advice: [
            "Set the access point to WPA2 or WPA3 with CCMP (AES)",
            "Until then, use only what is encrypted itself (TLS, a VPN) over {interface}",
        ],
        evidence: "the access point announces neither an RSN element with CCMP or GCMP nor a WPA element (nl80211)",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let errors = CauseEntry(
        "link.errors", .warning, "More and more packets of an interface are damaged or dropped.",
        summary: "{interface} loses packets: {lost} (of {packets} packets within {seconds} s)",
        advice: [
            "See which counter rises: ip -s -s link show {interface}; ethtool -S {interface}",
            "Damaged frames: try another cable, and check that both ends agree on speed and duplex: ethtool {interface}",
            "Drops: check whether the other end sends longer frames (ip link show {interface}: mtu) or the queues are short (ethtool -g {interface})",
        ],
        evidence:
            "between two readings of the interface's counters, a second or more apart, the share of packets with "
            + "errors is above the threshold",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .interface))
    static let degraded = CauseEntry(
        "link.degraded", .warning, "A bond or bridge that carries the route has lost a member.",
        summary: "the {kind} {interface} has lost its member {members}: {left} of {count} have a carrier",
        advice: [
            "Check that the cable of {member} is plugged in at both ends",
            "See the members: ip link show master {interface}",
        ],
        evidence:
            "a port of the bridge or bond is UP but has no carrier; a port of a bridge counts once it has had one",
        incident: .init(scope: .machine(by: "member"), basis: .configuration, breaks: .interface))

    static let all = [
        none, adminDown, noCarrier, dormant, arpOff, flapping, weakSignal, insecure, errors, degraded, mtuMismatch,
    ]
}

/// The causes on this machine that belong to no network layer.
package enum LocalCauses {
    package static let permission = CauseEntry(
        "local.permission", .info, "A check needs a right that the process lacks.",
        summary: "netdiag may not send pings (ICMP echo requests), so {address} was not pinged",
        advice: [
            "Allow it for everyone: sysctl -w net.ipv4.ping_group_range='0 2147483647' (icmp(7))",
            "Or run netdiag as root; for the daemon, AmbientCapabilities=CAP_NET_RAW in the unit of netdiagd",
        ],
        evidence: "the kernel refuses, with EPERM or EACCES, the socket that the check needs",
        incident: .init(scope: .machine, basis: .answer, breaks: .nothing))
    static let firewall = CauseEntry(
        "local.firewall", .error, "This machine's own packet filter blocks outgoing packets, or incoming answers.",
        summary: "this machine's own firewall or security policy blocks traffic with {destination} ({error})",
        advice: [
            "Let incoming ICMPv6 of the types {types} (Neighbor Discovery) pass: IPv6 does not work without it",
            "If that is not intended, let ICMP errors of {router} and others in, which tell this machine what packet sizes the path permits, for example in nftables with `ct state established,related accept`",
            "See the rules: nft list ruleset",
            "Look there for the rule in the chains of type {nat}, and delete it; with iptables: iptables -t {nat} -S",
            "See the IPsec policies: ip xfrm policy",
            "Look for a security policy: journalctl -k --grep 'denied'",
        ],
        evidence: """
            sending fails with EPERM or EACCES without an ICMP error, once or in each of three pairs of DNS queries; \
            or the kernel counts that it dropped each TCP segment that it repeated meanwhile (TCPRetransFail); or an \
            ICMP error that rejects the packet comes from this machine's own address; or an answer with a right \
            checksum is seen on the interface (packet(7)), but does not reach its socket; or so are replies of the gateway to \
            ARP or NDP requests, while the kernel finds no neighbour; or ICMP messages for this machine are seen there, but do \
            not reach their sockets; or connections are refused \
            although none of their packets leaves by the interface of the route, according to its counter; or \
            connections to an address of this machine fail, and their packets do not pass its loopback \
            interface; or packets to a silent destination are seen to leave with a source address that this machine does not have, \
            and no router reports them, or to leave for another destination, or not to leave while this machine looks in vain for \
            another destination
            """,
        incident: .init(scope: .machine, basis: .answer, breaks: .nothing))
    static let reversePath = CauseEntry(
        "local.reverse-path", .error,
        "Answers arrive on an interface that does not lead to their sender, and this machine's strict reverse path filter drops them.",
        summary:
            "answers from {destination} arrive on {interface}, where this machine's reverse path filter drops them",
        advice: [
            "See which interface leads there: ip route get {address}",
            "Find out from the gateway's routes why its answers arrive on another one; or accept them: sysctl -w net.ipv4.conf.all.rp_filter=2 net.ipv4.conf.{interface}.rp_filter=2",
        ],
        evidence:
            "an answer is seen on an interface (packet(7)), but does not reach its socket, and the kernel's "
            + "counter IPReversePathFilter rises at the same time",
        incident: .init(scope: .machine(by: "interface"), basis: .configuration, breaks: .nothing))
    static let resource = CauseEntry(
        "local.resource", .error, "This machine ran out of file descriptors, ports or memory.",
        summary: "this machine ran out of resources: {error}",
        advice: [
            "See what is in use: {ss} -s; cat /proc/sys/fs/file-nr",
            "See which programs hold the ports: ss {sockets}",
            "See the range of local ports: {sysctl} net.ipv4.ip_local_port_range",
            "Raise the limit, or stop what uses so much: {systemctl} show -p LimitNOFILE netdiagd",
            "See on which interface there are so many neighbours, as with a large subnet or a scan: ip neigh show; or raise the limit: sysctl -w {limit}=8192",
        ],
        evidence:
            "a system call fails with EMFILE, ENFILE, EADDRNOTAVAIL or ENOMEM; or one fails with ENOBUFS, and begins a "
            + "connection, or the kernel counts each time that its neighbour table is full, or a datagram to this machine "
            + "itself fails as well",
        incident: .init(scope: .machine, basis: .answer, breaks: .nothing))

    /// The probe of a kind of target kept on running, so that nothing is known about the target.
    static let probeOverrun = CauseEntry(
        "local.probe-overrun", .error,
        "The probe of a kind of target did not end in time, which is a fault of netdiag.",
        summary: "the probe of {kind} did not end in time, so nothing is known about {destination}",
        advice: [
            "Give it more time, to see whether it ends at all: netdiag check --timeout 60 {target}",
            "Report it to the author of this kind of target",
        ],
        evidence: "the probe is still running a second after the deadline of the check, and is cancelled",
        incident: .init(scope: .target, basis: .answer, breaks: .nothing))

    static let clock = CauseEntry(
        "local.clock", .error, "This machine's clock is so far off that TLS fails.",
        summary:
            "this machine's clock is wrong ({here}, {difference}{state}), so the certificate of {destination} cannot be verified",
        advice: [
            "See what chrony says: {chrony} tracking; then set the clock at once: {chrony} makestep",
            "See what synchronises the clock: {timesyncd} timesync-status; then switch it on: {timesyncd} set-ntp true",
            "See what ntpd says: {ntp} -p; then set the clock at once: systemctl restart ntpsec",
            "Install a time service: apt install chrony; see the clock: {none}",
            "Or set it by hand: date -u -s '{there}' && hwclock --systohc",
            "In a virtual machine, check the host's clock; on hardware, the battery of its clock",
        ],
        evidence:
            "certificates are invalid by this machine's clock, but valid by another one (of the target's Date "
            + "field, the gateway or the proxy) that differs by minutes, or, as a warning, invalid by both, while "
            + "nothing synchronises this clock; or the clock is before the day on which "
            + "this program was built; and the kernel does not report that the clock is synchronised. The machine's "
            + "status has only the day on which this program was built",
        incident: .init(scope: .machine, basis: .answer, breaks: .nothing))

    static let trustStore = CauseEntry(
        "local.trust-store", .error,
        "The file with the certificate authorities that this machine trusts cannot be used, so TLS fails with every server.",
        summary: "this machine can verify no certificate: {file} has no usable certificates of authorities",
        advice: [
            "Restore {system}: apt install --reinstall ca-certificates && update-ca-certificates --fresh",
            "See what is in it: ls -l {file}; openssl x509 -in {file} -noout -subject",
        ],
        evidence:
            "OpenSSL cannot load the authorities from the file; or the file of the system exists, but has no certificate in it",
        side: .machine, incident: .init(scope: .machine(by: "file"), basis: .configuration, breaks: .nothing))

    static let hopLimit = CauseEntry(
        "local.hop-limit", .error,
        "This machine sends packets with too small a hop limit (TTL), so they do not reach their destination.",
        summary:
            "this machine's packets start with a hop limit (TTL) of {limit} ({setting}), which is too small to get {end}",
        advice: [
            "Set it to the usual value: sysctl -w {setting}=64",
            "Find out what set it: grep -rs {setting} /etc/sysctl.conf /etc/sysctl.d /run/sysctl.d /usr/lib/sysctl.d",
        ],
        evidence:
            "the kernel's setting is less than 32, the number of routers that a path through the Internet may have",
        incident: .init(scope: .machine(by: "setting"), basis: .configuration, breaks: .nothing))

    static let ipsec = CauseEntry(
        "local.ipsec", .error,
        "An IPsec policy on this machine requires encryption, but there are no keys for it, so packets are held back.",
        summary:
            "this machine holds back packets to {destination}: an IPsec policy requires encryption, but there are no keys for it",
        advice: [
            "See which policy applies, and whether it has a state (SA): ip xfrm policy; ip xfrm state",
            "Start the service that negotiates the keys, and see its log: swanctl --list-sas; systemctl status strongswan; journalctl -t charon",
            "If the VPN is no longer needed, remove the policy: ip xfrm policy flush",
        ],
        evidence:
            "the target does not answer, and the kernel's counter XfrmOutNoStates (/proc/net/xfrm_stat) rises "
            + "with each attempt to connect to it",
        incident: .init(scope: .machine, basis: .answer, breaks: .nothing))
    static let queue = CauseEntry(
        "local.queue", .error, "A traffic shaper on this machine's interface drops outgoing packets.",
        summary: "the queue of this machine's interface {interface} drops packets to {destination}",
        advice: [
            "See what it drops: tc -s qdisc show dev {interface}",
            "Set its burst and limit to several full packets, or remove it: tc qdisc del dev {interface} root",
        ],
        evidence:
            "the target does not answer, the interface has a queueing discipline other than the usual ones of the"
            + " kernel, and its drop counter rises with each datagram of a certain size that is sent to the target",
        incident: .init(scope: .machine(by: "interface"), basis: .answer, breaks: .nothing))

    static let all = [
        permission, firewall, reversePath, resource, probeOverrun, clock, trustStore, hopLimit, ipsec, queue,
    ]
}
