import Diagnosis
import EventLoopKit
public import NetworkDiagnostics
public import NetworkModel
public import TargetKinds

/// Tests a kind of target as netdiag's own kinds are tested: against servers that are not its own, and against its own.
///
/// Each function returns problems as sentences, so that it fits every testing library:
///
/// ```swift
/// @Test(arguments: RedisKind.schemes, WrongServer.allCases)
/// func wrongServers(scheme: RegisteredScheme, server: WrongServer) async throws {
///     #expect(try await KindTest(RedisKind.self).problems(of: scheme, with: server) == [])
/// }
/// ```
///
/// The servers listen on ports of 127.0.0.1 that the kernel selects.
public struct KindTest: Sendable {
    /// The kind.
    public let kind: any TargetKind.Type
    /// The options of the checks. Their time limit applies to wrong servers; the default is 2 seconds. Some kinds need
    /// settings, since they otherwise accept any response.
    public var options = CheckOptions(timeout: .seconds(2))
    /// Whether client and server greet each other at once, in small packets, as in SSH (RFC 4253 section 4.2). The client of
    /// a silent server has then sent something, although nothing was lost. The default is `false`.
    public var greetsAtOnce = false
    /// The servers that speak the protocol of the kind, so that a report about them may be up. None by default.
    public var ownServers: Set<WrongServer> = []
    /// The path of targets whose scheme requires one (`RegisteredScheme.Path.required`), from its `/` on. The default is
    /// `/netdiag`.
    public var path = "/netdiag"

    private let kinds: TargetKinds

    /// How long after its limit the report of a check is waited for: it is late on a busy machine, but must come.
    private static let grace = Duration.seconds(60)
    /// The time limit of a check of a server that answers, or closes the connection: on a busy machine, each step may take seconds.
    private static let ownLimit = Duration.seconds(60)
    /// The memory that a process may take in addition while it is flooded, in bytes. Other tests run at the same time, so that
    /// this only detects what grows with the flood.
    private static let maxGrowth = 512 << 20

    /// Prepares tests of a kind, which is registered if it is not.
    ///
    /// - Throws: `TargetKindError` if its names are invalid, taken, or inconsistent.
    public init(_ kind: any TargetKind.Type, in kinds: TargetKinds = .builtIn) throws(TargetKindError) {
        self.kind = kind
        self.kinds = kinds.kind(named: kind.name) == nil ? try kinds.adding(kind) : kinds
    }

    /// The schemes whose servers have ports.
    public var schemes: [RegisteredScheme] {
        kind.schemes.filter { scheme in
            switch scheme.transport {
            case .tcp, .tls, .udp: true
            case .icmp, .unix: false
            }
        }
    }

    /// What is wrong with the settings: defaults that are not valid.
    public func settingProblems() -> [String] {
        kind.describedSettings.compactMap { setting in
            guard let text = setting.defaultText else { return nil }
            do {
                try setting.check(text)
                return nil
            } catch {
                return "\(setting.key) does not accept its default \(text): \(error)"
            }
        }
    }

    /// What is wrong with a check of a server that is not the kind's own: it is up, takes too long, uses up memory, or its
    /// report does not have what every report needs.
    ///
    /// - Throws: Errors of this machine, such as a socket that cannot be created.
    public func problems(of scheme: RegisteredScheme, with server: WrongServer) async throws -> [String] {
        let place = try server.start(scheme.transport == .udp ? .datagrams : .stream)
        defer { withExtendedLifetime(place) {} }
        let target = target(scheme, at: place.address)
        let memory = MemoryPeak()
        var options = options
        // A late end would otherwise be taken for silence.
        if server == .immediateClose, scheme.transport == .tcp { options.timeout = max(options.timeout, Self.ownLimit) }
        let fixed = options
        let ended = try await ending(within: fixed.timeout + Self.grace) { try await report(target, fixed) }
        let growth = await memory.growth()
        guard let report = ended else {
            return ["there is no report \(Self.grace) after the time limit"]
        }
        var problems = try contract(scheme).problems(of: report, from: server, heard: place.heard.isTrue)
        if growth >= Self.maxGrowth { problems.append("the check takes \(growth) bytes of memory") }
        if !ownServers.contains(server) {
            if report.status == .connectionUp || report.status == .err {
                problems.append("the status is \(report.status)")
            }
            if report.cause == nil { problems.append("no reason is reported") }
        }
        return problems.map { "\($0): \(Self.text(of: report))" }
    }

    /// What is wrong with a check of a server of the kind: it is not up, or its evidence is not the same after it was saved.
    ///
    /// - Parameters:
    ///   - scheme: The scheme of the target to check.
    ///   - server: The host and port, as in `127.0.0.1:6379`.
    ///   - authority: The file with the certificate of the authority that has issued that of the server (PEM); `nil`
    ///     for the system's.
    /// - Throws: Errors of this machine.
    public func problems(
        of scheme: RegisteredScheme, withOwnServerAt server: String, authority: String? = nil
    ) async throws -> [String] {
        var options = options
        options.timeout = Self.ownLimit
        options.probe.tls.certificateAuthorityFile = authority
        let report = try await report(target(scheme, at: server), options)
        var problems = try contract(scheme).problems(of: report)
        if report.status != .connectionUp { problems.append("the status is \(report.status)") }
        let last = report.layers.last
        if last?.layer != kind.evidenceType.layer || last?.evidence == nil {
            problems.append("the evidence of the kind is missing")
        }
        let line = try JSON.line(report)
        let again = try JSON.decode(Report.self, from: line, kinds: kinds.evidence)
        if try JSON.line(again) != line { problems.append("the saved report differs") }
        if try again.judgedAgain(schemes: kinds.schemes).status != report.status {
            problems.append("the saved report has another status")
        }
        return problems.map { "\($0): \(Self.text(of: report))" }
    }

    /// What is wrong if a report lacks the evidence of the kind: it must not be up then.
    ///
    /// - Throws: Errors of this machine.
    public func problemsWithoutEvidence() throws -> [String] {
        guard let scheme = kind.schemes.first else { return [] }
        let report = Report(
            target: target(scheme, at: scheme.transport == .icmp ? "127.0.0.1" : "127.0.0.1:9"), started: Timestamp(),
            duration: .zero, status: .connectionUp, findings: [],
            layers: [LayerReport(layer: kind.evidenceType.layer, status: .connectionUp)])
        let again = try report.judgedAgain(schemes: kinds.schemes)
        return again.status == .connectionUp ? ["a report without the evidence of the kind is up"] : []
    }

    private func target(_ scheme: RegisteredScheme, at place: some CustomStringConvertible) -> String {
        guard scheme.transport.isNetwork else { return "\(scheme.name):/nowhere" }
        let tail =
            switch scheme.path {
            case .none, .optional, .resource: ""
            case .required: path
            case .question: "/www.example"
            }
        return "\(scheme.name)://\(place)\(tail)"
    }

    private func contract(_ scheme: RegisteredScheme) -> KindContract {
        KindContract(scheme: scheme, kind: kind, kinds: kinds, greetsAtOnce: greetsAtOnce)
    }

    private func report(_ target: String, _ options: CheckOptions) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:], kinds: kinds)
        let request = try CheckRequest(Target(target, schemes: kinds.schemes), settings: options)
        // As in the daemon: Swift's pool has one thread for each processor, which other tests occupy for seconds.
        return try await withTaskExecutorPreference(loop) { try await engine.check(request) }
    }

    private static func text(of report: Report) -> String {
        let line = (try? JSON.line(report)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return String(line.prefix(4_000))
    }
}
