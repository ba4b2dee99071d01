import NetdiagConfiguration
import NetworkModel

/// The names of the daemon's targets, for a command that must fail before anything is checked.
struct DaemonTargets {
    private struct Status: Decodable {
        struct Entry: Decodable {
            let target: String
            let name: String?
        }

        let targets: [Entry]
    }

    let socketPath: String

    /// Ensures that the daemon has targets with all of the names. If it does not list its targets, it reports unknown names
    /// itself.
    ///
    /// - Parameter names: Texts that are not targets by themselves, each with the reason.
    /// - Throws: ``Failure/usage(_:)`` with the first unknown name and the most similar known one.
    func require(_ names: [(text: String, problem: String)]) throws(Failure) {
        guard !names.isEmpty,
            case .success(let bytes) = try DaemonDocument(
                socketPath: socketPath, path: "/v1/status", limit: .seconds(15)
            ).bytes(), let status = try? JSON.decode(Status.self, from: bytes)
        else { return }
        let known = Set(status.targets.flatMap { [$0.name, $0.target].compactMap(\.self) })
        guard let unknown = names.first(where: { !known.contains($0.text) }) else { return }
        let meant = NearestName.of(unknown.text, among: status.targets.map { $0.name ?? $0.target })
            .map { ", did you mean \(SafeText.shown($0))?" }
        throw .usage("\(unknown.problem); no target of the daemon has this name either\(meant ?? "")")
    }
}
