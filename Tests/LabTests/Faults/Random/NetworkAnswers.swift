import Diagnosis
import FoundationEssentials
import Lab
import TargetKinds

import struct NetworkModel.Finding
import enum NetworkModel.ConnectionStatus
import enum NetworkModel.JSON
import struct NetworkModel.Report
import struct NetworkModel.StatusDocument

/// The results of curl and netdiag for a random network.
struct NetworkAnswers: Sendable {
    /// Whether curl got the page, and from the host in the URL.
    let isUp: Bool
    let curl: String
    let report: Report
    /// The report as netdiag printed it.
    let printed: String
    let status: StatusDocument
    /// The status as netdiag printed it.
    let printedStatus: String

    init(of network: RandomNetwork) async throws {
        // Settings of a user who monitors the target.
        try await network.client.write(
            "/etc/netdiag/netdiag.yaml", "publish: off\ninterval: 1h\ntargets: [\"\(network.url)\"]\n")
        async let report = Self.check(network)
        (isUp, curl) = try await Self.askCurl(network)
        (self.report, printed) = try await report
        (status, printedStatus) = try await Self.status(network)
    }

    private static let tries = 2

    private static func askCurl(_ network: RandomNetwork) async throws -> (isUp: Bool, words: String) {
        var words = ""
        for _ in 0..<tries {
            let result = try await network.client.result(
                of: [
                    "curl", "-sS", "--fail", "--location", "--max-redirs", "10", "--max-time", "10", "-o", "/dev/null",
                    "-w", "%{url_effective}", network.url,
                ], environment: environment(network))
            guard case .exited(let code) = result.status else { continue }
            // A page of a portal is not a page of the target.
            let asked = host(network.url), got = host(result.output)
            if code == 0, asked == got { return (true, "exit 0") }
            let said = result.diagnostics.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            words = code == 0 ? "exit 0, of another host: \(got)" : "exit \(code): \(said)"
            // An explicit refusal would be the same at the next try.
            if code != 28, code != 6 { break }
        }
        return (false, words)
    }

    /// The scheme and the host of a URL without its port, such as `http://www.lab.example`.
    private static func host(_ url: String) -> String {
        let authority = url.split(separator: "/", omittingEmptySubsequences: false).dropFirst(2).first ?? ""
        guard let end = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return String(authority) }
        return String(authority[..<end])
    }

    private static func environment(_ network: RandomNetwork) -> [String: String] {
        ["HOME": "/run/home"].merging(network.plan.target.environment) { $1 }
    }

    private static func check(_ network: RandomNetwork) async throws -> (Report, String) {
        let arguments = [Programs.command, "check", "--no-daemon", "--json", network.url]
        let result = try await network.client.result(of: arguments, environment: environment(network))
        guard
            let report = try? JSON.decode(
                Report.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
        else { throw LabError.failed(command: arguments, result: result) }
        return (report, result.output)
    }

    private static func status(_ network: RandomNetwork) async throws -> (StatusDocument, String) {
        let arguments = [Programs.command, "status", "--json"]
        let result = try await network.client.result(of: arguments, environment: environment(network))
        guard let document = try? JSON.decode(StatusDocument.self, from: Data(result.output.utf8)) else {
            throw LabError.failed(command: arguments, result: result)
        }
        return (document, result.output)
    }
}

extension NetworkAnswers {
    /// The contradictions between curl, netdiag and the plan; empty if they agree.
    func disagreements(with plan: NetworkPlan) -> [String] {
        var all: [String] = []
        let expected = plan.expected
        if isUp ? plan.mustFail : expected.isEmpty {
            all.append(
                "the plan expects \(expected.isEmpty ? "up" : Self.list(expected.map(\.rawValue))), curl is \(Self.word(isUp))"
            )
        }
        if report.status != (isUp ? .connectionUp : .connectionDown) {
            all.append("curl is \(Self.word(isUp)), check says \(report.status.rawValue)")
        }
        if !isUp, !expected.isEmpty, report.cause.map({ expected.contains($0.id) }) != true {
            all.append(
                "the cause is \(report.cause?.id.rawValue ?? "none") and not \(Self.list(expected.map(\.rawValue)))")
        }
        let errors = report.findings.filter { $0.severity == .error }.map(\.id.rawValue)
        if isUp, !errors.isEmpty { all.append("check has errors where curl is up: \(Self.list(errors))") }
        if plan.isCutOff, status.status == .connectionUp {
            all.append("status says works where the machine is cut off")
        }
        if !isUp, status.status == .connectionUp {
            all.append("status says works\(status.degraded ? ", degraded," : "") where curl is down")
        }
        let isHidden = status.status == .connectionIndeterminate && plan.company.contains(where: \.hidesPath)
        if plan.faults.isEmpty, status.status != .connectionUp, !isHidden {
            all.append("status says \(status.status.rawValue) where nothing is wrong")
        }
        return all + missed(plan)
    }

    /// A partial fault of which nothing is said where curl is up. Beside another fault, it may not be seen.
    private func missed(_ plan: NetworkPlan) -> [String] {
        guard isUp, plan.needsDNS, plan.faults.count == 1, let fault = plan.faults.first, !fault.warnings.isEmpty
        else { return [] }
        let named = Set((report.findings + status.findings).map(\.id))
        return named.isDisjoint(with: fault.warnings)
            ? ["none of \(Self.list(fault.warnings.map(\.rawValue))) is named"] : []
    }

    private static func word(_ isUp: Bool) -> String { isUp ? "up" : "down" }
    private static func list(_ words: [String]) -> String { words.sorted().joined(separator: ", ") }

    /// The disagreements and netdiag's verdict on two lines.
    var words: String {
        let cause = report.cause.map { ": \($0.id) (\($0.summary))" } ?? ""
        let others = report.findings.dropFirst(report.cause == nil ? 0 : 1).map(\.id.rawValue)
        let machine = status.findings.map(\.id.rawValue)
        return """
              curl: \(curl)
              check: \(report.status.rawValue)\(cause)\(others.isEmpty ? "" : "; also \(others.joined(separator: ", "))")
              status: \(status.status.rawValue)\(status.degraded ? ", degraded" : "")\(machine.isEmpty ? "" : ": \(machine.joined(separator: ", "))")
            """
    }
}
