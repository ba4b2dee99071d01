import Diagnosis
import NetworkModel
import Probes

/// Rules for a Unix socket: whether a service listens on it, and whether the path to it is accessible. HTTP responses
/// have their own rules.
enum UnixRules {
    static func findings(_ unix: UnixEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": shown(evidence.destination)]
        facts["place"] = shown(unix.place?.part ?? evidence.destination)
        facts["type"] = unix.place?.type.map { "a \($0.rawValue)" }
        facts["rights"] = unix.place.flatMap(rights)
        func named(_ entry: CauseEntry) -> [Finding] { [Finding(entry, facts)] }
        func end(_ how: String) -> [Finding] {
            facts["how"] = how
            return named(UnixCauses.closed)
        }
        switch unix.outcome {
        case .missing:
            facts["what"] = missing(unix.place, evidence.destination)
            return named(UnixCauses.noSocket)
        case .notASocket: return named(UnixCauses.notASocket)
        case .refused: return named(UnixCauses.refused)
        case .notPermitted:
            facts["what"] = notPermitted(unix.place, facts)
            return named(UnixCauses.permission)
        case .backlogFull: return named(UnixCauses.backlogFull)
        case .wrongType: return named(UnixCauses.wrongType)
        case .connected:
            guard let http = unix.http else { return [] }
            switch http.outcome {
            case .closed: return end(FactPhrase.closesConnection.text)
            case .reset: return end(FactPhrase.resetsConnection.text)
            case .noAnswer: return named(UnixCauses.noAnswer)
            case .response, .endlessHead, .redirectRefused, .malformed, .truncated, .stalled, .redirectLoop, .failed:
                return HTTPRules.findings(http, in: evidence)
            }
        }
    }

    private static func missing(_ place: SocketPath?, _ path: String) -> String {
        guard let place else { return UnixPhrases.pathDoesNotExist.text(["path": shown(path)]) }
        let part = shown(place.part)
        return switch place.type {
        case nil: UnixPhrases.pathDoesNotExist.text(["path": part])
        case .link: UnixPhrases.leadsNowhere.text(["path": part])
        case .directory where place.part != path: UnixPhrases.hasChanged.text(["path": part])
        case .file, .other, .socket, .directory:
            (place.part == path ? UnixPhrases.hasBeenMade : UnixPhrases.isNoDirectory).text(["path": part])
        }
    }

    private static func notPermitted(_ place: SocketPath?, _ facts: [String: String]) -> String {
        guard let place, !place.isPermitted else {
            return UnixPhrases.allowedOtherwise.text
        }
        let needed = place.type == .directory ? UnixPhrases.mayNotBeSearched : UnixPhrases.mayNotBeWritten
        let problem = needed.text(["path": shown(place.part)])
        return facts["rights"].map { UnixPhrases.itIsOf.text(["problem": problem, "rights": $0]) } ?? problem
    }

    /// The permissions as text, as in `of user 0 and group 998, mode 0660`.
    private static func rights(_ place: SocketPath) -> String? {
        guard let owner = place.owner, let group = place.group, let mode = place.mode else { return nil }
        let digits = String(mode, radix: 8)
        return UnixPhrases.ofUserAndGroup.text([
            "user": "\(owner)", "group": "\(group)",
            "mode": "0\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits)",
        ])
    }
}
