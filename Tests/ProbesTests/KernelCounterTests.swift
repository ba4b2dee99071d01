import Testing

@testable import Probes

@Suite("The kernel's counters of segments that were repeated")
struct KernelCounterTests {
    private static let text = """
        TcpExt: SyncookiesSent TCPRetransFail TCPSynRetrans
        TcpExt: 0 3 5
        IpExt: InNoRoutes TCPRetransFail
        IpExt: 0 9

        """

    @Test("a counter is at the place of its name, among those of its protocol")
    func value() {
        #expect(KernelCounters.value("TCPRetransFail", of: "TcpExt:", in: Self.text) == 3)
        #expect(KernelCounters.value("TCPRetransFail", of: "IpExt:", in: Self.text) == 9)
        #expect(KernelCounters.value("Missing", of: "TcpExt:", in: Self.text) == nil)
        #expect(KernelCounters.value("TCPRetransFail", of: "TcpExt:", in: "TcpExt: TCPRetransFail\nTcpExt:") == nil)
        #expect(KernelCounters.value("TCPRetransFail", of: "TcpExt:", in: "") == nil)
    }

    @Test("this machine drops a connection's segments if it drops all that are repeated")
    func drops() {
        let before = RepeatedSegments(repeated: 10, dropped: 4)
        func shows(_ repeated: UInt64, _ dropped: UInt64, own: Int) -> Bool {
            RepeatedSegments(repeated: repeated, dropped: dropped).showsDrops(since: before, own: own)
        }
        #expect(shows(12, 6, own: 2))
        #expect(shows(15, 9, own: 2))
        // Some segments were sent, perhaps those of this connection.
        #expect(!shows(13, 6, own: 2))
        #expect(!shows(12, 4, own: 2))
        #expect(!shows(10, 4, own: 0))
        // Another process read the counters later than this one.
        #expect(!shows(11, 5, own: 2))
    }

    @Test("damaged packets are responses if fewer of them arrive without requests")
    func correlation() {
        func isOwn(_ count: Int, others: Int) -> Bool {
            TraceProbe.isCorrelated(
                count, in: .milliseconds(600), others: others, inControl: .milliseconds(150))
        }
        #expect(isOwn(2, others: 0))
        #expect(!isOwn(1, others: 0))
        #expect(!isOwn(9, others: 1))
        #expect(isOwn(10, others: 1))
    }

    @Test("a counter of the table of neighbours is the sum of those of all processors")
    func neighbourTable() {
        let text = """
            entries  allocs   table_fulls
            00000004 0003d302 00000018
            00000004 00035f86 0000116f

            """
        #expect(NeighbourTable.refusals(in: text) == 0x1187)
        #expect(NeighbourTable.refusals(in: "entries\n00000004\n") == nil && NeighbourTable.refusals(in: "") == nil)
    }
}
