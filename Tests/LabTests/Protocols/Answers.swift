import FoundationEssentials
import Lab
import TargetKinds
import Testing

import enum Lab.ExitStatus
import struct NetworkModel.CauseID
import struct NetworkModel.DNSEvidence
import struct NetworkModel.FTPEvidence
import struct NetworkModel.HTTPEvidence
import enum NetworkModel.JSON
import enum NetworkModel.Layer
import struct NetworkModel.ProxyEvidence
import struct NetworkModel.Report
import struct NetworkModel.TLSEvidence

/// The output of `netdiag` and how it ended.
struct Answer: Sendable {
    let target: String
    let result: CommandResult

    /// The reports, one for each checked route.
    var reports: [Report] {
        result.output.split(separator: "\n").compactMap {
            try? JSON.decode(Report.self, from: Data($0.utf8), kinds: TargetKinds.builtIn.evidence)
        }
    }

    /// The only report, which must name this cause, and these facts in its summary; `nil` if nothing may be wrong.
    @discardableResult
    func report(
        _ cause: CauseID?, _ facts: [String] = [], isWarning: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Report {
        let report = try #require(
            reports.count == 1 ? reports[0] : nil, "\(target): \(result)", sourceLocation: sourceLocation)
        let summary = report.cause?.summary ?? "no cause"
        #expect(report.cause?.id == cause, "\(target): \(summary)", sourceLocation: sourceLocation)
        #expect(
            report.status == (cause == nil || isWarning ? .connectionUp : .connectionDown), "\(target): \(summary)",
            sourceLocation: sourceLocation)
        #expect(
            result.status == .exited(cause == nil ? 0 : isWarning ? 1 : 2), "\(target)", sourceLocation: sourceLocation)
        for fact in facts {
            #expect(summary.contains(fact), "\(target): \(summary)", sourceLocation: sourceLocation)
        }
        return report
    }
}

extension Report {
    var dns: DNSEvidence? { self[DNSEvidence.self] }
    var tls: TLSEvidence? { self[TLSEvidence.self] }
    var proxy: ProxyEvidence? { self[ProxyEvidence.self] }
    var ftp: FTPEvidence? { self[FTPEvidence.self] }
    var http: HTTPEvidence? { self[HTTPEvidence.self] }

    /// The layers that apply, in their order.
    var names: [Layer] { layers.map(\.layer) }
}

extension Host {
    /// Runs `netdiag check --json` without a daemon, and checks that its output contains no secret.
    func ask(
        _ target: String, _ options: [String] = [], environment: [String: String] = [:],
        secrets: [String] = [Account.password, encodedAccount]
    ) async throws -> Answer {
        let result = try await result(
            of: [Programs.command, "check", "--no-daemon", "--json"] + options + [target],
            environment: environment)
        for secret in secrets {
            #expect(!result.output.contains(secret) && !result.diagnostics.contains(secret), "\(target): \(result)")
        }
        return Answer(target: target, result: result)
    }

    /// Writes a file that only its owner can read.
    @discardableResult
    func keep(_ content: String, in path: String = "/run/login") async throws -> String {
        try await write(path, content + "\n", mode: 0o600)
        return path
    }
}

/// ``Account`` as encoded for Basic authentication (RFC 7617 section 2).
let encodedAccount = Data(Account.pair.utf8).base64EncodedString()
