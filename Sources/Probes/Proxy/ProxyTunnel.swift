import CCurl
import Glibc
public import NetworkModel

/// A tunnel through a proxy: once it is established, the socket to the proxy leads to the target, for any protocol over TCP.
///
/// libcurl asks for it (CONNECT, RFC 9110 section 9.3.6, or SOCKS5, RFC 1928) on a descriptor of its own of the same connection,
/// and reads nothing behind the proxy's answer. It takes a socket once: before 8, it connects even one that is connected, which
/// the kernel lets happen once, so that TLS cannot begin in such a tunnel (``StreamConnection`` asks for it by itself).
public struct ProxyTunnel: Sendable {
    private let engine: CurlEngine
    private let host: Host
    private let port: UInt16
    private let way: StreamConnection.Way

    /// - Parameter host: The target's, as is `port`.
    public init(engine: CurlEngine, to host: Host, port: UInt16, _ way: StreamConnection.Way) {
        self.engine = engine
        self.host = host
        self.port = port
        self.way = way
    }

    /// - Returns: How far the proxy lets it through: the socket leads to the target where it has `passed`.
    /// - Throws: `CancellationError`, ``ProbeError`` where libcurl could not begin, or there is no descriptor to be had.
    public func open(over socket: ConnectedSocket, within limit: Duration) async throws -> ProxyReading {
        let proxy = way.proxy
        guard proxy.kind != .https else {
            // Its TLS would stay in libcurl, and the protocol's own would have to go on within it.
            return ProxyReading(
                .misconfigured,
                detail:
                    "a proxy that is asked in TLS carries nothing without TLS of its own but pages, WebSockets and FTP; write it with http or socks5h"
            )
        }
        guard let descriptor = socket.duplicate() else { throw ProbeError("dup", errno: errno) }
        var page = HTTPProbe(engine: engine, secure: false, host: host, port: port, path: "/")
        page.proxy = proxy
        page.proxyLogin = way.login
        page.address = way.address
        let plan = {
            var plan = page.plan(to: ConnectedSocket(descriptor, peer: socket.peer), limit)
            plan.tunnels = proxy.kind == .http
            return plan
        }()
        let outcome = try await engine.perform { try TLSTransfer($0, plan) }
        var reading = ProxyReading(outcome, plan, proxy)
        if reading.outcome == .passed, outcome.code != CURLE_OK {
            reading.outcome = outcome.code == CURLE_OPERATION_TIMEDOUT ? .noAnswer : .closed
            reading.detail = HTTPReading.text(outcome.code, outcome.error)
        }
        return reading
    }
}
