import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Probes
import Synchronization
import TargetKinds
import Translations

/// The targets of the configuration file, for checks from this process.
struct LocalTargets: Sendable {
    /// A target, with its settings if it is configured.
    struct Subject: Sendable {
        let target: Target
        /// The name in the configuration.
        var name: String?
        var options = CheckOptions()
    }

    private let targets: ConfiguredTargets
    /// The reason why the file cannot be used.
    private let problem: String?
    /// The socket of the daemon, which knows the names as well.
    private let socketPath: String
    /// The names about whose settings a warning was written.
    private static let warned = Mutex<Set<String>>([])

    init(targets: ConfiguredTargets, problem: String?, socketPath: String) {
        (self.targets, self.problem, self.socketPath) = (targets, problem, socketPath)
    }

    /// Whether the settings of all configured targets are known.
    var isReadable: Bool { problem == nil }

    /// - Parameter socketPath: The socket of the daemon, which is asked for names if the file cannot be used.
    static func read(orAsk socketPath: String) -> LocalTargets {
        do {
            let targets = ConfiguredTargets(try Configuration.read(pathOrDefault: nil))
            return LocalTargets(targets: targets, problem: nil, socketPath: socketPath)
        } catch {
            let first = error.description.unicodeScalars.split(separator: "\n").first.map { String($0) }
            return LocalTargets(targets: ConfiguredTargets(), problem: first, socketPath: socketPath)
        }
    }

    /// The target with this name according to the daemon, without its settings; `nil` if the daemon names none.
    private func targetFromDaemon(named name: String, since problem: String) throws(Failure) -> Subject? {
        guard
            let entry = try DaemonTargets(socketPath: socketPath).entries(within: .seconds(5))?
                .first(where: { $0.name == name }), let target = try? Target(entry.target)
        else { return nil }
        if Self.warned.withLock({ $0.insert(name).inserted }) {
            let facts = ["name": Text.shown(name), "reason": problem]
            StandardStream.writeError("netdiag: \(CommandPhrase.checkedWithoutSettings.text(facts))")
        }
        return Subject(target: target, name: name)
    }

    /// The configured target with this name, or the target that the text specifies.
    ///
    /// - Throws: ``Failure/failed(_:)`` if it may be a name in a configuration that cannot be read, ``Failure/usage(_:)`` if it
    ///   is neither.
    func find(_ text: String) throws(Failure) -> Subject {
        let found: (target: Target, settings: Configuration.TargetSettings?)
        do throws(SettingsError) {
            found = try targets.find(text)
        } catch {
            guard let problem, !text.contains("://") else { throw .usage(FactWords.local(error.reason)) }
            if let subject = try targetFromDaemon(named: text, since: problem) { return subject }
            throw .failed(CommandPhrase.mayBeTargetName.text(["name": Text.shown(text), "reason": problem]))
        }
        guard let settings = found.settings else {
            // A word may be a name in the configuration that cannot be read, and must not be taken for a host.
            if let problem, !text.contains(where: { ":./".contains($0) }) {
                if let subject = try targetFromDaemon(named: text, since: problem) { return subject }
                let words = CommandPhrase.mayBeTargetName.text(["name": Text.shown(text), "reason": problem])
                throw Failure.failed(
                    CommandPhrase.orHostItself.text(["problem": words, "target": "icmp://\(Text.shown(text))"]))
            }
            return Subject(target: found.target)
        }
        return Subject(target: found.target, name: settings.name, options: targets.options(of: settings))
    }

    /// Completes a report, as the daemon does.
    func finish(_ report: Report, of subject: Subject) -> Report {
        var report = report
        report.name = subject.name
        if subject.name == nil { targets.explain(&report, of: subject.target) }
        return report
    }
}
