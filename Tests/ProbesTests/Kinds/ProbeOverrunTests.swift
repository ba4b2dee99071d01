import Diagnosis
import EventLoopKit
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds
import Testing

/// A kind whose probe does not respect the deadline, in a way that the scheme selects.
enum EndlessKind: TargetKind {
    static let summary = "A server whose probe never ends."
    static let schemes = ["dozes", "ignores", "insists", "gulps", "shouts"].map {
        RegisteredScheme($0, layer: .kind("endless"), transport: .tcp, defaultPort: 4_000)
    }
    static let causes = [
        CauseEntry(
            "endless.never", .error, "It is never found.", summary: "never", advice: ["wait"], evidence: "none",
            incident: .init(scope: .target, basis: .answer, breaks: .nothing))
    ]
    static let probe = KindProbe<NoKindSettings, Evidence>.stream { request, _, stream in
        switch request.scheme.name {
        case "dozes": try await Task.sleep(for: .seconds(3_600))
        // This does not end when the task is cancelled.
        case "ignores": await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        case "insists": try? await Task.sleep(for: .seconds(3_600))
        case "shouts":
            do {
                while true { try await stream.send(Array(repeating: 0x61, count: 65_536)) }
            } catch let end as StreamEnd {
                return Evidence(end: "\(end)", isUp: false)
            }
        default:
            var all: [UInt8] = []
            do {
                while true { all += try await stream.receive() }
            } catch let end as StreamEnd {
                return Evidence(end: "\(end)", bytes: all.count, isUp: false)
            }
        }
        return Evidence(end: "it came to an end", isUp: true)
    }

    struct Evidence: JudgedEvidence {
        static let layer = Layer.kind("endless")

        var end: String
        var bytes = 0
        var isUp: Bool

        var summary: String { end }
        var isProven: Bool { isUp }
        var datagrams: DatagramEvidence? { nil }
        var hasStalled: Bool { false }

        mutating func mapServerText(_ change: (String) -> String) {}
        func findings(in evidence: Diagnosis.Evidence) -> [Finding] { [] }
    }
}

/// The same with datagrams.
enum EndlessDatagramKind: TargetKind {
    static let summary = "A server whose probe never ends."
    static let schemes = [
        RegisteredScheme("naps", layer: .kind("naps"), transport: .udp, defaultPort: 4_000)
    ]
    static let causes = [
        CauseEntry(
            "naps.never", .error, "It is never found.", summary: "never", advice: ["wait"], evidence: "none",
            incident: .init(scope: .target, basis: .answer, breaks: .nothing))
    ]
    static let probe = KindProbe<NoKindSettings, Evidence>.datagrams { _, _ in
        try? await Task.sleep(for: .seconds(3_600))
        return Evidence()
    }

    struct Evidence: JudgedEvidence {
        static let layer = Layer.kind("naps")

        var summary: String { "awake" }
        var isProven: Bool { true }
        var datagrams: DatagramEvidence? { nil }
        var hasStalled: Bool { false }

        mutating func mapServerText(_ change: (String) -> String) {}
        func findings(in evidence: Diagnosis.Evidence) -> [Finding] { [] }
    }
}

@Suite("Probes that do not end in time")
struct ProbeOverrunTests {
    private static func report(_ scheme: String, _ server: RawServer, within limit: Duration) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let kinds = try TargetKinds.builtIn.adding(EndlessKind.self).adding(EndlessDatagramKind.self)
        let engine = try DiagnosticEngine(loop: loop, environment: [:], kinds: kinds)
        defer { withExtendedLifetime(server) {} }
        return try await engine.check(
            CheckRequest(
                Target("\(scheme)://\(server.address)", schemes: kinds.schemes), settings: CheckOptions(timeout: limit)),
            on: loop)
    }

    /// - Returns: `nil` if there is no report long after the limit, also for a busy machine.
    private func report(_ scheme: String, _ server: RawServer, within limit: Duration) async throws -> Report? {
        try await ending(within: limit + .seconds(60)) {
            try await Self.report(scheme, server, within: limit)
        }
    }

    @Test(
        "are cancelled or abandoned, and the report names their kind instead of a verdict",
        arguments: ["dozes", "ignores", "insists", "naps"])
    func endless(scheme: String) async throws {
        let server = try RawServer(.silent)
        let report = try #require(
            try await report(scheme, server, within: .seconds(8)),
            "\(scheme):// had not ended 60 s after its time limit"
        )
        #expect(report.status == .err, "\(report.json)")
        #expect(report.cause?.id == "local.probe-overrun", "\(report.json)")
        #expect(report.cause?.facts["kind"] == (scheme == "naps" ? "naps" : "endless"), "\(report.json)")
        #expect(report.layers.last?.status == .noErr, "nothing was observed of it: \(report.json)")
        // What was observed below it remains.
        if scheme != "naps" { #expect(report.tcp?.winner != nil, "\(report.json)") }
    }

    @Test("get a limited number of bytes from a flood")
    func flood() async throws {
        let server = try RawServer(.talks { $0.sayForever("noise") })
        let report = try #require(try await report("gulps", server, within: .seconds(60)), "it had not ended")
        let evidence = try #require(report[EndlessKind.Evidence.self], "\(report.json)")
        // The limit of the time comes first on a machine under load.
        #expect(["tooMuch", "timeout"].contains(evidence.end), "\(report.json)")
        #expect(evidence.bytes > 0 && evidence.bytes <= ByteStream.maxBytes + 65_536, "\(evidence.bytes)")
        #expect(report.status == .connectionIndeterminate, "\(report.json)")
    }

    @Test("cannot send after the deadline, even if everything is accepted")
    func shouting() async throws {
        let server = try RawServer(.talks { $0.waitForEnd() })
        let report = try #require(try await report("shouts", server, within: .seconds(8)), "it had not ended")
        #expect(report[EndlessKind.Evidence.self]?.end == "timeout", "\(report.json)")
    }

    @Test("are cancelled with their check")
    func cancellation() async throws {
        let server = try RawServer(.silent)
        let check = Task { try await Self.report("ignores", server, within: .seconds(300)) }
        await server.waitForConnection()
        check.cancel()
        let isOver = try await ending(within: .seconds(60)) { () -> Bool in
            do {
                _ = try await check.value
                return false
            } catch is CancellationError {
                return true
            }
        }
        #expect(isOver == true)
    }
}
