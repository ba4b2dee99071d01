import NetworkModel

/// What the daemon's targets are called, for a command that is to fail before anything is asked.
struct DaemonTargets {
    private struct Status: Decodable {
        struct Entry: Decodable {
            let target: String
            let name: String?
        }

        let targets: [Entry]
    }

    let socketPath: String

    /// Makes sure that the daemon knows all of the names. One that does not tell is left to say so itself.
    ///
    /// - Parameter names: Texts that are no targets by themselves, each with what is wrong with it.
    /// - Throws: ``Failure/usage(_:)`` with the first that is unknown, and the name that is nearest.
    func require(_ names: [(text: String, problem: String)]) throws(Failure) {
        guard !names.isEmpty,
            case .success(let bytes) = try DaemonDocument(
                socketPath: socketPath, path: "/v1/status", limit: .seconds(15)
            ).bytes(), let status = try? JSON.decode(Status.self, from: bytes)
        else { return }
        let known = Set(status.targets.flatMap { [$0.name, $0.target].compactMap(\.self) })
        guard let unknown = names.first(where: { !known.contains($0.text) }) else { return }
        let lowered = Dictionary(
            status.targets.map { ($0.name ?? $0.target) }.map { ($0.lowercased(), $0) },
            uniquingKeysWith: { first, _ in first })
        let meant = KeySuggestion.nearest(to: unknown.text, among: lowered.keys.sorted()).flatMap { lowered[$0] }
            .map { ", did you mean \(SafeText.shown($0))?" }
        throw .usage("\(unknown.problem); no target of the daemon is called so either\(meant ?? "")")
    }
}
