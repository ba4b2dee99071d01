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

    /// The properties of the connection for libcurl.
    let plan: CurlPlan
    private let origin: CInt
    private let listener: CInt
    private let received: [UInt8]
    private let end: End?
    private let maxBytes: Int
    private let loop: EventLoop
    private let padded = Atomic(false)

    /// Whether the server sent more than the limit, which libcurl cannot see here.
    var isPadded: Bool { padded.load(ordering: .relaxed) }

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
        listener = socket(AF_UNIX, CInt(NETDIAG_STREAM | NETDIAG_NONBLOCKING | NETDIAG_CLOSE_ON_EXEC), 0)
        guard listener >= 0 else { throw ProbeError("socket", errno: errno) }
        guard let name = Self.listen(on: listener) else {
            let code = errno
            close(listener)
            throw ProbeError("bind", errno: code)
        }
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

    deinit { close(listener) }

    /// Binds a socket to an abstract name that the kernel chooses (unix(7), "Autobind feature").
    ///
    /// - Returns: The name; `nil` after an error (errno).
    private static func listen(on fd: CInt) -> String? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var length = socklen_t(MemoryLayout<sa_family_t>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> String? in
                guard bind(fd, pointer, length) == 0, Glibc.listen(fd, 64) == 0 else { return nil }
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
            case .failed?, nil: break
            }
        } catch {
            // libcurl has ended first, or its time is over.
        }
    }

    /// Accepts the connection of this process. Any other one can connect to an abstract name, too.
    private func accept() async throws -> CInt {
        while true {
            _ = try await loop.ready(listener, for: .readable)
            let fd = netdiag_accept(listener)
            guard fd >= 0 else {
                guard errno == EAGAIN || errno == ECONNABORTED else { throw ProbeError("accept", errno: errno) }
                continue
            }
            if netdiag_peer_process(fd) == getpid() { return fd }
            close(fd)
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
                padded.store(true, ordering: .relaxed)
                return .closed
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

    private func write(_ bytes: [UInt8], to fd: CInt) async throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(fd, $0.baseAddress, $0.count, CInt(NETDIAG_NO_SIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN else { return false }
                _ = try await loop.ready(fd, for: .writable)
            }
        }
        return true
    }
}
