import EventLoopKit
import Foundation
import NetworkModel
import Testing

@testable import Probes

@Suite("Echo probe")
struct EchoProbeTests {
    /// Whether ping sockets are available: without privileges if `ping_group_range` permits it, else with
    /// `CAP_NET_RAW`.
    static let mayPing: Bool = {
        guard let loopback = IPAddress("127.0.0.1") else { return false }
        if case .open = EchoSocket.open(to: loopback) { return true }
        return false
    }()

    @Test(
        "loopback replies in both families", .enabled(if: mayPing, "no right to send echo requests here"),
        arguments: ["127.0.0.1", "::1"])
    func loopback(text: String) async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let echo = try await EchoProbe(address: #require(IPAddress(text)), loop: loop).observe(within: .ample)
        #expect(echo.outcome == .reply)
        #expect(echo.received == 1)
    }

    @Test("replies at a limited rate differ from those of a path that loses packets")
    func limitedReplies() {
        // A bucket of one and of four requests, and one that is filled again after every fifth request.
        for answered in [[1], [1, 2, 3, 4], [1, 6], [1, 2, 7], [1, 4, 6, 9]] {
            #expect(EchoSeries.areLimited(answered, of: 10), "\(answered)")
        }
        for answered in [[2], [1, 3, 4], [1, 2, 4, 8], [2, 4, 6], Array(1...10)] {
            #expect(!EchoSeries.areLimited(answered, of: 10), "\(answered)")
        }
    }

    @Test("concurrent probes get their own replies", .enabled(if: mayPing, "no right to send echo requests here"))
    func manyAtOnce() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let outcomes = try await withThrowingTaskGroup(of: EchoEvidence.Outcome.self) { group in
            for index in 1...50 {
                let address = try #require(IPAddress("127.0.0.\(index)"))
                group.addTask {
                    try await EchoProbe(address: address, loop: loop).observe(within: .ample).outcome
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == .reply })
    }

    @Test("the checksum is that of RFC 1071")
    func checksum() {
        #expect(EchoSocket.checksum([0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7]) == ~0xddf2)
        #expect(EchoSocket.checksum([0x01]) == ~0x0100)
    }
}
