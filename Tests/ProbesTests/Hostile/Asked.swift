import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds

/// Runs complete checks of a server on this machine, as the daemon and the command line do.
enum Asked {
    /// The report of `scheme://127.0.0.1:port/path`.
    static func report(
        _ server: RawServer, as scheme: String = "http", path: String = "/", within limit: Duration = .ample,
        _ probe: ProbeSettings = .init()
    ) async throws -> Report {
        defer { withExtendedLifetime(server) {} }
        return try await report("\(scheme)://\(server.address)\(path)", within: limit, probe)
    }

    /// The report of a target that is reached through a proxy on this machine.
    static func report(
        _ target: String, through server: RawServer, as kind: Proxy.Kind = .http, within limit: Duration = .ample,
        login: Secret? = nil, _ probe: ProbeSettings = .init()
    ) async throws -> Report {
        defer { withExtendedLifetime(server) {} }
        var probe = probe
        var proxy = Proxy(kind: kind, host: .address(server.address.address), port: server.address.port)
        proxy.authentication = login.map { AuthenticationSettings(source: .given($0)) }
        probe.proxy = .through(proxy)
        return try await report(target, within: limit, probe)
    }

    /// The report of a target.
    static func report(_ target: String, within limit: Duration, _ probe: ProbeSettings) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        let request = try CheckRequest(Target(target), settings: CheckOptions(timeout: limit, probe: probe))
        return try await engine.check(request, on: loop)
    }
}

extension Duration {
    /// The time limit of a check or a probe that does not last until it: on a busy machine, each step may take seconds.
    static let ample = Duration.seconds(60)
}

extension DiagnosticEngine {
    /// Checks as the daemon does, on the loop: Swift's pool has one thread for each processor, which other tests occupy for
    /// seconds.
    func check(_ request: CheckRequest, on loop: EventLoop) async throws -> Report {
        try await withTaskExecutorPreference(loop) { try await check(request) }
    }
}

extension Report {
    var http: HTTPEvidence? { self[HTTPEvidence.self] }
    var ws: WebSocketEvidence? { self[WebSocketEvidence.self] }
    var proxy: ProxyEvidence? { self[ProxyEvidence.self] }
    var tcp: TCPEvidence? { self[TCPEvidence.self] }

    /// The JSON for clients of the API.
    var json: String { (try? JSON.line(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}
