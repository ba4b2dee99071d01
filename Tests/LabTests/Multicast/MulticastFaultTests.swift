import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus
import struct NetworkModel.MulticastView
import struct NetworkModel.Report

/// In the office, the router is the client's only neighbour.
@Suite("Faults of multicast DNS in the lab", .lab, .tags(.lab))
struct MulticastFaultTests {
    static let healthy: [Fault] = [
        Fault(nil, .connectionUp, "http://router.local/") { try await $0.serveOnLink() },
        Fault(nil, .connectionUp, "Web._http._tcp.local") { try await $0.serveOnLink() },
        Fault(nil, .connectionUp, "http://router.local/") {
            // Without any way out, the neighbours are there all the same.
            try await $0.serveOnLink()
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
    ]

    static let single: [Fault] = [
        Fault("mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"]) {
            try await $0.serveOnLink()
        },
        Fault("mdns.not-found", .connectionDown, "Nobody._http._tcp.local", ["Nobody._http._tcp.local"]) {
            try await $0.serveOnLink()
        },
        Fault("mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["system bus"]),
        Fault("mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["avahi-daemon"]) {
            try await $0.client.startBus()
        },
        Fault("mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "router.local", "81", "refuses"]) {
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 81)
        },
        Fault("mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "ghost.local", "has an address"]) {
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 80, target: "ghost.local")
        },
        Fault("mdns.stale", .connectionDown, "Web._http._tcp.local", ["Web", "80", "does not answer"]) {
            try await $0.serveOnLink()
            try await $0.office.router.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n tcp dport 80 drop\n }\n}\n")
        },
        Fault("mdns.stale", .connectionDown, "Web._http._tcp.local", ["Web", "not on the link"]) {
            try await $0.serveOnLink()
            try await $0.vanish()
        },
        Fault("mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "EPERM"]) {
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n udp dport 5353 drop\n }\n}\n")
            try await $0.serveOnLink()
        },
        Fault("mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "drops what comes in"]) {
            try await $0.client.filter(
                "table inet f {\n chain i {\n type filter hook input priority 0\n udp dport 5353 drop\n }\n}\n")
            try await $0.serveOnLink()
        },
        Fault("mdns.blocked", .connectionDown, "Web._http._tcp.local", ["eth0", "drops what comes in"]) {
            // As a firewall that lets in what was asked for, and nothing else.
            try await $0.client.filter(
                """
                table inet f {
                 chain i {
                  type filter hook input priority 0; policy drop
                  iifname lo accept
                  ct state established,related accept
                  meta l4proto { icmp, ipv6-icmp } accept
                 }
                }

                """)
            try await $0.serveOnLink()
        },
        Fault("mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "switched off"]) {
            try await $0.client.run(["ip", "link", "set", "eth0", "multicast", "off"])
            try await $0.serveOnLink()
        },
        Fault("mdns.blocked", .connectionDown, "http://router.local/", ["eth0", "asked by itself"]) {
            try await $0.losesMulticast()
            try await $0.serveOnLink()
            // The client knows its neighbour.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.1.2"])
        },
        Fault("mdns.malformed-peer", .connectionDown, "http://printer.local/", ["10.77.1.2", "eth0"]) {
            try await $0.client.startDiscovery()
            try $0.office.router.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.truncated("printer.local")])
        },
        Fault("mdns.malformed-peer", .connectionDown, "http://printer.local/", ["10.77.1.2", "type A"]) {
            try await $0.client.startDiscovery()
            try $0.office.router.startMulticastSender(
                "10.77.1.2", answers: [MulticastPackets.shortAddress("printer.local")])
        },
    ]

    static let double: [Fault] = [
        // Stale, and a dead DNS server: no server is asked.
        Fault("mdns.stale", .connectionDown, "Old._http._tcp.local", ["Old", "refuses"]) {
            _ = try await $0.dns.stop()
            try await $0.serveOnLink()
            try await $0.office.router.publish("Old", "_http._tcp", port: 81)
        },
        // Blocked, and the host is not there either.
        Fault("mdns.blocked", .connectionDown, "http://nobody.local/", ["eth0", "EPERM"]) {
            try await $0.serveOnLink()
            try await $0.client.filter(
                "table inet f {\n chain o {\n type filter hook output priority 0\n udp dport 5353 drop\n }\n}\n")
        },
        // No avahi-daemon, and a gateway that no neighbour of the link needs.
        Fault("mdns.daemon-down", .connectionDown, "Web._http._tcp.local", ["avahi-daemon"]) {
            try await $0.client.startBus()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.99"])
        },
        // Nobody there, and a dead gateway.
        Fault("mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"]) {
            try await $0.serveOnLink()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.99"])
        },
        // Nobody there, and a dead DNS server.
        Fault("mdns.not-found", .connectionDown, "Nobody._ipp._tcp.local", ["Nobody"]) {
            try await $0.serveOnLink()
            _ = try await $0.dns.stop()
        },
        // A pulled cable, and no avahi-daemon: the cable.
        Fault("link.no-carrier", .connectionDown, "Web._http._tcp.local", ["eth0"]) {
            try await $0.office.clientCable.unplug()
        },
    ]

    @Test("the report names the cause of a fault of multicast DNS", arguments: healthy + single + double)
    func fault(fault: Fault) async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await fault.bringAbout(office)
            let begun = ContinuousClock.now
            let report = try await office.client.check(fault.target)
            #expect(begun.duration(to: .now) < .seconds(6))
            let told: Comment = "\(fault.facts) \(report.findings.map { "\($0.id): \($0.summary)" }); \(begun.duration(to: .now))"
            #expect(report.status == fault.status, told)
            #expect(report.cause?.id == fault.cause, told)
            for fact in fault.facts { #expect(report.cause?.summary.contains(fact) == true, told) }
            let errors = report.findings.filter { $0.severity == .error }
            #expect(errors.count == (fault.status == .connectionDown ? 1 : 0), told)
        }
    }

    @Test("a host that sends garbage is named beside who is missing, and one that is merely odd is not")
    func garbage() async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await office.client.startDiscovery()
            let odd = try office.office.router.startMulticastSender("10.77.1.2", answers: MulticastPackets.oddities)
            let before = try await office.client.check("http://nobody.local/")
            #expect(before.findings.map(\.id) == ["mdns.not-found"])
            let view = try #require(Self.views(of: before).first { $0.family == .ipv4 })
            // It has been heard: all of it was looked at.
            #expect(view.heard.map(\.description) == ["10.77.1.2"] && view.malformed.isEmpty)
            odd.stop()
            try office.office.router.startMulticastSender("10.77.1.2", answers: [MulticastPackets.garbage])
            let after = try await office.client.check("http://nobody.local/")
            #expect(after.findings.map(\.id) == ["mdns.not-found", "mdns.malformed-peer"])
            let finding = try #require(after.findings.last)
            #expect(finding.severity == .warning && finding.facts["address"] == "10.77.1.2")
        }
    }

    private static func views(of report: Report) -> [MulticastView] {
        guard case .mdns(let evidence)? = report.layers.first(where: { $0.layer == .mdns })?.evidence else { return [] }
        return evidence.views ?? []
    }
}

extension OfficeAtWork {
    /// The router, on the client's link, has a web server and announces it; both have an avahi-daemon.
    func serveOnLink() async throws {
        let router = office.router
        async let web: Void = { _ = try await router.startNginx([Site(port: 80)]) }()
        async let here: Void = client.startDiscovery()
        try await router.startDiscovery()
        try await router.publish("Web", "_http._tcp", port: 80)
        _ = try await (web, here)
    }

    /// The client has seen the service; then its host is gone without a goodbye.
    func vanish() async throws {
        let seen = try await client.run(["avahi-browse", "-rpt", "_http._tcp"])
        #expect(seen.contains(";Web;") && seen.contains("10.77.1.2"))
        try await office.router.run(["ip", "link", "set", "eth0", "arp", "off"])
        try await office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        try await client.run(["ip", "neigh", "flush", "dev", "eth0"])
    }

    /// As behind a switch that drops multicast on its way to the client: what the router sends to it alone arrives.
    func losesMulticast() async throws {
        try await office.router.filter(
            """
            table netdev f {
             chain e {
              type filter hook egress device eth0 priority 0
              ip daddr 224.0.0.251 drop
              ip6 daddr ff02::fb drop
             }
            }

            """)
    }
}
