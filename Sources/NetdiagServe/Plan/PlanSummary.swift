import NetworkFaults
import NetworkModel

extension ServePlan {
    /// The served content as text: `3 routes, a zone of 2 records`.
    var summary: String {
        let routes = listeners.filter { $0.content == .http }.flatMap(\.routes).reduce(0) { $0 + $1.count }
        let faults = faultServers.map { "a server with \($0.definition.name(with: $0.arguments))" }
        let others = listeners.flatMap(\.otherContents) + faults
        let parts = (routes > 0 || others.isEmpty ? [Quantity.text(routes, "route")] : []) + others
        return parts.joined(separator: ", ")
    }
}

extension ListenerPlan {
    /// The content in addition to routes.
    fileprivate var otherContents: [String] {
        switch content {
        case .zone(let zone): ["a zone of \(Quantity.text(zone.recordCount, "record"))"]
        case .script(let script): ["a script of \(Quantity.text(script.stepCount, "step"))"]
        case .stream, .http:
            [
                replay.map { "a recording of \(Quantity.text($0.table.count, "request"))" },
                upstream.map { "\(content == .stream ? "connections" : "requests") forwarded to \($0.url)" },
            ].compactMap(\.self)
        }
    }
}

extension ListenerContent {
    /// The default name of a listener.
    var usualName: String {
        switch self {
        case .http: "http"
        case .stream: "tcp"
        case .script: "script"
        case .zone: "dns"
        }
    }
}
