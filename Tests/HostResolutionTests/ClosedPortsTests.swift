import EventLoopKit
import NetworkModel
import Testing

@testable import HostResolution

@Suite("DNS servers whose port is closed")
struct ClosedPortsTests {
    private let server = SocketAddress(IPAddress("192.168.7.1")!, port: 53)
    private let other = SocketAddress(IPAddress("192.168.7.2")!, port: 53)
    private let now = ContinuousClock.now

    @Test("an error counts for other queries to the same server, until its host sends the next one")
    func error() {
        var ports = ClosedPorts()
        #expect(ports.grace(for: server, at: now) == nil && !ports.isClosed(server, at: now))
        ports.recordError(of: server, after: .milliseconds(2), at: now)
        #expect(ports.grace(for: server, at: now) == ClosedPorts.grace + .milliseconds(4))
        #expect(ports.grace(for: other, at: now) == nil)
        #expect(ports.grace(for: server, at: now + ClosedPorts.lifetime) == nil)
    }

    @Test("a response outweighs an error, before and after it")
    func response() {
        var ports = ClosedPorts()
        ports.recordError(of: server, after: .milliseconds(2), at: now)
        ports.recordResponse(of: server, at: now + .milliseconds(1))
        #expect(!ports.isClosed(server, at: now + .milliseconds(1)))
        // A server that is restarted, or one of several behind an address.
        let later = now + .seconds(5)
        ports.recordError(of: server, after: .milliseconds(2), at: later)
        #expect(ports.grace(for: server, at: later) == nil)
        let end = now + .milliseconds(1) + ClosedPorts.lifetimeOfResponses
        ports.recordError(of: server, after: .milliseconds(2), at: end)
        #expect(ports.grace(for: server, at: end) != nil)
    }

    @Test("the port of this machine, whose errors are not limited, is not remembered")
    func ownPort() async throws {
        let port = try UDPSocket.closed()
        defer { withExtendedLifetime(port) {} }
        let loop = try EventLoop()
        let client = DNSClient(loop: loop)
        let answer = try await client.query("h.test", type: .a, server: port.address, timeout: .seconds(60))
        #expect(answer.failure == .closed)
        let isClosed = await client.isPortClosed(of: port.address)
        #expect(!isClosed)
    }
}
