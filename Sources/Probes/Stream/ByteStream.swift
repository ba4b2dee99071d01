import CSockets
import EventLoopKit
import Glibc
import NetworkModel

/// Why no more can be sent or received over a connection.
public enum StreamEnd: Error, Sendable, Hashable {
    /// The peer has closed it in order.
    case closed
    /// The peer has reset it.
    case reset
    /// Nothing came, or nothing was taken, until the deadline.
    case timeout
    /// The peer has sent more than is taken.
    case tooMuch
    /// Another error, in words.
    case failed(String)
}

/// A connection to a server, in TLS or not, that a kind of target speaks its protocol over.
public struct ByteStream: Sendable {
    private let transport: any StreamTransport
    private let deadline: ContinuousClock.Instant

    init(_ transport: any StreamTransport, until deadline: ContinuousClock.Instant) {
        self.transport = transport
        self.deadline = deadline
    }

    /// The same connection with less time, for what is not worth waiting for until the deadline.
    public func limited(to limit: Duration) -> ByteStream {
        ByteStream(transport, until: min(deadline, .now + limit))
    }

    /// Sends all of it.
    ///
    /// - Throws: ``StreamEnd``, `CancellationError`.
    public func send(_ bytes: [UInt8]) async throws {
        guard try await mapped({ try await transport.send(bytes, until: deadline) }) else { throw StreamEnd.timeout }
    }

    /// What comes next: one byte at least, 64 KiB at most.
    ///
    /// - Throws: ``StreamEnd``, `CancellationError`.
    public func receive() async throws -> [UInt8] {
        guard let bytes = try await mapped({ try await transport.receive(until: deadline) }) else {
            throw StreamEnd.timeout
        }
        guard !bytes.isEmpty else { throw StreamEnd.closed }
        return bytes
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
    /// - Returns: Whether all of it was taken before the deadline.
    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws -> Bool
    /// - Returns: What comes next; nothing at all where the peer has closed, `nil` at the deadline.
    func receive(until deadline: ContinuousClock.Instant) async throws -> [UInt8]?
}

extension CurlChannel: StreamTransport {}

/// An errno of a system call on a connection.
struct StreamError: Error {
    let code: CInt
}

/// A connected socket without TLS. Its descriptor is closed with it.
final class PlainStream: StreamTransport {
    private let fd: CInt
    private let loop: EventLoop

    /// - Throws: ``ProbeError`` where there is no descriptor to be had.
    init(_ socket: ConnectedSocket, loop: EventLoop) throws(ProbeError) {
        guard let fd = socket.duplicate() else { throw ProbeError("dup", errno: errno) }
        self.fd = fd
        self.loop = loop
    }

    deinit { close(fd) }

    func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) async throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(fd, $0.baseAddress, $0.count, CInt(NETDIAG_NO_SIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard try await !loop.ready(fd, for: .writable, until: deadline).isEmpty else { return false }
            } else {
                throw StreamError(code: errno)
            }
        }
        return true
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
