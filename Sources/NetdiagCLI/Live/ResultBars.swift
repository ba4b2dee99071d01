import FoundationEssentials
import NetworkModel

/// The last results of targets, by their keys: what the daemon has, and what comes meanwhile.
struct ResultBars: Sendable {
    /// Of each target, that are shown.
    static let count = 24
    /// Of each target, that are kept.
    private static let maxKept = 60

    private var marks: [String: [Mark]] = [:]

    init() {}

    private struct Document: Decodable {
        struct Target: Decodable {
            let target: String
            let name: String?
            let results: String
        }

        let targets: [Target]
    }

    /// Takes `GET /v1/recent`; what came before it is of the same results.
    mutating func take(recent json: [UInt8]) {
        guard let document = try? JSON.decode(Document.self, from: json) else { return }
        for target in document.targets {
            marks[target.name ?? target.target] = target.results.suffix(Self.maxKept).map { letter in
                switch letter {
                case "u": .up
                case "w": .degraded
                case "d": .down
                case "m": .idle
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

    /// Takes the report of an event.
    mutating func take(report json: [UInt8]) {
        guard let result = try? JSON.decode(Result.self, from: json) else { return }
        let key = result.name ?? result.target
        // Of targets that are not configured, nothing is kept.
        guard let before = marks[key] else { return }
        marks[key] = (before + [Mark(result.status, isDegraded: result.degraded)]).suffix(Self.maxKept)
    }

    /// The newest on the right.
    func bar(of key: String, _ glyphs: Glyphs) -> Text {
        (marks[key] ?? []).suffix(Self.count).map { mark in
            switch mark {
            case .up: Text(glyphs.isUnicode ? "█" : "#", .good)
            case .degraded: Text(glyphs.isUnicode ? "▆" : "=", .warning)
            case .down: Text(glyphs.isUnicode ? "▂" : "_", .bad)
            case .unknown: Text("?", .dim)
            case .idle: Text("m", .dim)
            }
        }.joined(separator: Text())
    }
}
