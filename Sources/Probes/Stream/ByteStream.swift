import EventLoopKit
import Glibc
import NetworkModel
import Synchronization

/// The reason why nothing more can be sent or received over a connection.
public enum StreamEnd: Error, Sendable, Hashable {
    /// The peer closed it in order.
    case closed
    /// The peer reset it.
    case reset
    /// Nothing arrived, or nothing was accepted, before the deadline of the stream.
    case timeout
    /// The peer sent more than the limit of the stream (``ByteStream/maxBytes``) or of its reader (``StreamReader``).
    case tooMuch
    /// Another error, with the text of the C library or of libcurl.
    case failed(String)
}

/// A connection to a server, with or without TLS, for the protocol of a kind of target.
public struct ByteStream: Sendable {
    /// The maximum number of bytes that are received over a stream, for protocols that do not set a lower limit
    /// themselves: far more than any of them needs, and little enough for many concurrent checks.
    public static let maxBytes = 64 << 20

    private let transport: any StreamTransport
    private let deadline: ContinuousClock.Instant
    /// The number of bytes that may still be received; also by streams with shorter time limits.
    private let allowance: Allowance

    private final class Allowance: Sendable {
        let bytes = Atomic<Int>(ByteStream.maxBytes)
    }

    init(_ transport: any StreamTransport, until deadline: ContinuousClock.Instant) {
        self.init(transport, until: deadline, Allowance())
    }

    private init(_ transport: any StreamTransport, until deadline: ContinuousClock.Instant, _ allowance: Allowance) {
        self.transport = transport
        self.deadline = deadline
        self.allowance = allowance
    }

    /// The same connection with a shorter time limit, for data that is not worth waiting for until the deadline. What it receives
    /// counts towards the same ``maxBytes``.
    ///
    /// - Parameter limit: The time from now on. A limit beyond the deadline changes nothing.
    public func limited(to limit: Duration) -> ByteStream {
        ByteStream(transport, until: min(deadline, .now + limit), allowance)
    }

    /// Sends all bytes.
    ///
    /// - Throws: ``StreamEnd`` (`timeout` if the peer did not accept all of them before the deadline), `CancellationError`.
    public func send(_ bytes: [UInt8]) async throws {
        try requireTime()
        guard try await mapped({ try await transport.send(bytes, until: deadline) }) else { throw StreamEnd.timeout }
    }

    /// Receives the next bytes: at least one, at most 64 KiB.
    ///
    /// - Throws: ``StreamEnd`` (`closed` at the end of the stream, `tooMuch` after ``maxBytes``), `CancellationError`.
    public func receive() async throws -> [UInt8] {
        try requireTime()
        guard allowance.bytes.load(ordering: .relaxed) > 0 else { throw StreamEnd.tooMuch }
        guard let bytes = try await mapped({ try await transport.receive(until: deadline) }) else {
            throw StreamEnd.timeout
        }
        guard !bytes.isEmpty else { throw StreamEnd.closed }
        allowance.bytes.subtract(bytes.count, ordering: .relaxed)
        return bytes
    }

    /// Data that is always ready, and a peer that accepts everything, would otherwise outlast the deadline, for which only
    /// waiting is ended.
    private func requireTime() throws {
        guard ContinuousClock.now < deadline else { throw StreamEnd.timeout }
    }

    private func mapped<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as StreamError {
            throw error.code == ECONNRESET || error.code == EPIPE
                ? StreamEnd.reset : .failed(SystemError.text(error.code))
        } catch let error as ProbeError {
            throw StreamEnd.failed(error.reason)
        }
    }
}

/// The transport of a stream.
protocol StreamTransport: Sendable {
    /// Sends bytes.
    ///
    /// - Returns: Whether all of them were accepted before the deadline.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws -> Bool
    /// Receives the next bytes.
    ///
    /// - Returns: An empty array if the peer closed the connection, `nil` at the deadline.
    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]?
}

extension CurlChannel: StreamTransport {}

/// The errno of a system call on a connection.
struct StreamError: Error {
    let code: CInt
}

/// A connected socket without TLS. Its descriptor is closed with it.
final class PlainStream: StreamTransport {
    private let fd: CInt
    private let loop: EventLoop

    /// Creates a stream over a socket.
    ///
    /// - Throws: ``ProbeError`` if no descriptor is available.
    init(_ socket: ConnectedSocket, loop: EventLoop) throws(ProbeError) {
        guard let fd = socket.duplicate() else { throw ProbeError("dup", errno: errno) }
        self.fd = fd
        self.loop = loop
    }

    deinit { close(fd) }

    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws -> Bool {
        try await loop.send(bytes, over: fd, until: deadline)
    }

    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]? {
        while try await !loop.ready(fd, for: .readable, until: deadline).isEmpty {
            var result = -1
            let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
                result = recv(fd, buffer.baseAddress, buffer.count, 0)
                count = max(result, 0)
            }
            if result >= 0 { return bytes }
            guard errno == EAGAIN else { throw StreamError(code: errno) }
        }
        return nil
    }
}
