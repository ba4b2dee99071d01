import NetworkModel
import Testing

@testable import LinkFacts

@Suite("Changes over time from the kernel's messages")
struct LinkMemoryTests {
    private static let second: UInt64 = 1_000_000_000

    private static func record(
        carrier: Bool, changes: Int? = nil, isUp: Bool = true
    ) throws -> LinkRecord {
        var header: [UInt8] = [0, 0, 1, 0]
        header.append(integer: UInt32(2))
        header.append(integer: UInt32(isUp ? 1 : 0))
        header.append(integer: UInt32(0))
        var name: [UInt8] = []
        name.append(integer: UInt16(9))
        name.append(integer: UInt16(3))
        name += Array("eth0".utf8) + [0, 0, 0, 0]
        var record = try #require(
            LinkRecord(NetlinkMessage(type: 16, flags: 0, sequence: 0, payload: (header + name)[...])))
        record.hasCarrier = carrier
        record.carrierChanges = changes
        return record
    }

    @Test("carrier changes count for two minutes, also those that the kernel has merged")
    func changes() throws {
        var memory = LinkMemory()
        #expect(memory.recentChanges(of: 2, at: 0) == nil)
        memory.isListening = true
        #expect(memory.recentChanges(of: 2, at: 0) == 0)
        let states = try [Self.record(carrier: true, changes: 1), Self.record(carrier: false, changes: 2)]
        memory.record(states[1], before: states[0], at: Self.second)
        memory.record(try Self.record(carrier: false, changes: 6), before: states[1], at: 100 * Self.second)
        #expect(memory.recentChanges(of: 2, at: 101 * Self.second) == 5)
        #expect(memory.recentChanges(of: 2, at: 122 * Self.second) == 4)
        #expect(memory.recentChanges(of: 2, at: 230 * Self.second) == 0)
        // The number of changes that are kept is limited.
        memory.record(try Self.record(carrier: true, changes: 1_000_000), before: states[1], at: 300 * Self.second)
        #expect(memory.recentChanges(of: 2, at: 300 * Self.second) == LinkMemory.maxChanges)
        memory.remove(2)
        #expect(memory.recentChanges(of: 2, at: 300 * Self.second) == 0)
    }

    @Test("what the administrator switches is not a carrier change")
    func administrator() throws {
        var memory = LinkMemory()
        memory.isListening = true
        let on = try Self.record(carrier: true, changes: 1)
        let off = try Self.record(carrier: false, changes: 2, isUp: false)
        memory.record(off, before: on, at: 1)
        memory.record(on, before: off, at: 2)
        #expect(memory.recentChanges(of: 2, at: 3) == 0)
    }

    private static func counters(_ values: [UInt64], at second: UInt64) throws -> LinkCounters {
        var bytes = [UInt8](repeating: 0, count: 12)
        bytes.append(integer: UInt16(4 + 8 * values.count))
        bytes.append(integer: UInt16(1))
        for value in values { bytes.append(integer: value) }
        return try #require(
            LinkCounters(
                NetlinkMessage(type: 92, flags: 0, sequence: 0, payload: bytes[...]), readAt: second * Self.second))
    }

    @Test("the growth between two readings of the counters counts; counters that restart say nothing")
    func counters() throws {
        let before = try Self.counters([100, 200, 0, 0, 1, 2, 3, 4, 9], at: 1)
        let after = try Self.counters([150, 260, 0, 0, 11, 22, 33, 44, 9], at: 3)
        let losses = try #require(after.losses(since: before))
        #expect(losses.period.value == 2_000)
        #expect(
            [losses.receiveErrors, losses.transmitErrors, losses.receiveDrops, losses.transmitDrops] == [
                10, 20, 30, 40,
            ])
        #expect(losses.packets == 50 + 60 + 10 + 20 + 40)
        #expect(before.losses(since: after) == nil)
        #expect(
            LinkCounters(NetlinkMessage(type: 92, flags: 0, sequence: 0, payload: [0, 0, 0][...]), readAt: 0) == nil)
    }
}
