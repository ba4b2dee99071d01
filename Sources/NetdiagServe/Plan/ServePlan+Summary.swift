import NetworkFaults
import NetworkModel
import Translations

extension ServePlan {
    /// The served content as text: `3 routes, a zone of 2 records`.
    var summary: String {
        let routes = listeners.filter { $0.content == .http }.flatMap(\.routes).reduce(0) { $0 + $1.count }
        let faults = faultServers.map {
            ToolPhrase.serverWithFault.text(["fault": $0.definition.name(with: $0.arguments)])
        }
        let others = listeners.flatMap(\.otherContents) + faults
        let parts = (routes > 0 || others.isEmpty ? [ToolPhrase.countRoutes.text(routes)] : []) + others
        return parts.joined(separator: Phrase.partSeparator)
    }
}

extension ListenerPlan {
    /// The content in addition to routes.
    fileprivate var otherContents: [String] {
        switch content {
        case .zone(let zone): [ToolPhrase.zoneOfRecords.text(zone.recordCount)]
        case .script(let script): [ToolPhrase.scriptOfSteps.text(script.stepCount)]
        case .stream, .http:
            [
                replay.map { ToolPhrase.recordingOfRequests.text($0.table.count) },
                upstream.map { forwarded.text(["url": $0.url]) },
            ].compactMap(\.self)
        }
    }

    private var forwarded: ToolPhrase { content == .stream ? .connectionsForwarded : .requestsForwarded }
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
