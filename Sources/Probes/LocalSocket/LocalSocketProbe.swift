import CSockets
public import EventLoopKit
import Glibc
import NetworkModel

/// Connects to a stream socket of this machine (unix(7)).
///
/// Looking at the path and connecting are calls that wait for the file system: a path on a network file system whose server is
/// gone holds up the loop that it is called on.
public struct LocalSocketProbe: Sendable {
    /// How connecting ended, by the errno of connect(2) and a look at the path.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// A connection was made.
        case connected
        /// A part of the path is not there, or leads nowhere.
        case missing
        /// What is there is no socket.
        case notASocket = "not-a-socket"
        /// It is a socket, and nobody listens.
        case refused
        /// This process may not connect to it, or not look for names in a directory above it.
        case notPermitted = "not-permitted"
        /// Somebody listens, and accepts nobody: as many connections wait as may.
        case backlogFull = "backlog-full"
        /// It is no stream socket.
        case wrongType = "wrong-type"
    }

    /// What became of the connection.
    public struct Result: Sendable {
        /// How connecting ended.
        public let outcome: Outcome
        /// What is known of the path, where no connection was made.
        public let place: SocketPath?
        /// From the first attempt to the last one's end.
        public let duration: Duration
        /// `nil` if no connection was made.
        public let socket: ConnectedSocket?
    }

    /// How long a full backlog may take to have room: a server that is busy accepts within it.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.milliseconds(50)

    private let path: String
    private let loop: EventLoop

    /// - Parameter path: 107 bytes at most.
    public init(path: String, loop: EventLoop) {
        self.path = path
        self.loop = loop
    }

    /// - Throws: `CancellationError`; ``ProbeError`` for what this machine cannot do.
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
        // Of a file that is no socket, Linux says the same as of a socket that nobody listens at.
        case ECONNREFUSED: SocketPath(path).type == .socket ? .refused : .notASocket
        case EACCES, EPERM: .notPermitted
        case EAGAIN: .backlogFull
        case EPROTOTYPE: .wrongType
        default: throw ProbeError("connect", errno: code)
        }
    }

    /// - Returns: The errno, or 0 and the connection.
    /// - Throws: Where there is no socket to be had.
    static func attempt(_ path: String, _ type: CInt) throws(ProbeError) -> (CInt, ConnectedSocket?) {
        let fd = socket(AF_UNIX, type | CInt(NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard fd >= 0 else { throw ProbeError("socket", errno: errno) }
        let owned = ConnectedSocket(fd, path: path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            // What is left behind it is null.
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
