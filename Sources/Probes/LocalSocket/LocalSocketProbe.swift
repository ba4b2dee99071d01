import CSockets
public import EventLoopKit
import Glibc
import NetworkModel

/// Connects to a stream socket of this machine (unix(7)).
///
/// Examining the path and connecting may block on the file system: a path on a network file system without its server blocks
/// the loop on which this is called.
public struct LocalSocketProbe: Sendable {
    /// The result of connecting, from the errno of connect(2) and the state of the path.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The connection was established.
        case connected
        /// A part of the path does not exist, or leads nowhere.
        case missing
        /// The file is not a socket.
        case notASocket = "not-a-socket"
        /// The file is a socket, but no program listens.
        case refused
        /// This process has no permission to connect, or to search a directory in the path.
        case notPermitted = "not-permitted"
        /// A program listens but does not accept connections, and the backlog is full.
        case backlogFull = "backlog-full"
        /// The file is not a stream socket.
        case wrongType = "wrong-type"
    }

    /// The result of connecting.
    public struct Result: Sendable {
        /// The outcome.
        public let outcome: Outcome
        /// The state of the path, if no connection was established.
        public let place: SocketPath?
        /// The time from the first attempt to the end of the last one.
        public let duration: Duration
        /// The connection; `nil` if none was established.
        public let socket: ConnectedSocket?
    }

    /// How long to wait while the backlog is full: a busy server accepts a connection within this time.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(50)

    private let path: String
    private let loop: EventLoop

    /// Creates a probe of a socket.
    ///
    /// - Parameters:
    ///   - path: The path, at most 107 bytes.
    ///   - loop: The loop on which the probe waits.
    public init(path: String, loop: EventLoop) {
        self.path = path
        self.loop = loop
    }

    /// Connects.
    ///
    /// - Throws: `CancellationError`; ``ProbeError`` for errors of this machine.
    public func connect(until deadline: ContinuousClock.Instant) async throws -> Result {
        let begun = ContinuousClock.now
        let limit = min(deadline, begun + Self.patience)
        while true {
            let (code, socket) = try Self.attempt(path, CInt(NETDIAG_STREAM))
            if code == EAGAIN, ContinuousClock.now + Self.pause < limit {
                try await loop.sleep(until: .now + Self.pause)
                continue
            }
            let outcome = try outcome(code)
            return Result(
                outcome: outcome, place: outcome == .connected ? nil : SocketPath(path),
                duration: begun.duration(to: .now),
                socket: socket)
        }
    }

    private func outcome(_ code: CInt) throws(ProbeError) -> Outcome {
        switch code {
        case 0: .connected
        case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .missing
        // Linux reports the same error for a file that is not a socket as for a socket without a listener.
        case ECONNREFUSED: SocketPath(path).type == .socket ? .refused : .notASocket
        case EACCES, EPERM: .notPermitted
        case EAGAIN: .backlogFull
        case EPROTOTYPE: .wrongType
        default: throw ProbeError("connect", errno: code)
        }
    }

    /// Makes one attempt.
    ///
    /// - Returns: The errno, or 0 and the connection.
    /// - Throws: ``ProbeError`` if no socket is available.
    static func attempt(_ path: String, _ type: CInt) throws(ProbeError) -> (CInt, ConnectedSocket?) {
        let fd = socket(AF_UNIX, type | CInt(NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { throw ProbeError("socket", errno: errno) }
        let owned = ConnectedSocket(fd, path: path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            // The remaining bytes are null.
            room.copyBytes(from: path.utf8.prefix(room.count - 1))
        }
        let result = withUnsafeBytes(of: &address) { raw in
            raw.withMemoryRebound(to: sockaddr.self) {
                Glibc.connect(fd, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? (0, owned) : (errno, nil)
    }
}
