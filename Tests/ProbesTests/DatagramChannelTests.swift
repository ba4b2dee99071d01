import EventLoopKit
import NetworkModel
import Testing

@testable import Probes

@Suite("Datagrams to several addresses of a name")
struct DatagramChannelTests {
    private static let first = IPAddress("127.0.0.1")!
    private static let second = IPAddress("127.0.0.2")!

    /// The result of an exchange with two addresses and a socket that receives and sends nothing.
    private func exchange(boundTo address: IPAddress) async throws -> DatagramEvidence {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let socket = try ProbeSocket(.datagram(.ipv4))
        try socket.bind(to: SocketAddress(address, port: 0))
        let port = try #require(socket.localPort)
        let channel = try #require(
            DatagramChannel(
                to: [Self.first, Self.second].map { SocketAddress($0, port: port) }, loop: loop,
                until: .now + .milliseconds(600)))
        let exchange = try await channel.exchange(attempts: 1, every: .seconds(1)) { _ in
            [1]
        } isAnswer: { _, _ in
            true
        }
        withExtendedLifetime(socket) {}
        return exchange.evidence
    }

    @Test("a refusal tells more than the silence of an earlier address")
    func refusal() async throws {
        let found = try await exchange(boundTo: Self.first)
        #expect(found.outcome == .refused && found.address == Self.second && found.alsoSilent == nil)
    }

    @Test("if all addresses are silent, all are named")
    func silence() async throws {
        let found = try await exchange(boundTo: try #require(IPAddress("0.0.0.0")))
        #expect(found.outcome == .silent && found.address == Self.first && found.alsoSilent == [Self.second])
    }
}
