import Foundation
import Glibc
import NetworkModel
import Synchronization
import SystemAddresses

/// A DNS server on UDP and TCP of an ephemeral port, whose replies are the exact bytes from the test.
final class RawDNSServer: Sendable {
    struct Query: Sendable {
        let bytes: [UInt8]
        let isTCP: Bool
        /// The number of the query over both transports, from 0.
        let number: Int
        /// The name, type and class of the question in wire format.
        var question: [UInt8] {
            var end = 12
            while end < bytes.count, bytes[end] != 0 { end += Int(bytes[end]) + 1 }
            return Array(bytes[12..<min(bytes.count, end + 5)])
        }
        /// The name of the question as text.
        var name: String {
            var labels: [String] = []
            var rest = question.dropLast(4)[...]
            while let size = rest.first, size > 0 {
                labels.append(String(decoding: rest.dropFirst().prefix(Int(size)), as: UTF8.self))
                rest = rest.dropFirst(Int(size) + 1)
            }
            return labels.joined(separator: ".")
        }
    }

    typealias Handler = @Sendable (Query) -> [UInt8]?

    let address: SocketAddress
    /// The queries as they arrive.
    let arrivals: AsyncStream<Query>
    private let seen: Seen
    private let udp: UDPSocket
    private let listener: CInt
    private let stop: CInt

    /// The state that is shared with the server's thread, which must not keep the server itself alive.
    private final class Seen: Sendable {
        let queries = Mutex<[Query]>([])
    }

    var queries: [Query] { seen.queries.withLock { $0 } }

    /// - Parameters:
    ///   - first: A datagram that is sent before each reply over UDP.
    ///   - other: The socket that replies over UDP are sent from; `nil` for the one that receives queries.
    ///   - isEndless: Whether the response over TCP is repeated until the client closes the connection.
    ///   - handler: The reply; `nil` for none.
    init(
        on text: String = "127.0.0.1", sending first: [UInt8]? = nil, replyingFrom other: UDPSocket? = nil,
        isEndless: Bool = false, _ handler: @escaping Handler
    )
        throws
    {
        (udp, listener) = try Self.listen(on: text)
        address = udp.address
        seen = Seen()
        let (stream, continuation) = AsyncStream.makeStream(of: Query.self)
        arrivals = stream
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw TestFailure("no pipe") }
        stop = ends[1]
        let (udp, listener, stopped, seen) = (udp, listener, ends[0], seen)
        let answer: Handler = { query in
            seen.queries.withLock { $0.append(query) }
            let reply = handler(query)
            continuation.yield(query)
            return reply
        }
        Thread.detachNewThread {
            var number = 0
            while true {
                var waits = [udp.descriptor, listener, stopped].map {
                    pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
                }
                poll(&waits, 3, -1)
                if waits[2].revents != 0 { break }
                if waits[0].revents != 0 {
                    Self.serveDatagram(udp, number, first, from: other ?? udp, answer)
                    number += 1
                } else if waits[1].revents != 0 {
                    Self.serveConnection(listener, number, isEndless: isEndless, answer)
                    number += 1
                }
            }
            close(stopped)
            close(listener)
        }
    }

    deinit { close(stop) }

    private static func listen(on text: String) throws -> (UDPSocket, CInt) {
        for _ in 0..<8 {
            let udp = try UDPSocket(text)
            let listener = socket(udp.address.address.family.rawFamily, CInt(SOCK_STREAM.rawValue), 0)
            if udp.address.withSockaddr({ bind(listener, $0, $1) }) == 0, Glibc.listen(listener, 16) == 0 {
                return (udp, listener)
            }
            close(listener)
        }
        throw TestFailure("no port is free for both UDP and TCP")
    }

    private static func serveDatagram(
        _ udp: UDPSocket, _ number: Int, _ first: [UInt8]?, from source: UDPSocket, _ answer: Handler
    ) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var peer = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &peer) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
                let count = recvfrom(udp.descriptor, &buffer, buffer.count, 0, peer, &length)
                guard count > 0 else { return }
                let query = Query(bytes: Array(buffer.prefix(count)), isTCP: false, number: number)
                guard let reply = answer(query) else { return }
                if let first { sendto(source.descriptor, first, first.count, 0, peer, length) }
                sendto(source.descriptor, reply, reply.count, 0, peer, length)
            }
        }
    }

    private static func serveConnection(_ listener: CInt, _ number: Int, isEndless: Bool, _ answer: Handler) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while received.count < 2 || received.count < 2 + Int(received[0]) << 8 + Int(received[1]) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += buffer.prefix(count)
        }
        let query = Query(bytes: Array(received.dropFirst(2)), isTCP: true, number: number)
        guard let reply = answer(query) else { return }
        let framed = [UInt8(reply.count >> 8), UInt8(reply.count & 0xff)] + reply
        repeat {
            var sent = 0
            while sent < framed.count {
                let count = framed[sent...].withUnsafeBytes {
                    send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        } while isEndless
    }
}
