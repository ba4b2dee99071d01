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
    func find(_ text: String) throws(Failure) -> Subject {
        do {
            let found = try targets.find(text)
            guard let settings = found.settings else {
                // A word may be a name of the file that cannot be read.
                if let problem, !text.contains(where: { ":./".contains($0) }) {
                    StandardStream.complain(
                        "netdiag: names of targets are not known, since the configuration cannot be read: \(problem)")
                }
                return Subject(target: found.target)
            }
            return Subject(target: found.target, name: settings.name, options: targets.options(of: settings))
        } catch {
            let file = problem.map { "; names of targets are not known, since the configuration cannot be read: \($0)" }
            throw .usage(error.reason + (file ?? ""))
        }
    }

    /// As the daemon's reports are.
    func finish(_ report: Report, of subject: Subject) -> Report {
        var report = report
        report.name = subject.name
        if subject.name == nil { targets.explain(&report, of: subject.target) }
        return report
    }
}
