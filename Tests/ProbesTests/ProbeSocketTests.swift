import EventLoopKit
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
}
