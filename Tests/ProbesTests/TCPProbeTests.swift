import EventLoopKit
import Foundation
import KindTesting
import NetworkModel
import SystemAddresses
import Testing

@testable import Probes

@Suite("TCP probe")
struct TCPProbeTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    private func observe(_ addresses: [SocketAddress], within limit: Duration = .ample) async throws -> TCPEvidence {
        try await withTaskExecutorPreference(loop) {
            try await TCPProbe(addresses: addresses, loop: loop).observe(until: .now + limit) { _ in }.evidence
        }
    }

    @Test("an open port connects, a closed one is refused")
    func openAndClosed() async throws {
        let server = try RawServer(.silent)
        defer { withExtendedLifetime(server) {} }
        #expect(try await observe([server.address]).attempts.map(\.outcome) == [.connected])
        let closed = ClosedPort()
        defer { withExtendedLifetime(closed) {} }
        #expect(try await observe([closed.address]).attempts.map(\.outcome) == [.refused])
        loop.shutdown()
    }

    @Test("within this machine, an attempt is over when connect returns; one without a response is in progress")
    func progress() throws {
        let server = try RawServer(.silent)
        let closed = ClosedPort()
        // A listener whose queue is full drops further SYNs.
        let full = try FullListener()
        defer { withExtendedLifetime((server, closed, full)) {} }
        for (address, progress) in [
            (server.address, TCPCounters.Progress.established), (closed.address, .ended), (full.address, .underWay),
        ] {
            let socket = try ProbeSocket(.stream(address.address.family))
            try socket.connect(to: address)
            #expect(TCPCounters.progress(of: socket.fd) == progress)
            withExtendedLifetime(socket) {}
        }
        loop.shutdown()
    }

    @Test("every address is tried, and the first connection is passed on")
    func everyAddress() async throws {
        let (first, second) = (try RawServer(.silent), try RawServer(.silent, on: "::1"))

        let dead = ClosedPort()
        defer { withExtendedLifetime((first, second, dead)) {} }
        let (evidence, peer) = try await TCPProbe(addresses: [dead.address, first.address, second.address], loop: loop)
            .observe(until: .now + .ample) { $0.peer }
        #expect(Set(evidence.attempts.map(\.outcome)) == [.refused, .connected])
        #expect(evidence.attempts.count == 3)
        #expect(peer == second.address || peer == first.address)
        loop.shutdown()
    }

    @Test("a doubtful address is not waited for, and only tried if no other one is connected")
    func doubtful() async throws {
        let (server, full, closed) = (try RawServer(.silent, on: "::1"), try FullListener(), ClosedPort())
        defer { withExtendedLifetime((server, full, closed)) {} }
        func attempts(
            _ addresses: [SocketAddress], doubting doubtful: SocketAddress...
        ) async throws -> [TCPEvidence.Attempt] {
            let probe = TCPProbe(addresses: addresses, loop: loop, doubting: Set(doubtful.map(\.address)))
            return try await probe.observe(until: .now + .ample) { _ in }.evidence.attempts
        }
        let spared = try await attempts([full.address, server.address], doubting: full.address)
        #expect(spared.map(\.address) == [server.address.address] && spared.map(\.outcome) == [.connected])
        // It is of use after all if nothing else is.
        let needed = try await attempts([server.address, closed.address], doubting: server.address)
        #expect(needed.map(\.outcome) == [.refused, .connected])
        // If all are in doubt, each one is tried to the end.
        let all = try await attempts([full.address, server.address], doubting: full.address, server.address)
        #expect(all.map(\.outcome) == [.timeout, .connected])
        loop.shutdown()
    }

    @Test("the end of a connection is acknowledged at once, even if the server stays silent")
    func endInOrder() async throws {
        let server = try RawServer(.silent)
        defer { withExtendedLifetime(server) {} }
        let (evidence, isAcknowledged) = try await TCPProbe(addresses: [server.address], loop: loop)
            .observe(until: .now + .ample) { [loop] socket in
                try await socket.endInOrder(on: loop, until: .now + .ample)
                let fd = try #require(socket.lend())
                let end = try #require(TCPCounters.end(of: fd))
                return end.pending == nil
            }
        #expect(evidence.attempts.map(\.outcome) == [.connected])
        // Nothing is lost on this machine's loopback, and nothing is said of its packets.
        #expect(evidence.attempts[0].packets == nil)
        #expect(isAcknowledged == true)
        loop.shutdown()
    }

    @Test("the kernel's counters are read at the right offsets", .timeLimit(.minutes(3)))
    func counters() async throws {
        let server = try RawServer(.silent)
        defer { withExtendedLifetime(server) {} }
        let packets = try await TCPProbe(addresses: [server.address], loop: loop)
            .observe(until: .now + .ample) { socket in
                let fd = try #require(socket.handOver())
                defer { close(fd) }
                let packets = try #require(TCPCounters.packets(of: fd))
                #expect(packets.isUnacknowledged == nil)
                // The server's kernel acknowledges it, although its program does not read.
                #expect(send(fd, "x", 1, 0) == 1)
                while TCPCounters.packets(of: fd)?.isUnacknowledged != nil {
                    try await Task.sleep(for: .milliseconds(10))
                }
                return packets
            }.upper
        // The SYN and the acknowledgement of the response.
        #expect(packets?.sent == 2)
        #expect(packets?.repeated == 0 && packets?.duplicates == 0 && packets?.outOfOrder == 0)
        loop.shutdown()
    }

    @Test("families alternate, beginning with the first address's (RFC 8305 section 4)")
    func interlaced() throws {
        let texts = ["2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3"]
        let addresses = texts.compactMap(IPAddress.init).map { SocketAddress($0, port: 1) }
        #expect(
            TCPProbe.interlaced(addresses).map { "\($0.address)" } == [
                "2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "192.0.2.3",
            ])
    }

    @Test("an unanswered SYN ends at the deadline as a timeout")
    func timeout() async throws {
        // If the queue of a listener is full, further SYNs are dropped.
        let full = try FullListener()
        defer { withExtendedLifetime(full) {} }
        let evidence = try await observe([full.address], within: .milliseconds(300))
        #expect(evidence.attempts.map(\.outcome) == [.timeout])
        loop.shutdown()
    }

    @Test("cancelling closes every socket", .timeLimit(.minutes(5)))
    func cancellation() async throws {
        let full = try FullListener()
        defer { withExtendedLifetime(full) {} }
        let own = try sockets(to: full.address)
        let task = Task { [loop] in
            try await TCPProbe(addresses: Array(repeating: full.address, count: 8), loop: loop)
                .observe(until: .now + .seconds(600)) { _ in }
        }
        while try Set(sockets(to: full.address)).isSubset(of: own) { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let left = try sockets(to: full.address)
        #expect(Set(left).isSubset(of: own))
        loop.shutdown()
    }

    /// The local addresses of sockets that are still connecting to an address (`SYN_SENT` in /proc/net/tcp).
    private func sockets(to address: SocketAddress) throws -> [Substring] {
        let port = String(format: ":%04X", address.port)
        // Foundation reads no more than the first part of a file that has no size.
        let file = open("/proc/net/tcp", O_RDONLY | O_CLOEXEC)
        try #require(file >= 0)
        defer { close(file) }
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = read(file, &part, part.count), count > 0 { text += part[..<count] }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap {
            let fields = $0.split(separator: " ")
            return fields.count > 3 && fields[2].hasSuffix(port) && fields[3] == "02" ? fields[1] : nil
        }
    }
}

/// A listener that accepts no connections, and whose queue is full.
final class FullListener: Sendable {
    let address: SocketAddress
    private let descriptors: [CInt]

    init() throws {
        let ip = try #require(IPAddress("127.0.0.1"))
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        try #require(
            SocketAddress(ip, port: 0).withSockaddr { bind(listener, $0, $1) } == 0 && listen(listener, 0) == 0)
        var storage = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        getsockname(listener, &storage, &length)
        address = try #require(SocketAddress(&storage))
        var descriptors = [listener]
        // The queue holds one connection more than the backlog; further SYNs are dropped.
        for _ in 0..<2 {
            let fd = socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            _ = address.withSockaddr { connect(fd, $0, $1) }
            descriptors.append(fd)
        }
        self.descriptors = descriptors
    }

    deinit { for fd in descriptors { close(fd) } }
}
