import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Stable addresses of named targets")
struct ScrapeTargetAddressesTests {
    private static func instance(
        at addresses: [String], on interface: String = "eth0", host: String = "web.local", stale: Bool = false
    ) -> ServiceInstance {
        ServiceInstance(
            name: "Web", type: "_http._tcp", domain: "local", interface: interface, host: host, port: 80,
            addresses: addresses.compactMap { IPAddress($0) }, stale: stale)
    }

    /// The target that Prometheus gets if it requests it after each of these events.
    private struct Story {
        var book = ScrapeTargetAddresses()
        var lost = LostAddresses()
        var known: ServiceInstance?
        var now = ContinuousClock.now

        mutating func place(
            _ addresses: [String], host: String = "web.local", stale: Bool = false, after time: Duration = .seconds(1)
        ) -> String? {
            now += time
            let instance = instance(at: addresses, host: host, stale: stale)
            if instance != known { lost.apply(ServiceEvent(.updated, instance), known, at: now) }
            known = instance
            return book.targets(of: [instance], recent: lost.recent(at: now)).first?.targets.first
        }
    }

    @Test("an address that disappears for a moment is kept, and given up if it stays away")
    func moment() {
        var story = Story()
        #expect(story.place(["192.0.2.1", "fd00::1"]) == "192.0.2.1:80")
        #expect(story.place(["fd00::1"]) == "192.0.2.1:80")
        #expect(story.place(["192.0.2.1", "fd00::1"]) == "192.0.2.1:80")
        #expect(story.place(["fd00::1"]) == "192.0.2.1:80")
        #expect(story.place(["fd00::1"], after: .seconds(31)) == "[fd00::1]:80")
        // The target keeps the new address as well.
        #expect(story.place(["192.0.2.1", "fd00::1"]) == "[fd00::1]:80")
    }

    @Test("an address that another one has replaced is given up at once")
    func replaced() {
        var story = Story()
        #expect(story.place(["192.0.2.1", "fd00::1"]) == "192.0.2.1:80")
        #expect(story.place(["192.0.2.9", "fd00::1"]) == "192.0.2.9:80")
        // A lower address is not a reason to change.
        #expect(story.place(["192.0.2.1", "192.0.2.9", "fd00::1"]) == "192.0.2.9:80")
        #expect(story.place(["fd00::2"], host: "other.local") == "[fd00::2]:80")
    }

    @Test("a target with only a link-local address moves to a better one")
    func better() {
        var story = Story()
        #expect(story.place(["fe80::1%eth0"]) == "[fe80::1%eth0]:80")
        #expect(story.place(["192.0.2.1", "fe80::1%eth0"]) == "192.0.2.1:80")
        #expect(story.place(["fe80::1%eth0"], stale: true) == "192.0.2.1:80")
    }

    @Test("if only one of two instances responds, that one is used")
    func answering() {
        var book = ScrapeTargetAddresses()
        func place(_ eth0IsStale: Bool) -> [String] {
            book.targets(of: [
                Self.instance(at: ["192.0.2.1"], on: "eth0", stale: eth0IsStale),
                Self.instance(at: ["198.51.100.1"], on: "eth1"),
            ]).flatMap(\.targets)
        }
        #expect(place(false) == ["192.0.2.1:80"])
        #expect(place(true) == ["198.51.100.1:80"])
        #expect(place(false) == ["198.51.100.1:80"])
    }

    @Test(
        "addresses that never belong to another host are omitted, in each form",
        arguments: [
            "127.0.0.1", "::1", "0.0.0.0", "0.0.0.1", "::", "224.0.0.251", "ff02::fb", "169.254.169.254", "240.0.0.1",
            "255.255.255.255", "::ffff:127.0.0.1", "::ffff:192.0.2.1", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1",
        ])
    func unusable(_ address: String) {
        var book = ScrapeTargetAddresses()
        #expect(IPAddress(address) != nil)
        #expect(book.targets(of: [Self.instance(at: [address])]).isEmpty)
        #expect(book.targets(of: [Self.instance(at: [address, "192.0.2.1"])]).flatMap(\.targets) == ["192.0.2.1:80"])
    }

    @Test("addresses are kept separately for each requested family")
    func families() {
        var book = ScrapeTargetAddresses()
        let instance = Self.instance(at: ["192.0.2.1", "fd00::1"])
        #expect(book.targets(of: [instance], families: [.ipv6]).flatMap(\.targets) == ["[fd00::1]:80"])
        #expect(book.targets(of: [instance]).flatMap(\.targets) == ["192.0.2.1:80"])
        #expect(book.targets(of: [instance], families: [.ipv6]).flatMap(\.targets) == ["[fd00::1]:80"])
    }
}
