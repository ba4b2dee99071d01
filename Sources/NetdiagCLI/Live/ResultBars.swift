import FoundationEssentials
import NetworkModel

/// The last results of targets by key: those from the daemon, and later ones.
struct ResultBars: Sendable {
    /// The number of results that are shown for each target.
    static let count = 24
    /// The number of results that are kept for each target.
    private static let maxKept = 60

    private var marks: [String: [TargetState]] = [:]

    init() {}

    private struct Document: Decodable {
        struct TargetResults: Decodable {
            let target: String
            let name: String?
            let results: String
        }

        let targets: [TargetResults]
    }

    /// Reads the response of `GET /v1/recent`, which replaces earlier results.
    mutating func replace(withRecent json: [UInt8]) {
        guard let document = try? JSON.decode(Document.self, from: json) else { return }
        for target in document.targets {
            marks[target.name ?? target.target] = target.results.suffix(Self.maxKept).map { letter in
                switch letter {
                case "u": .up
                case "w": .degraded
                case "d": .down
                case "m": .maintenance
                default: .unknown
                }
            }
        }
    }

    private struct Result: Decodable {
        let target: String
        let name: String?
        let status: ConnectionStatus
        let degraded: Bool
    }

    /// Adds the report of an event.
    ///
    /// - Parameter document: The status of the targets. A result in a maintenance window is no failure, which the report
    ///   does not say.
    mutating func append(report json: [UInt8], in document: StatusDocument?) {
        guard let result = try? JSON.decode(Result.self, from: json) else { return }
        let key = result.name ?? result.target
        // Results are only kept for configured targets.
        guard let before = marks[key] else { return }
        let isInMaintenance = document?.targets.first { $0.key == key }?.isInMaintenance == true
        let mark = isInMaintenance ? .maintenance : TargetState(result.status, isDegraded: result.degraded)
        marks[key] = (before + [mark]).suffix(Self.maxKept)
    }

    /// Returns the bar of a target, with the newest result on the right.
    func bar(of key: String, _ glyphs: Glyphs) -> Text {
        (marks[key] ?? []).suffix(Self.count).map { mark in
            switch mark {
            case .up: Text(glyphs.isUnicode ? "█" : "#", .good)
            case .degraded: Text(glyphs.isUnicode ? "▆" : "=", .warning)
            case .down: Text(glyphs.isUnicode ? "▂" : "_", .bad)
            case .unknown: Text("?", .dim)
            case .maintenance: Text("m", .dim)
            case .idle: Text(glyphs.idle, .dim)
            }
        }.joined(separator: Text())
    }
}
