import EventLoopKit
import Glibc
import NetworkModel
import Testing

@testable import Probes

@Suite("Sockets of probes")
struct ProbeSocketTests {
    @Test("what arrived in time is read, however late the process gets a processor, and a flood is not read for ever")
    func late() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let here = try #require(IPAddress("127.0.0.1"))
        let socket = try ProbeSocket(.datagram(.ipv4))
        try socket.bind(to: SocketAddress(here, port: 0))
        let port = try #require(socket.localPort)
        let past = ContinuousClock.now - .seconds(10)
        #expect(try await !socket.wait(until: past, on: loop))
        // It is not received, so that there is always something more to read, as in a flood.
        #expect(socket.send([1], to: SocketAddress(here, port: port)) == 0)
        var count = 0
        while count < 1_000, try await socket.wait(until: past, on: loop) { count += 1 }
        #expect((1..<1_000).contains(count), "\(count)")
    }

    /// Opening one requires `CAP_NET_RAW`.
    static let mayOpenRaw = (try? ProbeSocket(.raw(.ipv4, .icmp))) != nil

    @Test("a raw socket for ICMP does not teach the kernel a path MTU", .enabled(if: mayOpenRaw))
    func pathMTU() throws {
        let socket = try ProbeSocket(.raw(.ipv4, .icmp))
        var (mode, length) = (CInt(-1), socklen_t(MemoryLayout<CInt>.size))
        #expect(getsockopt(socket.fd, CInt(IPPROTO_IP), CInt(IP_MTU_DISCOVER), &mode, &length) == 0)
        #expect(mode == ProbeSocket.sizeOfLink)
    }
}
