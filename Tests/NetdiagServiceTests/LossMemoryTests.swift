import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("Hosts to which packets are lost")
struct LossMemoryTests {
    private let host: IPAddress

    init() throws { host = try #require(IPAddress("198.51.100.1")) }

    /// A memory after a check that lost packets.
    private var lossy: LossMemory {
        var memory = LossMemory()
        memory.record(lossTo: host, hasSign: true)
        return memory
    }

    @Test("echo requests alone do not begin it, since a host may limit its replies")
    func beginning() {
        var memory = LossMemory()
        memory.record(lossTo: host, hasSign: false)
        #expect(memory.isEmpty && !memory.isLossy([host]))
        #expect(lossy.isLossy([host]))
    }

    @Test("it ends after two series without loss in a row, or five checks that lose only echo requests")
    func end() {
        var memory = lossy
        memory.record(noLossTo: host)
        memory.record(lossTo: host, hasSign: true)
        memory.record(noLossTo: host)
        #expect(memory.isLossy([host]))
        memory.record(noLossTo: host)
        #expect(memory.isEmpty)

        memory = lossy
        for _ in 1...4 { memory.record(lossTo: host, hasSign: false) }
        #expect(memory.isLossy([host]))
        memory.record(lossTo: host, hasSign: false)
        #expect(memory.isEmpty)
    }

    @Test("a host that is no longer checked is forgotten")
    func lifetime() {
        #expect(!lossy.isLossy([host], at: .now + .seconds(601)))
    }
}
