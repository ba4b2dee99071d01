import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds

/// The targets of the configuration file, for checks that this process makes.
struct LocalTargets: Sendable {
    /// What is checked, and how where the configuration says so.
    struct Subject: Sendable {
        let target: Target
        /// What the configuration calls it.
        var name: String?
        var options = CheckOptions()
    }

    private let targets: ConfiguredTargets
    /// Why the file is of no use.
    private let problem: String?

    static func read() -> LocalTargets {
        do {
            return LocalTargets(targets: ConfiguredTargets(try Configuration.read(pathOrDefault: nil)), problem: nil)
        } catch {
            let first = error.description.unicodeScalars.split(separator: "\n").first.map { String($0) }
            return LocalTargets(targets: ConfiguredTargets(), problem: first)
        }
    }

    /// The configured target that is called so, or the target that the text says.
    ///
    /// - Throws: ``Failure/failed(_:)`` where it may be a name of a file that cannot be read, ``Failure/usage(_:)`` where it is
    ///   nothing.
    func find(_ text: String) throws(Failure) -> Subject {
        let found: (target: Target, settings: Configuration.TargetSettings?)
        do throws(SettingsError) {
            found = try targets.find(text)
        } catch {
            guard let problem, !text.contains("://") else { throw .usage(error.reason) }
            throw .failed(
                "\(Text.shown(text)) may be the name of a target, and the configuration cannot be read: \(problem)")
        }
        guard let settings = found.settings else {
            // A word may be a name of the file that cannot be read, and a check of a host would be of something else.
            if let problem, !text.contains(where: { ":./".contains($0) }) {
                throw Failure.failed(
                    "\(Text.shown(text)) may be the name of a target, and the configuration cannot be read: \(problem); "
                        + "the host is icmp://\(Text.shown(text))")
            }
            return Subject(target: found.target)
        }
        return Subject(target: found.target, name: settings.name, options: targets.options(of: settings))
    }

    /// As the daemon's reports are.
    func finish(_ report: Report, of subject: Subject) -> Report {
        var report = report
        report.name = subject.name
        if subject.name == nil { targets.explain(&report, of: subject.target) }
        return report
    }
}
