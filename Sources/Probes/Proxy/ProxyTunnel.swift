import CCurl
import Glibc
public import NetworkModel

/// A tunnel through a proxy. Once it is established, the socket to the proxy leads to the target, for any protocol over TCP.
///
/// libcurl requests it (CONNECT, RFC 9110 section 9.3.6, or SOCKS5, RFC 1928) on a separate descriptor of the connection, and
/// reads nothing after the proxy's response. It can only use a socket once: before version 8, it connects even a connected
/// socket, which the kernel accepts once, so that TLS cannot begin in such a tunnel (``StreamConnection`` requests it
/// itself).
public struct ProxyTunnel: Sendable {
    private let engine: CurlEngine
    private let host: Host
    private let port: UInt16
    private let route: StreamConnection.ProxyRoute

    /// Creates a tunnel.
    ///
    /// - Parameters:
    ///   - engine: The engine of the transfer that opens the tunnel.
    ///   - host: The host of the target.
    ///   - port: The port of the target.
    ///   - route: The proxy, with the credentials for it.
    public init(engine: CurlEngine, to host: Host, port: UInt16, _ route: StreamConnection.ProxyRoute) {
        self.engine = engine
        self.host = host
        self.port = port
        self.route = route
    }

    /// Opens the tunnel.
    ///
    /// - Returns: The result of the proxy. The socket leads to the target if it is `passed`.
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start, or no descriptor is available.
    public func open(over socket: ConnectedSocket, within limit: Duration) async throws -> ProxyAssessment {
        let proxy = route.proxy
        guard proxy.kind != .https else {
            // Its TLS state would stay in libcurl, while the protocol's own data would have to pass through it.
            return ProxyAssessment(
                .misconfigured,
                detail:
                    "a proxy that is reached over TLS carries only web pages, WebSockets, FTP and protocols with their own TLS; write it with http or socks5h"
            )
        }
        guard let descriptor = socket.duplicate() else { throw ProbeError("dup", errno: errno) }
        var page = HTTPProbe(engine: engine, secure: false, host: host, port: port, path: "/")
        page.proxy = proxy
        page.proxyLogin = route.login
        page.address = route.address
        let plan = {
            var plan = page.plan(to: ConnectedSocket(descriptor, peer: socket.peer), limit)
            plan.tunnels = proxy.kind == .http
            return plan
        }()
        let outcome = try await engine.perform(plan) { handle, plan, _ in try TLSTransfer(handle, plan) }
        var reading = ProxyAssessment(outcome, plan, proxy)
        if reading.outcome == .passed, outcome.code != CURLE_OK {
            reading.outcome = outcome.code == CURLE_OPERATION_TIMEDOUT ? .noAnswer : .closed
            reading.detail = HTTPAssessment.text(outcome.code, outcome.error)
        }
        return reading
    }
}
