import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Whether an announced address may be polled")
struct UnverifiedPeerBackoffTests {
    private static let start = ContinuousClock.now
    private static func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }
    private static func place(_ host: Int, _ port: UInt16 = 9_200) -> SocketAddress {
        SocketAddress(IPAddress("10.\(host >> 16).\(host >> 8 & 255).\(host & 255)")!, port: port)
    }

    /// The number of permitted requests in a period of seconds, with an attempt in each step.
    private func requests(
        _ backoff: inout UnverifiedPeerBackoff, _ places: [SocketAddress], from: Int = 0, until end: Int,
        every step: Int = 1, proving: Bool = false
    ) -> Int {
        stride(from: from, to: end, by: step).reduce(0) { count, second in
            count
                + places.count { place in
                    guard backoff.admit(place, at: Self.at(second)) == nil else { return false }
                    if proving { backoff.recordVerified(place, at: Self.at(second)) }
                    return true
                }
        }
    }

    @Test(
        "an address that does not identify itself is polled at once, after 1, 4, 16 and 64 minutes, and then every six hours"
    )
    func backsOff() {
        var backoff = UnverifiedPeerBackoff()
        #expect(requests(&backoff, [Self.place(2)], until: 60) == 1)
        #expect(requests(&backoff, [Self.place(2)], from: 60, until: 3_600) == 3)
        #expect(requests(&backoff, [Self.place(2)], from: 3_600, until: 86_400) == 5)
    }

    @Test("an address that has identified itself is polled whenever it is due, until something else answers there")
    func identified() {
        var backoff = UnverifiedPeerBackoff()
        let place = Self.place(2)
        #expect(backoff.admit(place, at: Self.at(0)) == nil)
        backoff.recordVerified(place, at: Self.at(0))
        #expect(requests(&backoff, [place], from: 1, until: 100) == 99)
        backoff.revoke(place, ifNotSince: Self.at(-1), at: Self.at(100))
        #expect(backoff.hasIdentifiedItself(place))
        backoff.revoke(place, at: Self.at(100))
        #expect(requests(&backoff, [place], from: 101, until: 160) == 0)
        #expect(requests(&backoff, [place], from: 160, until: 161) == 1)
    }

    @Test("printers are not polled; an address that sends a hello is polled once, and not again for five minutes")
    func printer() {
        var backoff = UnverifiedPeerBackoff()
        for port in [9_100, 9_103, 515, 631, 22, 23, 443] as [UInt16] {
            #expect(requests(&backoff, [Self.place(2, port)], until: 10) == 0, "\(port)")
        }
        let place = Self.place(2, 9_100)
        var count = 0
        for second in 0..<900 {
            backoff.invite(place)
            if backoff.admit(place, at: Self.at(second)) == nil { count += 1 }
        }
        // Requests are permitted at once, after a minute, after four, and after five each.
        #expect((3...5).contains(count), "\(count)")
    }

    @Test(
        "a host with a thousand announced ports is polled three times in a minute; its real daemon is still found"
    )
    func host() {
        var backoff = UnverifiedPeerBackoff()
        let places = (0..<1_000).map { Self.place(2, 10_000 + UInt16($0)) }
        #expect(requests(&backoff, places, until: 60) == UnverifiedPeerBackoff.maxFailuresOfHost)
        #expect(requests(&backoff, places, from: 60, until: 3_600, every: 10) <= 4)
        #expect(backoff.admit(Self.place(2, UnverifiedPeerBackoff.usualPort), at: Self.at(3_600)) == nil)
    }

    @Test("of a thousand hosts, 64 are polled at once and then one in ten seconds")
    func total() {
        var backoff = UnverifiedPeerBackoff()
        let places = (0..<1_000).map { Self.place($0) }
        #expect(requests(&backoff, places, until: 1) == UnverifiedPeerBackoff.burst)
        #expect(requests(&backoff, places, from: 1, until: 601, every: 5) <= 60)
    }

    @Test("several daemons of one host that all identify themselves are not delayed")
    func many() {
        var backoff = UnverifiedPeerBackoff()
        let places = (0..<10).map { Self.place(2, 8_100 + UInt16($0)) }
        #expect(requests(&backoff, places, until: 1, proving: true) == 10)
    }
}
