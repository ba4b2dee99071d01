import Diagnosis
import FoundationEssentials
import Lab
import TargetKinds

import struct NetworkModel.Finding
import enum NetworkModel.ConnectionStatus
import enum NetworkModel.JSON
import struct NetworkModel.LayerReport
import struct NetworkModel.Report
import struct NetworkModel.StatusDocument

/// The program's verdict about a row, and how long it took.
struct FaultVerdict: Sendable {
    var status: ConnectionStatus
    var cause: Finding?
    var findings: [Finding]
    /// Empty for the machine's own status, which has no layers.
    var layers: [LayerReport] = []
    /// What the machine's status says was not observed.
    var unobserved: String?
    /// The time from the start of the command to its end.
    var time: Duration
    /// Whether judging its evidence again leads to the same verdict.
    var isRepeatable = true
    /// The actual exit code and the one that corresponds to the status.
    var exit: (is: ExitStatus, hasToBe: ExitStatus)
    /// The JSON document that the verdict was read from, with its evidence.
    var document = ""
}

extension Fault {
    /// Brings the fault about in an office that works, and gets the verdict.
    func run(in lab: Lab) async throws -> FaultVerdict {
        let office = try await OfficeAtWork(in: lab)
        return try await ask(office) { try await bringAbout(office) }
    }

    /// Gets the verdict after the fault has been brought about.
    func ask(_ office: OfficeAtWork, _ bringAbout: () async throws -> Void) async throws -> FaultVerdict {
        let client = office.client
        switch way {
        case .command:
            try await bringAbout()
            return try await check(["--no-daemon"], on: client)
        case .status(let configuration):
            try await client.write("/etc/netdiag/netdiag.yaml", configuration)
            try await bringAbout()
            return try await status(on: client)
        case .diagnose(let configuration):
            if let configuration { try await client.write("/etc/netdiag/netdiag.yaml", configuration) }
            try await bringAbout()
            return try await diagnose(on: client)
        case .daemon(let configuration):
            let daemon = try await client.startDaemon(configuration)
            try await bringAbout()
            let verdict = try await check([], on: client)
            _ = try await daemon.stop()
            return verdict
        case .lateDaemon(let configuration):
            try await bringAbout()
            let daemon = try await client.startDaemon(configuration)
            let verdict = try await check([], on: client)
            _ = try await daemon.stop()
            return verdict
        case .watched(let configuration):
            let daemon = try await client.startDaemon(configuration)
            try await bringAbout()
            let (cause, status) = (cause, status)
            try await daemon.status("\(title)") { document in
                // Before the first check has ended, nothing is known about the uplink. A fault that is brought about in
                // several steps may be found before the last step.
                document.status == status
                    && (cause == nil
                        ? document.uplink?.evidence != nil : document.findings.contains { $0.id == cause })
            }
            let verdict = try await self.status(on: client)
            _ = try await daemon.stop()
            return verdict
        case .machine(let configuration, let state):
            try await bringAbout()
            let daemon = try await client.startDaemon(configuration)
            try await daemon.status("a publication that is \(state)") {
                // Before the first check has ended, nothing is known about the uplink.
                $0.publication.state.rawValue == state && $0.uplink?.evidence != nil
            }
            let verdict = try await status(on: client)
            _ = try await daemon.stop()
            return verdict
        }
    }

    private func check(_ options: [String], on client: Host) async throws -> FaultVerdict {
        let asked = ["check", "--json"] + options + self.options + [target]
        let (result, time) = try await netdiag(asked, on: client)
        guard
            let report = try? JSON.decode(
                Report.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
        else {
            throw LabError.failed(command: ["netdiag"] + asked, result: result)
        }
        return try verdict(of: report, result, time)
    }

    private func status(on client: Host) async throws -> FaultVerdict {
        let (result, time) = try await netdiag(["status", "--json"], on: client)
        guard let document = try? JSON.decode(StatusDocument.self, from: Data(result.output.utf8)) else {
            throw LabError.failed(command: ["netdiag", "status"], result: result)
        }
        return verdict(of: document, result, time)
    }

    /// A line of `netdiag diagnose --json`, about a target or the machine.
    private struct Round: Decodable {
        let report: Report?
        let machine: StatusDocument?
    }

    private func diagnose(on client: Host) async throws -> FaultVerdict {
        // Its input is empty, so that it ends after the first round.
        let asked = ["diagnose", "--json"] + options + (target.isEmpty ? [] : [target])
        let (result, time) = try await netdiag(asked, on: client)
        let round = try? JSON.decode(
            Round.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
        if let report = round?.report { return try verdict(of: report, result, time) }
        if let machine = round?.machine { return verdict(of: machine, result, time) }
        throw LabError.failed(command: ["netdiag"] + asked, result: result)
    }

    private func verdict(of report: Report, _ result: CommandResult, _ time: Duration) throws -> FaultVerdict {
        let again = try report.judgedAgain()
        return FaultVerdict(
            status: report.status, cause: report.cause ?? information(report.findings), findings: report.findings,
            layers: report.layers, time: time,
            isRepeatable: again.findings == report.findings && again.status == report.status,
            exit: (result.status, Self.exit(report.status, isDegraded: report.degraded)), document: result.output)
    }

    private func verdict(of document: StatusDocument, _ result: CommandResult, _ time: Duration) -> FaultVerdict {
        FaultVerdict(
            status: document.status, cause: document.cause ?? information(document.findings),
            findings: document.findings, unobserved: document.uplink?.unproven, time: time,
            exit: (result.status, Self.exit(document.status, isDegraded: document.degraded)), document: result.output)
    }

    /// A finding of severity info is not a cause, but a row may be about one.
    private func information(_ findings: [Finding]) -> Finding? {
        findings.first { $0.severity == .info && $0.id == cause }
    }

    private func netdiag(_ arguments: [String], on client: Host) async throws -> (CommandResult, Duration) {
        let begun = ContinuousClock.now
        let result = try await client.result(
            of: under + [Programs.command] + arguments,
            environment: ["HOME": "/run/home"].merging(environment) { $1 },
            within: .unexpectedlyLong)
        return (result, begun.duration(to: .now))
    }

    private static func exit(_ status: ConnectionStatus, isDegraded: Bool) -> ExitStatus {
        switch status {
        case .connectionUp: .exited(isDegraded ? 1 : 0)
        case .connectionIndeterminate: .exited(1)
        case .connectionDown: .exited(2)
        case .err, .noErr: .exited(3)
        }
    }
}
