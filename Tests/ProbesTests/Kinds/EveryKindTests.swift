import EventLoopKit
import Glibc
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

/// Tests of all registered kinds of targets, without a list of them, so that a new kind is tested here as well.
@Suite("Every registered kind")
struct EveryKindTests {
    /// A scheme and its kind.
    struct Case: Sendable, CustomTestStringConvertible {
        let scheme: RegisteredScheme
        let kind: any TargetKind.Type

        /// All schemes with a port, to which another server can be bound. The kernel replies to echo requests, and Unix
        /// sockets have tests of their own (``UnixTests``).
        static let all = TargetKinds.builtIn.all.flatMap { kind in
            kind.schemes.filter { hasPort($0.transport) }.map { Case(scheme: $0, kind: kind) }
        }

        private static func hasPort(_ transport: RegisteredScheme.Transport) -> Bool {
            switch transport {
            case .tcp, .tls, .udp: true
            case .icmp, .unix: false
            }
        }

        var testDescription: String { scheme.name }

        func target(at place: some CustomStringConvertible) -> String {
            guard scheme.transport.isNetwork else { return "\(scheme.name):/nowhere" }
            return "\(scheme.name)://\(place)" + (scheme.path == .question ? "/www.example" : "")
        }
    }

    /// Settings for kinds that otherwise accept any response.
    private static let expectations: [String: [String: String]] = ["udp": ["expect": "^correct$"]]

    private func options(_ kind: any TargetKind.Type, limit: Duration, certificate: String? = nil) throws
        -> CheckOptions
    {
        var options = CheckOptions(timeout: limit, certificateAuthorityFile: certificate)
        for (key, text) in Self.expectations[kind.name] ?? [:] {
            let setting = try #require(kind.describedSettings.first { $0.key == key })
            try options.probe.kind.set(setting, text)
        }
        // Otherwise, an established connection would suffice.
        if kind.schemes.contains(where: { $0.sharedSettings.contains(.script) }) {
            options.probe.script = [.expect("^correct")]
        }
        return options
    }

    private func report(_ target: String, _ options: CheckOptions) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        return try await engine.check(CheckRequest(Target(target), settings: options))
    }

    @Test("can be registered as it is", arguments: TargetKinds.builtIn.all.indices)
    func registration(index: Int) {
        var others = TargetKinds.builtIn.all
        // A kind whose layer is one of the shared ones is always built in.
        guard case .kind = others[index].evidenceType.layer else { return }
        let kind = others.remove(at: index)
        #expect(TargetKindError(kind, beside: others)?.description == nil)
    }

    @Test("has valid defaults, and reads each of its settings", arguments: TargetKinds.builtIn.all.indices)
    func settings(index: Int) throws {
        for setting in TargetKinds.builtIn.all[index].describedSettings {
            guard let text = setting.defaultText else { continue }
            try setting.check(text)
        }
    }

    /// Debian's /etc/services, from the registry of IANA.
    @Test("has the default port that is registered for its scheme", arguments: Case.all)
    func registeredPort(one: Case) {
        let transport = one.scheme.transport == .udp ? "udp" : "tcp"
        guard let entry = getservbyname(one.scheme.name, transport) else { return }
        let port = UInt16(truncatingIfNeeded: entry.pointee.s_port).byteSwapped
        #expect(one.scheme.defaultPort == port, "\(one.scheme.name):// is \(port)/\(transport) in /etc/services")
    }

    @Test(
        "is down, or unknown, with another server in place of its own", arguments: Case.all,
        Impostor.allCases)
    func impostors(one: Case, impostor: Impostor) async throws {
        let place = try impostor.start(one.scheme.transport == .udp ? .datagrams : .stream)
        defer { withExtendedLifetime(place) {} }
        let limit = Duration.seconds(2)
        let (target, options) = (one.target(at: place.address), try options(one.kind, limit: limit))
        let memory = MemoryPeak()
        let ended = try await Asked.ending(within: limit + Self.grace) {
            try await report(target, options)
        }
        let growth = await memory.growth()
        guard let report = ended else {
            Issue.record(
                "\(one.scheme.name):// against \(impostor): no report \(Self.grace) after its limit of \(limit)")
            return
        }
        // Other tests run at the same time, so that this only detects what grows with the flood.
        #expect(growth < Self.maxGrowth, "\(one.scheme.name):// against \(impostor): \(growth) bytes more")
        Self.expectCatalogue(of: report, one.kind)
        try KindContract(scheme: one.scheme, kind: one.kind)
            .expect(report, from: impostor, heard: place.heard.isTrue)
        guard impostor.ownKind != one.kind.name else { return }
        let words = Comment(rawValue: "\(one.scheme.name):// against \(impostor): \(report.json)")
        #expect(report.status != .connectionUp && report.status != .err, words)
        // The reason is reported.
        #expect(report.cause != nil, words)
    }

    /// How long after its limit a check may take on a busy machine.
    private static let grace = Duration.seconds(6)
    /// The memory that all tests of this process may take in addition while one of them is flooded.
    private static let maxGrowth = 512 << 20

    /// Every finding has an entry in the catalogue; not necessarily among the causes of its own kind, since WebSockets share
    /// those of HTTP.
    private static func expectCatalogue(of report: Report, _ kind: any TargetKind.Type) {
        let unknown = report.findings.map(\.id).filter { Catalogue.entry($0) == nil }
        #expect(unknown == [], "neither shared nor in the `causes` of a kind: \(kind.name): \(report.json)")
    }

    @Test("is up with its own server, and its evidence is read back from JSON unchanged", arguments: Case.all)
    func servers(one: Case) async throws {
        let server = try await KindServer(one.kind.name, one.kind.schemes.map(\.name))
        defer { withExtendedLifetime(server) {} }
        let port = try #require(server.port(of: one.scheme.name), "no server of \(one.scheme.name)")
        let options = try options(one.kind, limit: .seconds(30), certificate: server.certificate + ".crt")
        let report = try await report(one.target(at: "127.0.0.1:\(port)"), options)
        #expect(report.status == .connectionUp, "\(report.json)")
        Self.expectCatalogue(of: report, one.kind)
        try KindContract(scheme: one.scheme, kind: one.kind).expectAlways(report)
        let last = try #require(report.layers.last)
        #expect(last.layer == one.kind.evidenceType.layer && last.status == .connectionUp && last.evidence != nil)
        let line = try JSON.line(report)
        let again = try JSON.decode(Report.self, from: line, kinds: TargetKinds.builtIn.evidence)
        #expect(try JSON.line(again) == line)
        #expect(try again.judgedAgain().status == .connectionUp)
    }

    @Test("is up if this machine answers echo requests")
    func echo() async throws {
        let report = try await report("icmp://127.0.0.1", CheckOptions(timeout: .seconds(30)))
        // Some machines do not permit their users to send pings.
        #expect(report.status == .connectionUp || report.cause?.id == "local.permission", "\(report.json)")
    }

    @Test("is not up if its own evidence is missing", arguments: TargetKinds.builtIn.all.indices)
    func unknownEvidence(index: Int) throws {
        let kind = TargetKinds.builtIn.all[index]
        let scheme = kind.schemes[0]
        let target = Case(scheme: scheme, kind: kind).target(
            at: scheme.transport == .icmp ? "127.0.0.1" : "127.0.0.1:9")
        let report = Report(
            target: target, started: Timestamp(), duration: .zero, status: .connectionUp, findings: [],
            layers: [LayerReport(layer: kind.evidenceType.layer, status: .connectionUp)])
        #expect(try report.judgedAgain().status != .connectionUp)
    }
}
