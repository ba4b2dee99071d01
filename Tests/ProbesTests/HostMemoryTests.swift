import NetworkModel
import Synchronization
import Testing

@testable import NetworkDiagnostics

@Suite("Whether hosts of DNS servers respond")
struct HostMemoryTests {
    private final class Count: Sendable {
        let value = Atomic(0)
    }

    @Test("checks that fail at the same time examine a host once")
    func shared() async throws {
        let memory = HostMemory()
        let host = SocketAddress(try #require(IPAddress("192.0.2.53")), port: 53)
        let other = SocketAddress(try #require(IPAddress("192.0.2.54")), port: 53)
        let count = Count()
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await memory.isSilent(host) {
                        count.value.add(1, ordering: .relaxed)
                        return true
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0 } && results.count == 50)
        #expect(count.value.load(ordering: .relaxed) == 1)
        #expect(try await !memory.isSilent(other) { false })
    }
}
