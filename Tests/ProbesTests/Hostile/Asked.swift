import EventLoopKit
import Foundation
import NetworkDiagnostics
import NetworkModel
import TargetKinds

/// Runs complete checks of a server on this machine, as the daemon and the command line do.
enum Asked {
    /// The report of `scheme://127.0.0.1:port/path`.
    static func report(
        _ server: RawServer, as scheme: String = "http", path: String = "/", within limit: Duration = .seconds(20),
        _ probe: ProbeSettings = .init()
    ) async throws -> Report {
        defer { withExtendedLifetime(server) {} }
        return try await report("\(scheme)://\(server.address)\(path)", within: limit, probe)
    }

    /// The report of a target that is reached through a proxy on this machine.
    static func report(
        _ target: String, through server: RawServer, as kind: Proxy.Kind = .http, within limit: Duration = .seconds(20),
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
        return try await engine.check(
            CheckRequest(Target(target), settings: CheckOptions(timeout: limit, probe: probe)))
    }

    /// Runs a check in a task of its own, so that a test of one that never ends can fail with a message.
    ///
    /// - Returns: `nil` if it has not ended in time. It is then cancelled, and not waited for.
    static func ending<Value: Sendable>(
        within limit: Duration, _ check: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value?, any Error>.self)
        let work = Task {
            do {
                continuation.yield(.success(try await check()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let clock = Task {
            try await Task.sleep(for: limit)
            continuation.yield(.success(nil))
        }
        defer {
            work.cancel()
            clock.cancel()
        }
        return try await withTaskCancellationHandler {
            for await first in results { return try first.get() }
            throw CancellationError()
        } onCancel: {
            work.cancel()
        }
    }

    /// The size of this process in memory, in bytes.
    static var residentBytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// The growth of this process in memory, measured from the creation on.
struct MemoryPeak {
    private let start = Asked.residentBytes
    private let sampling = Task {
        var peak = 0
        while !Task.isCancelled {
            peak = max(peak, Asked.residentBytes)
            try? await Task.sleep(for: .milliseconds(50))
        }
        return peak
    }

    /// Ends the measurement.
    ///
    /// - Returns: The largest growth, in bytes.
    func growth() async -> Int {
        sampling.cancel()
        return await sampling.value - start
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
