import CSockets
import EventLoopKit
import Glibc
import NetworkModel
import Synchronization

/// A connection to this process that repeats a response from its first byte, and continues with what the server still sends.
///
/// It is for libcurl, which sends its request into it without anybody reading it.
final class ReplayedConnection: Sendable {
    /// How a connection ended.
    enum End: Sendable, Hashable {
        /// The server closed it in order.
        case closed
        /// An error, with its errno.
        case failed(CInt)
    }

    /// How many connections may wait: other users may connect, too, whose connections are closed.
    private static let maxWaiting: CInt = 4_096

    /// The properties of the connection for libcurl.
    let plan: CurlPlan
    private let origin: CInt
    private let received: [UInt8]
    private let end: End?
    private let maxBytes: Int
    private let loop: EventLoop
    private let state: Mutex<State>

    private struct State {
        /// The socket to which libcurl connects, until it has.
        var listener: CInt?
        var isAccepted = false
        var problem: ProbeError?
        var isPadded = false
        var brokenBy: CInt?
    }

    /// Whether the server sent more than the limit, which libcurl cannot see here.
    var isPadded: Bool { state.withLock(\.isPadded) }
    /// The errno with which the connection to the server broke, which libcurl sees as a reset; `nil` if it did not.
    var brokenBy: CInt? { state.withLock(\.brokenBy) }

    /// Requires that libcurl got the response, without which its result says nothing about the server: this process may lack a
    /// descriptor, and others may fill the queue of the listener.
    ///
    /// - Throws: ``ProbeError``.
    func requireConnection(unlessTimedOut hasTimedOut: Bool) throws(ProbeError) {
        let (isAccepted, problem) = state.withLock { ($0.isAccepted, $0.problem) }
        if isAccepted || problem == nil && hasTimedOut { return }
        throw problem ?? ProbeError("connect", reason: "the local connection for libcurl failed")
    }

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - origin: The connection to the server, which must exist as long as ``relay()`` runs.
    ///   - received: The bytes that were already read from it.
    ///   - end: Its end, if it was seen.
    ///   - maxBytes: The maximum number of bytes to pass on.
    /// - Throws: ``ProbeError`` if no descriptor is available.
    init(
        of origin: CInt, _ received: [UInt8], _ end: End?, to plan: CurlPlan, within limit: Duration, maxBytes: Int,
        loop: EventLoop
    ) throws(ProbeError) {
        // libcurl 7.88 connects every socket that it is given, which a connected pair refuses.
        let listener = socket(AF_UNIX, CInt(NETDIAG_STREAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard listener >= 0 else { throw ProbeError("socket", errno: errno) }
        guard let name = Self.listen(on: listener) else {
            let code = errno
            close(listener)
            throw ProbeError("bind", errno: code)
        }
        state = Mutex(State(listener: listener))
        var plan = plan
        plan.replay = name
        plan.limit = limit
        self.plan = plan
        self.origin = origin
        self.received = received
        self.end = end
        self.maxBytes = maxBytes
        self.loop = loop
    }

    deinit { closeListener() }

    private func closeListener() {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        if let listener { close(listener) }
    }

    /// Binds a socket to an abstract name that the kernel chooses (unix(7), "Autobind feature").
    ///
    /// - Returns: The name; `nil` after an error (errno).
    private static func listen(on fd: CInt) -> String? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var length = socklen_t(MemoryLayout<sa_family_t>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> String? in
                guard bind(fd, pointer, length) == 0, Glibc.listen(fd, maxWaiting) == 0 else { return nil }
                length = socklen_t(MemoryLayout<sockaddr_un>.size)
                guard getsockname(fd, pointer, &length) == 0 else { return nil }
                // Behind the family is the byte 0 that marks an abstract name.
                let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(length)).dropFirst(3)
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// Passes on the response after a request has arrived, until one side has ended or the task is cancelled.
    func relay() async {
        var connection: CInt?
        defer { if let connection { close(connection) } }
        do {
            let fd = try await accept()
            connection = fd
            guard try await !loop.ready(fd, for: .readable).isEmpty else { return }
            switch try await passOn(to: fd) {
            case .closed?:
                shutdown(fd, CInt(NETDIAG_END_SENDING))
                // libcurl closes its side.
                try await loop.sleep(until: .now + plan.limit)
            // It is closed with the request unread, which resets it (unix(7)).
            case .failed(let code)?: state.withLock { $0.brokenBy = code }
            case nil: break
            }
        } catch let problem as ProbeError {
            state.withLock { $0.problem = problem }
        } catch {
            // libcurl has ended first, or its time is over.
        }
    }

    /// Accepts the connection of this process. Any other one can connect to an abstract name, too.
    private func accept() async throws -> CInt {
        // A connection that waits is ended with the listener.
        defer { closeListener() }
        guard let listener = state.withLock(\.listener) else { throw CancellationError() }
        while true {
            let fd = netdiag_accept(listener)
            if fd >= 0 {
                if netdiag_peer_process(fd) == getpid() {
                    state.withLock { $0.isAccepted = true }
                    return fd
                }
                close(fd)
            } else if errno == EAGAIN {
                _ = try await loop.ready(listener, for: .readable)
            } else if errno != ECONNABORTED {
                throw ProbeError("accept", errno: errno)
            }
        }
    }

    /// - Returns: How the server ended the connection; `nil` if libcurl has closed its side.
    private func passOn(to fd: CInt) async throws -> End? {
        var bytes = received
        var end = end
        var count = 0
        while true {
            guard try await write(bytes, to: fd) else { return nil }
            count += bytes.count
            if let end { return end }
            guard count <= maxBytes else {
                state.withLock { $0.isPadded = true }
                return .failed(ECONNABORTED)
            }
            _ = try await loop.ready(origin, for: .readable)
            var failure: CInt = 0
            bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                let result = recv(origin, buffer.baseAddress, buffer.count, 0)
                failure = result < 0 ? errno : 0
                count = max(result, 0)
            }
            if bytes.isEmpty, failure != EAGAIN { end = failure == 0 ? .closed : .failed(failure) }
        }
    }

    /// - Returns: Whether libcurl can still receive them.
    private func write(_ bytes: [UInt8], to fd: CInt) async throws -> Bool {
        do {
            return try await loop.send(bytes, over: fd)
        } catch is StreamError {
            return false
        }
    }
}
