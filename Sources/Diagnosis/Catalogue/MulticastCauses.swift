import NetworkModel

/// The causes in multicast DNS and DNS-SD.
enum MulticastCauses {
    static let notFound = CauseEntry(
        "mdns.not-found", .error, "Nobody on the link answers for the .local name or service.",
        summary: "no host on the link answers for {name}",
        advice: [
            "See what is on the link: netdiag browse", "Check that the host is switched on and on the same link",
            "Then try again: netdiag resolve {host}",
        ],
        evidence:
            "no answer reaches avahi-daemon, which asks twice within two seconds, nor a socket of netdiag's own, "
            + "whose packets do get out and back in on the link",
        incident: .init(scope: .target(by: "name"), basis: .answer, breaks: .nothing))
    static let daemonDown = CauseEntry(
        "mdns.daemon-down", .warning, "avahi-daemon or the system bus is not running.",
        summary: "multicast DNS is not available: {reason}",
        // The reason contains what to start.
        advice: ["Find out why it is not running: journalctl -u avahi-daemon -u dbus"],
        evidence:
            "the system bus does not accept a connection, or avahi-daemon is not on it; an error if the target is"
            + " a service, which cannot be found without it, and information if the configuration has nothing that "
            + "needs it",
        side: .machine, incident: .init(scope: .machine(by: "reason"), basis: .answer, breaks: .nothing))
    static let stale = CauseEntry(
        "mdns.stale", .warning, "A service is announced, but its host or port does not answer.",
        summary: "{instance} is announced at {host} port {port}, but {problem}",
        advice: [
            "See what is announced now: netdiag resolve {host}; netdiag browse --resolve",
            "On {announcer}, check that the service is running and listens on port {port}: ss -ltn",
            "See what else {placeholder} offers under that name: netdiag browse",
            "Shut down {announcer} properly, or restart its avahi-daemon: announcements outlive a host that disappears "
                + "by up to 75 minutes",
        ],
        evidence: """
            the instance has an SRV record, but its port is 0, or its host has no address, does not answer on \
            the link, or refuses or ignores connections to the announced port; an error if it is the target. A \
            browse that resolves marks such services as stale: TCP ports are expected to accept a connection \
            within a second, and hosts that are not on the link are not contacted
            """,
        incident: .init(scope: .target(by: "instance"), basis: .answer, breaks: .nothing))
    static let collision = CauseEntry(
        "mdns.collision", .warning, "Another host on the link uses the name of our service.",
        summary: "{reason}; this machine is announced as {name}",
        advice: [
            "Give this machine another name: set publish: name: in /etc/netdiag/netdiag.yaml, or hostnamectl hostname NAME"
        ],
        evidence:
            "avahi-daemon reports that another host has claimed the name under which the service was to be published",
        side: .network, incident: .init(scope: .target(by: "name"), basis: .answer, breaks: .nothing))
    static let blocked = CauseEntry(
        "mdns.blocked", .warning, "Multicast packets do not get out or in on an interface.",
        summary: "multicast DNS does not get through on {interface}: {problem}",
        advice: [
            "Switch multicast on: ip link set {off} multicast on",
            "Allow UDP port 5353 in and out on {filtered}: nft list ruleset; with firewalld: firewall-cmd --add-service=mdns",
            "Check the network between this machine and {peer}: client isolation and IGMP snooping on the "
                + "switch or access point, and the packet filter of {peer}",
            "See which daemons see each other: netdiag peers; multicast does not pass {direction}",
        ],
        evidence: """
            the interface does not have the flag MULTICAST; or sending to 224.0.0.251 or ff02::fb port 5353 \
            fails with EPERM; or the packet sent there, which the kernel loops back, does not arrive at a socket \
            that has joined the group; or a host answers the same query by unicast, while its multicast \
            answers, requested twice, are not received. Only the last sign shows a switch that drops multicast, \
            and only if the kernel knows a neighbour that runs a responder; otherwise it cannot be distinguished \
            from mdns.not-found. Or another netdiagd, queried twice over HTTP, does not see what this one \
            announces, or is itself not seen, neither by its announcement nor by an answer to a query for it; \
            this is information if it works with other daemons, so that the fault is not here. An error if \
            nothing gets through for a target on the link
            """,
        side: .network, incident: .init(scope: .machine(by: "interface"), basis: .answer, breaks: .nothing))
    static let malformedPeer = CauseEntry(
        "mdns.malformed-peer", .warning, "A host on the link announces records that cannot be decoded.",
        summary: "{address} on {interface} sends malformed multicast DNS: {problem}",
        advice: [
            "Find the host: ip neigh show {address}",
            "See what it sends: tcpdump -ni {interface} -vv host {address} and udp port 5353",
            "Update or restart its mDNS responder",
        ],
        evidence: """
            a packet of that sender to port 5353, received after a query of netdiag's own, has no DNS header, or \
            has records that extend beyond its end, or names or data that cannot be decoded; unknown types, \
            options and opcodes, and bytes after the last record, do not count. An error if it begins with the \
            name of a target that nobody else answers for
            """,
        incident: .init(scope: .target(by: "address"), basis: .answer, breaks: .nothing))

    static let all = [notFound, daemonDown, stale, collision, blocked, malformedPeer]
}
