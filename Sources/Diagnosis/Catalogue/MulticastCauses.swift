import NetworkModel

/// Causes in multicast DNS and DNS-SD.
enum MulticastCauses {
    static let notFound = CauseEntry(
        "mdns.not-found", .error, "Nobody on the link answers for the .local name or service.",
        summary: "nobody on the link answers for {name}",
        advice: ["see who is there: netdiag browse", "look whether the host is switched on and on the same link"])
    static let daemonDown = CauseEntry(
        "mdns.daemon-down", .warning, "avahi-daemon or the system bus is not running.",
        summary: "multicast DNS is not available: {reason}",
        // The reason says what to start.
        advice: ["see why it is not running: journalctl -u avahi-daemon -u dbus"])
    static let collision = CauseEntry(
        "mdns.collision", .warning, "Our service name was taken on the link.",
        summary: "{reason}; this machine is announced as {name}",
        advice: [
            "give this machine another name: set publish: name: in /etc/netdiag/netdiag.yaml, or hostnamectl hostname NAME"
        ])

    static let all = [notFound, daemonDown, collision]
}
