import Diagnosis
import Glibc
import NetdiagConfiguration
import NetworkModel

/// Checks whether the daemon would accept its configuration.
struct DoctorConfiguration {
    let path: String
    /// The configuration; `nil` if it cannot be read.
    let read: Configuration?
    let finding: DoctorFinding

    /// The command that shows everything that is wrong.
    static func check(_ path: String) -> String {
        let word = Template.shellWord(SafeText.escapedPath(path))
        let option = path == Configuration.defaultPath ? "" : " --config \(word)"
        return "netdiagd\(option) --check-config"
    }

    init(path: String) {
        self.path = path
        let shown = SafeText.escapedPath(path)
        var status = stat()
        guard stat(path, &status) == 0 || errno != ENOENT else {
            read = Configuration()
            finding = DoctorFinding(
                "configuration", .note,
                "there is no \(shown): all settings have their defaults, and no target is monitored",
                fix: "Write one: sudo netdiag setup")
            return
        }
        do {
            let configuration = try Configuration.read(path: path)
            read = configuration
            let count = configuration.targets.count
            let valid = "\(shown) is valid, with \(count) target\(count == 1 ? "" : "s")"
            let warnings = configuration.warnings
            finding =
                warnings.first.map { first in
                    DoctorFinding(
                        "configuration", .warning,
                        "\(valid), but \(first)" + (warnings.count > 1 ? " (and \(warnings.count - 1) more)" : ""),
                        fix: "Correct it; to see all warnings: \(Self.check(path))",
                        "Then apply it: \(ServiceAdvice().reload)")
                } ?? DoctorFinding("configuration", .ok, valid)
        } catch {
            read = nil
            // Only root can read files with secrets.
            let isRefused = geteuid() != 0 && error.problems.allSatisfy { $0.text.contains(ErrorNumber.text(EACCES)) }
            let lines = error.description.unicodeScalars.split(separator: "\n").map { String($0) }
            let more = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
            finding =
                isRefused
                ? DoctorFinding(
                    "configuration", .note, "\(shown) cannot be judged by this user: \(lines.first ?? "")",
                    fix: "Run it as root: sudo netdiag doctor")
                : DoctorFinding(
                    "configuration", .error, "the daemon would refuse \(shown): \(lines.first ?? "")\(more)",
                    fix: "Correct it; to see all errors: \(Self.check(path))",
                    "Then apply it: \(ServiceAdvice().reload)")
        }
    }
}
