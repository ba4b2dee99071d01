import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("The daemon and the uplink", .lab, .tags(.lab))
struct UplinkTests {
    /// The interval never ends during the test: changes are noticed for another reason.
    private static let configuration = "publish: off\ninterval: 1h\ntimeout: 5s\n"

    @Test("the loss and the return of a provider are noticed before the next interval")
    func comingAndGoing() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.beHome()
            let daemon = try await work.client.startDaemon(Self.configuration)
            let well = try await daemon.status("all well") { $0.status == .connectionUp }
            #expect(well.uplink?.status == .connectionUp && well.findings.isEmpty)

            for cable in [work.office.namesCable, work.office.providerCable] { try await cable.unplug() }
            let lost = try await daemon.status("the lost provider") { $0.cause?.id == "path.upstream-down" }
            #expect(lost.status == .connectionDown && lost.gateways.first?.status == .connectionUp)

            for cable in [work.office.namesCable, work.office.providerCable] { try await cable.plug() }
            try await work.office.routeToProvider()
            try await work.office.routeToRootServers()
            try await daemon.status("the provider back") { $0.status == .connectionUp && $0.findings.isEmpty }
            _ = try await daemon.stop()
        }
    }

    @Test("few packets are sent to documentation addresses, however short the interval is")
    func packetsToNobody() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.beHome()
            try await work.client.filter(
                """
                table inet count {
                    counter nobody {}
                    chain out {
                        type filter hook output priority 0;
                        ip daddr { 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 } counter name nobody
                        ip6 daddr 2001:db8::/32 counter name nobody
                    }
                }

                """)
            let daemon = try await work.client.startDaemon("publish: off\ninterval: 1s\ntimeout: 1s\n")
            try await daemon.status("all well") { $0.status == .connectionUp && $0.findings.isEmpty }
            func count() async throws -> Int {
                let listed = try await work.client.run(["nft", "list", "counter", "inet", "count", "nobody"])
                let words = listed.split(whereSeparator: \.isWhitespace)
                let place = try #require(words.firstIndex(of: "packets"), "\(listed)")
                return try #require(Int(words[place + 1]), "\(listed)")
            }
            // The kernel's changes of the start are over.
            try await Task.sleep(for: .seconds(5))
            let before = try await count()
            try await Task.sleep(for: .seconds(30))
            let sent = try await count() - before
            // One or two rounds of each kind in both address families; with one for each observation, it would be 180 and more.
            #expect(sent > 0 && sent <= 30, "\(before) at the start, then \(sent)")
            try await daemon.status("still well") { $0.status == .connectionUp && $0.findings.isEmpty }
            _ = try await daemon.stop()
        }
    }

    @Test(
        "a spare uplink that becomes silent is a warning, and gone once its routers report packets again",
        .timeLimit(.minutes(3)))
    func silentSpare() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let router = try await work.addUplinkWithProvider().b.host
            try await work.beHome()
            let daemon = try await work.client.startDaemon("publish: off\ninterval: 1s\ntimeout: 1s\n")
            try await daemon.status("both work") { document in
                document.status == .connectionUp && document.findings.isEmpty
                    && document.uplink?.evidence?.spares?.first?.wasHeard == true
            }
            try await router.filter("table inet f { chain f { type filter hook forward priority 0; drop; }; }\n")
            let lost = try await daemon.status("the silent spare uplink") {
                !$0.findings.isEmpty
            }
            #expect(lost.status == .connectionUp && lost.findings.map(\.id) == ["path.spare-down"])
            #expect(lost.findings[0].summary.contains("routers behind it answered before, and none does now"))
            try await router.run(["nft", "flush", "ruleset"])
            try await daemon.status("both work again") { $0.findings.isEmpty }
            _ = try await daemon.stop()
        }
    }

    @Test("fifty targets behind a lost provider are one incident, which is reported once")
    func oneIncident() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let office = work.office
            _ = try await work.dns.stop()
            // The server has the whole domain: a refused name would be a warning and an incident of its own.
            try await office.names.startDNSMasq(
                [],
                options: ["address=/many.lab.example/\(office.serverCable.a.ipv4)", "local=/many.lab.example/"])
            try await work.beHome()
            let targets = (0..<50).map { "http://t\($0).many.lab.example/" }
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 5s\ntimeout: 2s\ntargets: [\(targets.joined(separator: ", "))]\n")
            try await daemon.status("all well") { document in
                document.status == .connectionUp && document.targets.allSatisfy { $0.status == .connectionUp }
            }
            for cable in [office.namesCable, office.serverCable, office.providerCable] { try await cable.unplug() }
            let down = try await daemon.status("one incident of all") { document in
                // The machine's own check may end after the checks of the targets.
                document.incidents.count == 1 && document.incidents[0].targetCount == 50
                    && document.uplink?.status == .connectionDown
                    && document.cause?.id == "path.upstream-down"
            }
            #expect(down.findings.count == 1)
            #expect(down.incidents.map(\.cause.id) == ["path.upstream-down"], "\(down.incidents.map(\.cause.summary))")
            #expect(down.resolvers.allSatisfy { $0.status != .connectionUp })
            let text = try await work.client.netdiag("status").output
            #expect(text.contains("does not work"))
            #expect(text.ranges(of: "the Internet behind it does not").count == 1, "\(text)")
            _ = try await daemon.stop()
        }
    }
}
