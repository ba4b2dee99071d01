import NetdiagConfiguration
import NetworkModel
import Translations

/// The names of the daemon's targets, for a command that must fail before anything is checked.
struct DaemonTargets {
    /// A target of the daemon.
    struct Entry: Decodable {
        let target: String
        let name: String?
    }

    private struct Status: Decodable {
        let targets: [Entry]
    }

    let socketPath: String

    /// - Returns: The daemon's targets; `nil` if it does not list them.
    func entries(within limit: Duration = .seconds(15)) throws(Failure) -> [Entry]? {
        guard
            case .success(let bytes) = try DaemonDocument(socketPath: socketPath, path: "/v1/status", limit: limit)
                .bytes()
        else { return nil }
        return (try? JSON.decode(Status.self, from: bytes))?.targets
    }

    /// Ensures that the daemon has targets with all of the names. If it does not list its targets, it reports unknown names
    /// itself.
    ///
    /// - Parameter names: Texts that are not targets by themselves, each with the reason.
    /// - Throws: ``Failure/usage(_:)`` with the first unknown name and the most similar known one.
    func require(_ names: [(text: String, problem: String)]) throws(Failure) {
        guard !names.isEmpty, let targets = try entries() else { return }
        let known = Set(targets.flatMap { [$0.name, $0.target].compactMap(\.self) })
        guard let unknown = names.first(where: { !known.contains($0.text) }) else { return }
        var facts = ["problem": unknown.problem]
        guard let meant = NearestName.of(unknown.text, among: targets.map { $0.name ?? $0.target }) else {
            throw .usage(ToolPhrase.noTargetNamedSo.text(facts))
        }
        facts["meant"] = SafeText.shown(meant)
        throw .usage(ToolPhrase.noTargetNamedSoBut.text(facts))
    }
}
