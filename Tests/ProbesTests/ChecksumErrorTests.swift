import Testing

@testable import Probes

@Suite("The kernel's counters of wrong checksums")
struct ChecksumErrorTests {
    @Test("each protocol's counter is at the place of its name, and nothing else is counted")
    func tables() {
        let text = """
            Ip: Forwarding DefaultTTL InReceives InHdrErrors
            Ip: 1 64 900 7
            Icmp: InMsgs InErrors InCsumErrors InDestUnreachs
            Icmp: 11 7 5 1
            IcmpMsg: InType11 OutType8
            IcmpMsg: 11 2
            Tcp: RtoAlgorithm MaxConn InErrs OutRsts InCsumErrors
            Tcp: 1 -1 4 0 4
            Udp: InDatagrams NoPorts InErrors InCsumErrors MemErrors
            Udp: 0 0 58 58 0

            """
        #expect(ChecksumErrors.inTables(text) == 67)
        #expect(ChecksumErrors.inList("Ip6InReceives \t 8\nIcmp6InCsumErrors \t 2\nUdp6InCsumErrors \t 3\n") == 5)
    }

    @Test(
        "what is cut off, or is not a number, counts nothing",
        arguments: [
            "", "Udp:", "Udp: InCsumErrors", "Udp: InCsumErrors\nUdp:", "Udp: InCsumErrors\nUdp: x",
            "Udp: InErrors InCsumErrors\nUdp: 5", "Udp: InCsumErrors\nTcp: 5",
        ])
    func hostile(_ text: String) {
        #expect(ChecksumErrors.inTables(text) == 0)
        #expect(ChecksumErrors.inList(text) == 0)
    }
}
