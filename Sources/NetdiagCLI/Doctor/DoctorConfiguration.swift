import Diagnosis
import Glibc
import NetdiagConfiguration
import NetworkModel
import Translations

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

    private static var application: LocalSentence { LocalSentence(.thenApply, ["command": ServiceAdvice().reload]) }

    /// The first of several messages, with the number of the others.
    private static func first(_ text: String, of count: Int) -> String {
        count > 1 ? CommandPhrase.withMore.text(["text": text, "more": "\(count - 1)"]) : text
    }

    init(path: String) {
        self.path = path
        let shown = SafeText.escapedPath(path)
        var status = stat()
        guard stat(path, &status) == 0 || errno != ENOENT else {
            read = Configuration()
            finding = DoctorFinding(
                "configuration", .note, .noConfiguration, ["file": shown],
                fix: LocalSentence(.writeConfiguration, ["command": "sudo netdiag setup"]))
            return
        }
        do {
            let configuration = try Configuration.read(path: path)
            read = configuration
            let valid = LocalSentence(.configurationValid, configuration.targets.count, ["file": shown])
            let warnings = configuration.warnings
            finding =
                warnings.first.map { first in
                    DoctorFinding(
                        "configuration", .warning, .validBut,
                        ["valid": valid.text, "warning": Self.first(first.description, of: warnings.count)],
                        fix: LocalSentence(.correctWarnings, ["command": Self.check(path)]), Self.application)
                } ?? DoctorFinding("configuration", .ok, valid)
        } catch {
            read = nil
            // Only root can read files with secrets.
            let isRefused = geteuid() != 0 && error.problems.allSatisfy { $0.text.contains(ErrorNumber.text(EACCES)) }
            let refusal: CommandPhrase = access(path, R_OK) == 0 ? .configurationNotJudged : .fileUnreadable
            let lines = error.description.unicodeScalars.split(separator: "\n").map { String($0) }
            let problem = Self.first(lines.first ?? "", of: lines.count)
            finding =
                isRefused
                ? DoctorFinding(
                    "configuration", .note, refusal, ["file": shown, "error": lines.first ?? ""],
                    fix: LocalSentence(.runAsRoot, ["command": "sudo netdiag doctor"]))
                : DoctorFinding(
                    "configuration", .error, .configurationRefused, ["file": shown, "error": problem],
                    fix: LocalSentence(.correctErrors, ["command": Self.check(path)]), Self.application)
        }
    }
}
