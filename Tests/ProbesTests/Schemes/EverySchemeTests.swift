import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import Testing

/// Whatever is there instead of a server, no scheme says that it works; and each does where its server does.
@Suite("Every scheme")
struct EverySchemeTests {
    /// What may be at a port instead of a server of the scheme.
    enum Impostor: String, CaseIterable {
        case closedPort, silence, garbage, immediateClose, flood
    }

    private static let garbage = "\u{1}\u{2}\u{0}\u{fffd}garbage \u{7f}\u{1b}[2J\r\n\r\n"

    private func report(_ target: String, certificate: String? = nil) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        // Long enough for whoever answers on a busy machine; who does not, takes all of it.
        let limit = Duration.seconds(certificate == nil ? 2 : 30)
        let options = CheckOptions(timeout: limit, certificateAuthorityFile: certificate)
        return try await engine.check(Target(target), options: options)
    }

    /// What is held by `body`'s caller stays until the check has ended.
    private func report(_ scheme: Scheme, _ address: SocketAddress, holding server: some AnyObject) async throws
        -> Report
    {
        defer { withExtendedLifetime(server) {} }
        return try await report("\(scheme)://\(address)\(scheme == .dns ? "/name.example" : "")")
    }

    private func report(_ scheme: Scheme, _ impostor: Impostor) async throws -> Report {
        if scheme == .dns {
            let bytes = Array(Self.garbage.utf8)
            let server: BrokenDatagrams
            switch impostor {
            case .closedPort:
                let port = ClosedPort()
                return try await report(scheme, port.address, holding: port)
            case .silence: server = BrokenDatagrams(answers: [])
            case .garbage: server = BrokenDatagrams(answers: [bytes])
            case .immediateClose: server = BrokenDatagrams(answers: [[]])
            case .flood: server = BrokenDatagrams(answers: Array(repeating: bytes, count: 10_000))
            }
            return try await report(scheme, server.address, holding: server)
        }
        let server: RawServer
        switch impostor {
        case .closedPort:
            let port = ClosedPort()
            return try await report(scheme, port.address, holding: port)
        case .silence: server = try RawServer(.silent)
        case .garbage: server = try RawServer(.greets(Self.garbage))
        case .immediateClose: server = try RawServer(.talks { _ in })
        case .flood: server = try RawServer(.talks { $0.sayForever(Self.garbage) })
        }
        return try await report(scheme, server.address, holding: server)
    }

    /// All that `tcp://` wants is that somebody accepts.
    private func isEnough(_ impostor: Impostor, for scheme: Scheme) -> Bool {
        scheme == .tcp && impostor != .closedPort
    }

    @Test(
        "is down, or not known, where another is there instead of its server", arguments: Scheme.allCases,
        Impostor.allCases)
    func impostors(scheme: Scheme, impostor: Impostor) async throws {
        // An address that does not answer is another host's affair.
        guard scheme != .icmp else { return }
        let report = try await report(scheme, impostor)
        #expect((report.status == .connectionUp) == isEnough(impostor, for: scheme), "\(report.json)")
        #expect(report.status != .err, "\(report.json)")
        // Not a limit of time: what has no end would take until the server leaves.
        #expect(report.duration.duration < .seconds(60))
    }

    @Test("is up where its server is there")
    func servers() async throws {
        let servers = try await CorrectServers()
        for scheme in Scheme.allCases {
            let port = servers.port(of: scheme).map { ":\($0)" } ?? ""
            let report = try await report(
                "\(scheme)://127.0.0.1\(port)\(scheme == .dns ? "/name.example" : "")",
                certificate: servers.certificate + ".crt")
            // Not every machine lets its users ping.
            if scheme == .icmp, report.cause?.id == "local.permission" { continue }
            #expect(report.status == .connectionUp, "\(report.json)")
            let goal = try Target(report.target).goal
            #expect(report.layers.last?.layer == goal && report.layers.last?.status == .connectionUp, "\(scheme)")
        }
        withExtendedLifetime(servers) {}
    }
}
