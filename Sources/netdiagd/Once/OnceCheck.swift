import ArgumentParser
import Glibc
import NetdiagService
import NetworkDiagnostics
import NetworkModel
import TargetKinds

/// `netdiagd --once check`: a report a line, as they are ready.
struct OnceCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Check targets.")

    @OptionGroup var families: FamilyOptions
    @Option(help: "Seconds that one check may take, 0.1 to 300.") var timeout: Seconds?
    @Argument(help: "What to check.") var targets: [String]

    func run() async throws {
        let targets: [Target]
        do {
            targets = try self.targets.map { try Target($0) }
        } catch {
            StandardError.write("\(error)")
            throw ExitCode(EX_USAGE)
        }
        var options = CheckOptions()
        if let timeout { options.timeout = timeout.duration }
        if families.isIPv4Only { options.families = [.ipv4] }
        if families.isIPv6Only { options.families = [.ipv6] }
        let process = try OnceProcess()
        var worst: Int32 = 0
        do {
            try await process.engine.check(targets.map { ($0, options) }) { _, report in
                try OnceProcess.print(report)
                worst = max(worst, OnceProcess.exitCode(report.status, isDegraded: report.degraded))
            }
        } catch let error as CheckError {
            StandardError.write(error.description)
            throw ExitCode(EX_USAGE)
        }
        OnceProcess.end(worst)
    }
}
