import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

/// Whatever is there instead of a server, no scheme says that it works; and each does where its server does.
@Suite("Every scheme")
struct EverySchemeTests {
    private func report(_ target: String, certificate: String? = nil) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        // Long enough for whoever answers on a busy machine; who does not, takes all of it.
        let limit = Duration.seconds(certificate == nil ? 2 : 30)
        let options = CheckOptions(timeout: limit, certificateAuthorityFile: certificate)
        return try await engine.check(CheckRequest(Target(target), settings: options))
    }

    private func report(_ scheme: Scheme, _ impostor: Impostor) async throws -> Report {
        let place = try impostor.start(scheme == .dns ? .datagrams : .stream)
        defer { withExtendedLifetime(place) {} }
        return try await report("\(scheme)://\(place.address)\(scheme == .dns ? "/name.example" : "")")
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
