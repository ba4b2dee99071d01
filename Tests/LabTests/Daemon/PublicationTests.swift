import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.ServiceEvent
import enum NetworkModel.TXTValue

@Suite("The daemon over DNS-SD", .lab, .tags(.lab))
struct PublicationTests {
    /// Two hosts on a switch, each with its own bus and avahi-daemon.
    private func twoHosts(_ lab: Lab) async throws -> [Host] {
        let hosts = [try await lab.host("h1"), try await lab.host("h2")]
        _ = try await lab.segment(hosts)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { try await host.startDiscovery() } }
            try await group.waitForAll()
        }
        return hosts
    }

    private static func event(_ line: String) -> ServiceEvent? {
        try? JSON.decode(ServiceEvent.self, from: Data(line.utf8))
    }

    @Test("two daemons find each other on the bound port, and respond there")
    func twoDaemons() async throws {
        try await Lab.run { lab in
            let hosts = try await twoHosts(lab)
            let first = try await hosts[0].startDaemon("listen: { http: ':8123' }")
            let second = try await hosts[1].startDaemon("publish: { name: \"Büro, 2. Stock\" }")
            for daemon in [first, second] {
                try await daemon.status("publication") { $0.publication.state == .published }
            }
            let browser = try hosts[1].spawn([Programs.command, "browse", "_netdiag._tcp", "--resolve", "--json"])
            let line = try await browser.output.first("the other daemon") {
                Self.event($0).map { $0.event == .resolved && $0.instance.name == "h1" } ?? false
            }
            let found = try #require(Self.event(line)).instance
            #expect(found.port == 8_123 && found.host == "h1.local" && found.interface == "eth0")
            #expect(found.addresses?.map(\.description).contains("10.77.1.1") == true)
            #expect(found.txt?["txtvers"] == .text("1") && found.txt?["api"] == .text("/v1"))
            #expect(found.txt?["path"] == .text("/"))
            let page = try await hosts[1].run(["curl", "-sS", "http://10.77.1.1:8123/"])
            #expect(page.contains("<!DOCTYPE html>") && page.contains("h1"))
            let other = try await hosts[0].netdiag("browse", "_http._tcp", "--once", "--resolve", "--json")
            #expect(other.output.contains("Büro, 2. Stock") && other.status == .exited(0))
            // A daemon that shuts down sends goodbye packets, so the other host removes it at once and not when the TTL
            // expires.
            #expect(try await first.stop() == .exited(0))
            try await browser.output.first("the goodbye") {
                Self.event($0).map { $0.event == .removed && $0.instance.name == "h1" } ?? false
            }
        }
    }

    @Test("a name conflict leads to another name, which is reported")
    func collision() async throws {
        try await Lab.run { lab in
            let hosts = try await twoHosts(lab)
            let first = try await hosts[0].startDaemon("publish: { name: same }")
            try await first.status("publication") { $0.publication.state == .published }
            let second = try await hosts[1].startDaemon("publish: { name: same }")
            let status = try await second.status("another name") { $0.publication.state == .renamed }
            #expect(status.publication.name == "same #2")
            #expect(status.findings.contains { $0.id == "mdns.collision" && $0.summary.contains("same #2") })
        }
    }

    @Test("the publication is updated in place when the status changes")
    func statusInTXT() async throws {
        try await Lab.run { lab in
            let hosts = try await twoHosts(lab)
            // A route and a resolver beside the switch; the second host is both.
            let dns = try await hosts[1].startDNSMasq([.zone("lab.test")])
            try await hosts[0].useDNS(["10.77.1.2"])
            try await hosts[0].run(["ip", "route", "add", "default", "via", "10.77.1.2"])
            // Behind it are two routers that send ICMP errors. The second one has no route onward.
            try await hosts[1].forward()
            var router = hosts[1]
            for name in ["provider", "core"] {
                let next = try await lab.host(name), cable = try await lab.link(router, next)
                try await next.forward()
                try await router.run(["ip", "route", "add", "192.0.2.0/24", "via", cable.b.ipv4])
                try await next.run(["ip", "route", "add", "10.77.1.1/32", "via", cable.a.ipv4])
                router = next
            }
            let daemon = try await hosts[0].startDaemon("interval: 1s\ntimeout: 1s")
            try await daemon.status("all well, published") {
                $0.status == .connectionUp && $0.publication.state == .published
            }
            let browser = try hosts[1].spawn([Programs.command, "browse", "_netdiag._tcp", "--resolve", "--json"])
            func follow(_ status: String) async throws {
                try await browser.output.first("status=\(status)") { line in
                    Self.event(line).map { $0.event != .removed && $0.instance.txt?["status"] == .text(status) }
                        ?? false
                }
            }
            try await follow("connectionUp")
            _ = try await dns.stop()
            try await follow("connectionDown")
            #expect(!browser.output.text.contains("\"removed\""))
        }
    }

    @Test("it reports the loss of avahi-daemon and the bus, and is published again by itself afterwards")
    func restarts() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            _ = try await lab.segment([host])
            let daemon = try await host.startDaemon()
            let alone = try await daemon.status("waiting without a bus") { $0.publication.state == .waiting }
            // Nothing in the configuration needs it.
            #expect(alone.findings.contains { $0.id == "mdns.daemon-down" && $0.severity == .info } && !alone.degraded)

            let bus = try await host.startBus()
            let avahi = try await host.startAvahi()
            let published = try await daemon.status("publication") { $0.publication.state == .published }
            #expect(!published.findings.contains { $0.id == "mdns.daemon-down" })

            avahi.killGroup()
            let waiting = try await daemon.status("waiting without avahi") {
                $0.publication.state == .waiting && $0.publication.reason != nil
            }
            #expect(waiting.findings.contains { $0.id == "mdns.daemon-down" })
            let second = try await host.startAvahi()
            try await daemon.status("publication after avahi's restart") { $0.publication.state == .published }

            bus.killGroup()
            try await daemon.status("waiting without the bus") {
                $0.publication.state == .waiting && $0.publication.reason != nil
            }
            second.killGroup()
            try await second.exit()
            try await host.startDiscovery()
            try await daemon.status("publication after the bus's restart") {
                $0.publication.state == .published
            }
            #expect(daemon.process.status == nil)
        }
    }

    @Test("a service that is disabled or unreachable is not published, with a reason")
    func off() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            _ = try await lab.segment([host])
            try await host.startDiscovery()
            let silent = try await host.startDaemon("publish: off")
            try await silent.status("off") {
                $0.publication.state == .off && $0.publication.reason?.contains("publish") == true
            }
            #expect(try await silent.stop() == .exited(0))
            let local = try await host.startDaemon("listen: { http: '127.0.0.1:8053' }")
            try await local.status("off") {
                $0.publication.state == .off && $0.publication.reason?.contains("listen") == true
            }
        }
    }
}
