import NetworkModel

/// Causes in the resolution of names.
enum DNSCauses {
    static let noServer = CauseEntry(
        "dns.no-server", .error, "No resolver is configured.",
        summary: "no DNS server is configured, so {name} could not be looked up",
        advice: [
            "see what is configured: cat /etc/resolv.conf; resolvectl status",
            "name one: echo 'nameserver ADDRESS' > /etc/resolv.conf, or resolvectl dns INTERFACE ADDRESS",
        ])
    static let misconfigured = CauseEntry(
        "dns.misconfigured", .error, "A configured resolver is no address, or its file cannot be parsed.",
        summary: "the resolver's configuration is not understood: {problem}",
        advice: ["mend the line: {problem}"])
    static let serverUnreachable = CauseEntry(
        "dns.server-unreachable", .error, "No configured DNS server answers in time.",
        summary: "no DNS server answers in time: {servers}",
        advice: [
            "ask it by hand: dig @{server} {name}",
            "see whether its host is there: ping {server}",
            "see which servers are configured: cat /etc/resolv.conf; resolvectl status",
        ])
    static let serverClosed = CauseEntry(
        "dns.server-closed", .error, "The server's host answers, but nothing listens on its DNS port.",
        summary: "nothing listens for DNS on {servers}",
        advice: [
            "start the DNS server on {server}: systemctl status systemd-resolved dnsmasq unbound named",
            "or ask another one: cat /etc/resolv.conf",
        ])
    static let someServersDead = CauseEntry(
        "dns.some-servers-dead", .warning, "A server answers, an earlier one in the list does not.",
        summary:
            "the DNS server {server} gives no answer ({reason}), which costs every look-up {delay}; {other} answers",
        advice: ["take it off the list, or mend it: cat /etc/resolv.conf; dig @{server} ."])
    static let refused = CauseEntry(
        "dns.refused", .error, "The DNS server refuses to answer (REFUSED).",
        summary: "the DNS server {server} refuses to answer for {name} (REFUSED)",
        advice: [
            "ask it by hand: dig @{server} {name}",
            "look at the server's access list, or whether it has a server of its own to ask",
        ])
    static let servfail = CauseEntry(
        "dns.servfail", .error, "The DNS server failed (SERVFAIL).",
        summary: "the DNS server {server} answered SERVFAIL for {name}",
        advice: [
            "see whether validation is the reason: dig @{server} +cd {name}",
            "ask another server: dig @ANOTHER-SERVER {name}",
            "look at the server's log on {server}",
        ])
    static let nxdomain = CauseEntry(
        "dns.nxdomain", .error, "The name does not exist.",
        summary: "the name {name} does not exist, says {server}",
        advice: ["look for a typing error in {name}", "see where the name ends: dig +trace {name}"])
    static let noAddress = CauseEntry(
        "dns.no-address", .error, "The name exists, without an address of the wanted family.",
        summary: "the name {name} exists, but has no {families} address",
        advice: ["see what it has: dig {name} ANY", "check the other family: netdiag check {name}"])
    static let malformed = CauseEntry(
        "dns.malformed", .error, "The answer is not valid DNS, or has another id or question.",
        summary: "the DNS server {server} gave an answer for {name} that is not valid DNS",
        advice: [
            "look at the answer: dig @{server} {name}", "something between here and {server} may answer in its place",
        ])
    static let mdnsUnavailable = CauseEntry(
        "dns.mdns-unavailable", .error, "A .local name, and no mDNS resolver answers on this machine.",
        summary: "{name} is a multicast DNS name, and nothing on this machine resolves those",
        advice: [
            "install what is missing: apt-get install avahi-daemon libnss-mdns",
            "start it: systemctl start avahi-daemon",
        ])
    static let mdnsNotInNsswitch = CauseEntry(
        "dns.mdns-not-in-nsswitch", .warning,
        "Avahi resolves the .local name, the system's resolver is not set up to ask it.",
        summary: "Avahi knows {name}, but programs on this machine do not ask it",
        advice: ["install libnss-mdns, and put mdns4_minimal [NOTFOUND=return] before dns in /etc/nsswitch.conf"])

    static let unexpectedAnswer = CauseEntry(
        "dns.unexpected-answer", .error, "The server answers, but not with the records that are expected.",
        summary: "{server} answers for {name} without {missing}; it has {found}",
        advice: [
            "ask by hand: netdiag resolve {name} --server {server}",
            "or correct records: of the target in /etc/netdiag/netdiag.yaml",
        ])

    static let all = [
        unexpectedAnswer,
        noServer, misconfigured, serverUnreachable, serverClosed, someServersDead, refused, servfail, nxdomain,
        noAddress, malformed, mdnsUnavailable, mdnsNotInNsswitch,
    ]
}
