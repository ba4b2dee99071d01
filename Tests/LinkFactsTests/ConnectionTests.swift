import NetworkModel
import Testing

@testable import LinkFacts

@Suite("This machine's own connections, from sock_diag")
struct ConnectionTests {
    /// A `struct inet_diag_msg` with `tcp_info`, in the layout of a little-endian kernel.
    static func message(
        family: UInt8 = 2, peer: [UInt8] = [198, 51, 100, 7], state: UInt8 = 1, retransmits: UInt8 = 0,
        unacknowledged: UInt32 = 0, sinceData: UInt32 = 90_000, sinceAnswer: UInt32 = 40,
        acknowledged: UInt32 = 1, received: UInt32 = 90, timeout: UInt32 = 1_000_000, packets: [Int: UInt32] = [:]
    ) -> [UInt8] {
        var bytes: [UInt8] = [family, state, 0, 0] + [UInt8](repeating: 0, count: 20)
        bytes += peer + [UInt8](repeating: 0, count: 16 - peer.count)
        bytes += [UInt8](repeating: 0, count: 72 - bytes.count)
        var info = [UInt8](repeating: 0, count: packets.isEmpty ? 136 : 228)
        (info[0], info[2]) = (state, retransmits)
        func set(_ offset: Int, _ value: UInt32) {
            for index in 0..<4 { info[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index))) }
        }
        set(8, timeout)
        set(24, unacknowledged)
        set(52, sinceData)
        set(56, sinceAnswer)
        set(120, acknowledged)
        set(128, received)
        for (offset, value) in packets { set(offset, value) }
        return bytes + [UInt8(info.count + 4), 0, 2, 0] + info
    }

    @Test("the last received data and its age are reported")
    func heard() throws {
        let found = try #require(ConnectionDump.connection(Self.message()[...]))
        #expect(found.peer == IPAddress("198.51.100.7") && found.silence == .milliseconds(40))
        #expect(!found.isRetransmitting)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff, 198, 51, 100, 7]
        let both = try #require(ConnectionDump.connection(Self.message(family: 10, peer: mapped)[...]))
        #expect(both.peer == found.peer)
    }

    @Test("an accepted connection without data does not count as heard")
    func silent() throws {
        #expect(try #require(ConnectionDump.connection(Self.message(received: 0)[...])).silence == nil)
        let client = ConnectionDump.connection(Self.message(acknowledged: 2, received: 0)[...])
        #expect(client?.silence == .milliseconds(40))
    }

    @Test("a connection that only retransmits is stuck; one that is being established was never heard")
    func stuck() throws {
        let stuck = ConnectionDump.connection(Self.message(retransmits: 3, unacknowledged: 2, sinceAnswer: 8_000)[...])
        #expect(stuck?.isRetransmitting == true && stuck?.silence == .seconds(8))
        let new = ConnectionDump.connection(Self.message(state: 2, retransmits: 1, unacknowledged: 1)[...])
        #expect(new?.isRetransmitting == true && new?.silence == nil && new?.synRepetitions == 1)
        #expect(stuck?.synRepetitions == nil)
        // All sent data was acknowledged.
        #expect(ConnectionDump.connection(Self.message(retransmits: 3)[...])?.isRetransmitting == false)
    }

    @Test("the repetitions of a SYN show how long it has waited at least, after a second each, or after twice the time")
    func waiting() {
        func wait(_ retransmits: UInt8, _ timeout: UInt32, state: UInt8 = 2) -> Duration? {
            ConnectionDump.connection(
                Self.message(state: state, retransmits: retransmits, unacknowledged: 1, timeout: timeout)[...])?
                .leastWait
        }
        #expect(wait(3, 8_000_000) == .seconds(7) && wait(3, 1_000_000) == .seconds(3))
        #expect(wait(0, 1_000_000) == .zero && wait(3, 8_000_000, state: 1) == nil)
    }

    @Test("the packets of an established connection are counted, if the kernel does so")
    func packets() throws {
        let counts: [Int: UInt32] = [100: 3, 136: 9, 216: 1, 224: 2]
        func counted(_ state: UInt8, acknowledged: UInt32) -> TCPEvidence.Packets? {
            let message = Self.message(state: state, unacknowledged: 1, acknowledged: acknowledged, packets: counts)
            return ConnectionDump.connection(message[...])?.packets
        }
        var known = TCPEvidence.Packets(sent: 9, repeated: 3, duplicates: 1, outOfOrder: 2)
        #expect(counted(1, acknowledged: 2) == known)
        known.isUnacknowledged = true
        #expect(counted(1, acknowledged: 1) == known)
        // A SYN, and an old kernel.
        #expect(counted(2, acknowledged: 0) == nil)
        #expect(ConnectionDump.connection(Self.message()[...])?.packets == nil)
    }

    @Test("the user of a socket is reported")
    func user() throws {
        var message = Self.message()
        #expect(ConnectionDump.connection(message[...])?.user == 0)
        (message[64], message[65]) = (0xe8, 0x03)
        #expect(ConnectionDump.connection(message[...])?.user == 1_000)
    }

    @Test("a connection that both ends closed was heard from, and has no further facts")
    func closed() throws {
        var message = Array(Self.message(state: 6).prefix(72))
        // 45 of the 60 seconds are left.
        (message[52], message[53]) = (UInt8(45_000 & 0xff), UInt8(45_000 >> 8))
        let found = try #require(ConnectionDump.connection(message[...]))
        #expect(found.peer == IPAddress("198.51.100.7") && found.closed == .seconds(15))
        #expect(found.silence == nil && !found.isRetransmitting)
        for byte in 52...55 { message[byte] = 255 }
        #expect(ConnectionDump.connection(message[...])?.closed == .zero)
        #expect(ConnectionDump.connection(message[..<71]) == nil)
    }

    @Test("what is cut off, or claims to be longer, is nothing")
    func hostile() {
        let whole = Self.message()
        for length in whole.indices { _ = ConnectionDump.connection(whole[..<length]) }
        #expect(ConnectionDump.connection(whole[..<100]) == nil)
        var wrong = whole
        wrong[72] = 255
        #expect(ConnectionDump.connection(wrong[...]) == nil)
    }

    @Test("the kernel answers without privileges, and lists a connection of this process")
    func kernel() throws {
        var found: [OwnConnection] = []
        try ConnectionDump.read(family: 2, into: &found)
        try ConnectionDump.read(family: 10, into: &found)
        #expect(found.count <= ConnectionDump.maxConnections + 2 * ConnectionDump.maxClosed)
    }
}
