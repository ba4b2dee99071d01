import Foundation
import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit includes the wait for the start of a lab.
@Suite("Publications and browsers stay correct", .lab, .tags(.lab), .timeLimit(.minutes(20)))
struct ServiceReconcileLabTests {
    @Test(
        "an orderly restart of avahi-daemon removes and adds a service for other hosts, and changes nothing for its own host"
    )
    func orderly() async throws {
        try await Lab.run { lab in
            let here = try await lab.host("h1"), there = try await lab.host("h2")
            _ = try await lab.segment([here, there])
            try await there.startBus()
            try await there.startAvahi()
            try await here.startBus()
            let avahi = try await here.startAvahi()
            try await here.publish("S", ["_http._tcp"], 80).state(.published, name: "S")
            let own = try here.browse("_http._tcp", "--resolve"), other = try there.browse("_http._tcp", "--resolve")
            try await own.complete("S", on: "eth0")
            try await own.drained(times: 1)
            try await other.complete("S", on: "eth0")
            try await avahi.stop()
            try await other.event(.removed, "S", on: "eth0")
            try await here.startAvahi()
            try await other.settled("S is back") { [count = Counter()] in
                $0["S._http._tcp"]?.host != nil && count.next() >= 2
            }
            try await own.drained(times: 2)
            #expect(own.ledger().faults == [] && other.ledger().faults == [])
            #expect(!own.instances.contains { $0.event == .removed && $0.instance.interface == "eth0" })
        }
    }

    @Test("interfaces appear and disappear with their instances, and others stay")
    func interfaces() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            try await here.publish("S", ["_http._tcp"], 80).state(.published, name: "S")
            let browse = try there.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "eth0")
            _ = try await lab.link(here, there)
            try await browse.complete("S", on: "eth1")
            try await here.run(["ip", "link", "del", "eth1"])
            try await browse.event(.removed, "S", on: "eth1")
            for interface in ["eth0", "eth1"] { #expect(browse.ledger(on: interface).faults == []) }
            #expect(browse.ledger().present.count == 1)
            #expect(!browse.instances.contains { $0.event == .removed && $0.instance.interface == "eth0" })
        }
    }

    @Test("a host that is renamed has all of its services, once each, under its new name")
    func renamed() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            try await here.publish("S", ["_http._tcp"], 80).state(.published, name: "S")
            let named = try await here.publish(nil, ["_http._tcp"], 81)
            try await named.state(.published, name: "h1")
            let browse = try there.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "eth0")
            try await here.run(["avahi-set-host-name", "renamed"])
            try await named.state(.published, name: "renamed")
            try await browse.settled("both by the new name") { present in
                Set(present.keys) == ["S._http._tcp", "renamed._http._tcp"]
                    && present.values.allSatisfy { $0.host == "renamed.local" }
            }
            #expect(browse.ledger().faults == [])
        }
    }

    @Test("two hosts that took the same name separately resolve the conflict when they meet, and no service is lost")
    func collision() async throws {
        try await Lab.run { lab in
            let hosts = [try await lab.host("h1"), try await lab.host("h2"), try await lab.host("h3")]
            let cables = try await lab.segment(hosts)
            for host in hosts {
                try await host.startBus()
                try await host.startAvahi()
            }
            let browse = try hosts[2].browse("_http._tcp", "--resolve")
            try await cables[0].unplug()
            let one = try await hosts[0].publish("Same", ["_http._tcp"], 81)
            let two = try await hosts[1].publish("Same", ["_http._tcp"], 82)
            try await one.state(.published, name: "Same")
            try await two.state(.published, name: "Same")
            try await browse.complete("Same", on: "eth0")
            try await cables[0].plug()
            try await browse.settled("two services, of either host") { present in
                present.count == 2 && Set(present.values.map(\.port)) == [81, 82]
                    && Set(present.values.map(\.host)) == ["h1.local", "h2.local"]
            }
            let names = [one, two].compactMap { $0.states.last?.name }
            #expect(Set(names.map { "\($0)._http._tcp" }) == Set(browse.ledger().present.keys))
            #expect(browse.ledger().faults == [])
        }
    }

    @Test("200 kills of avahi-daemon and of the bus lose nothing and duplicate nothing")
    func kills() async throws {
        try await Lab.run { lab in
            let victims = try await Self.hosts(lab, ["h1", "h2", "h3", "h4"]), watcher = try await lab.host("watcher")
            _ = try await lab.segment(victims + [watcher])
            try await watcher.startBus()
            try await watcher.startAvahi()
            let watching = try watcher.browse("_http._tcp", "--resolve")
            try await withThrowingTaskGroup(of: KilledHost.self) { group in
                for (index, host) in victims.enumerated() {
                    group.addTask {
                        var killed = try await KilledHost(host, seed: index)
                        try await killed.kill(times: 50)
                        return killed
                    }
                }
                let killed = try await group.reduce(into: []) { $0.append($1) }
                let wanted = Set(killed.flatMap(\.wanted))
                let browsers = [watching] + killed.map(\.browse)
                do {
                    for host in killed { try await host.mark() }
                    // A browser makes up for lost announcements with its next query. The intervals between queries double
                    // (RFC 6762 section 5.2), and are about two minutes by now.
                    for browser in browsers {
                        try await browser.settled("all services, as they are last", within: .seconds(300)) { present in
                            Set(present.keys) == wanted && present.values.allSatisfy { $0.txt == ["n": .text("last")] }
                        }
                    }
                } catch {
                    for host in killed { Issue.record("\(await host.report())") }
                    throw error
                }
                // Stale entries would have been detected by now.
                try await Task.sleep(for: .seconds(8))
                for browser in browsers {
                    #expect(browser.ledger().faults == [], "on \(browser.host.name)")
                    #expect(Set(browser.ledger().present.keys) == wanted, "on \(browser.host.name)")
                }
                for host in killed {
                    #expect(host.publications.map { $0.states.last?.state } == [.published, .published, .published])
                }
                let renames = killed.flatMap(\.publications).flatMap(\.states).filter { $0.state == .renamed }.count
                print(
                    "kills of avahi-daemon: \(killed.map(\.daemonKills).reduce(0, +)), of the bus: "
                        + "\(killed.map(\.busKills).reduce(0, +)); names lost on the way: \(renames); services at the end: "
                        + "\(wanted.count), as wanted")
            }
        }
    }

    private static func hosts(_ lab: Lab, _ names: [String]) async throws -> [Host] {
        var hosts: [Host] = []
        for name in names { hosts.append(try await lab.host(name)) }
        return hosts
    }
}
