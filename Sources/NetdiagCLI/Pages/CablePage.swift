import NetworkEmulation
import NetworkModel

/// The final summary of `netdiag with`.
enum CablePage {
    static func lines(_ summary: CableSummary) -> [String] {
        var lines = ["netdiag: the network of this command, seed \(summary.seed):"]
        lines.append("  sent      " + words(summary.up))
        lines.append("  received  " + words(summary.down))
        var others: [String] = []
        if summary.connections > 0 { others.append(Quantity.text(summary.connections, "connection")) }
        if summary.connectionsRefused > 0 {
            others.append("\(summary.connectionsRefused) more than can be open at once")
        }
        if summary.questions > 0 {
            let interfered = summary.questionsInterferedWith
            others.append(
                (summary.questions == 1 ? "1 DNS query" : "\(summary.questions) DNS queries")
                    + (interfered > 0 ? ", \(interfered) of them altered" : ""))
        }
        if let hasAccepted = summary.hasAcceptedPortal {
            others.append(hasAccepted ? "the portal's terms were accepted" : "the portal's terms were not accepted")
        }
        if summary.echoRefused > 0 {
            others.append("\(summary.echoRefused) pings that this user may not send (net.ipv4.ping_group_range)")
        }
        if summary.notCarried > 0 { others.append("\(Quantity.text(summary.notCarried, "packet")) not carried") }
        if !others.isEmpty { lines.append("  " + others.joined(separator: "; ")) }
        return lines
    }

    private static func words(_ direction: DirectionSummary) -> String {
        var words = ["\(Quantity.text(direction.packets, "packet")), \(size(direction.bytes))"]
        for (count, what) in [
            (direction.lost, "lost"), (direction.outage, "lost in outages"), (direction.queueFull, "beyond the queue"),
            (direction.tooBig, "too big"), (direction.corrupted, "corrupted"), (direction.duplicated, "duplicated"),
            (direction.reordered, "reordered"),
        ] where count > 0 {
            words.append("\(count) \(what)")
        }
        if direction.delayed > 0 {
            words.append(
                "\(direction.delayed) delayed by \(Quantity.text(Milliseconds(direction.averageDelay))) on average")
        }
        return words.joined(separator: "; ")
    }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: Quantity.text(bytes, "byte")
        case ..<10_000_000: "\(bytes / 1_000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
