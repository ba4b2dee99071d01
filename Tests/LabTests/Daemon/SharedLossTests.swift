import Lab
import Testing

import struct NetworkModel.CauseID
import struct NetworkModel.StatusDocument

@Suite("Loss on the line behind the gateway, in the lab", .lab, .tags(.lab), .timeLimit(.minutes(5)))
struct SharedLossTests {
    private static let web = "http://10.77.2.1/"
    private static let targets = [web, "tcp://10.77.2.101:80", "tcp://10.77.3.1:53"]

    /// Those that are about loss: a page may be slow as well.
    private static func losses(_ ids: [CauseID]) -> [CauseID] {
        ids.filter { ["path.loss", "path.shared-loss"].contains($0) }
    }

    /// Makes the router drop a third of the packets of TCP and ICMP that it forwards to the client, at random.
    private static func lose(_ match: String, on router: Host) async throws {
        try await router.filter(
            """
            table ip loss {
                chain f {
                    type filter hook forward priority 0
                    ip daddr 10.77.1.1 ip protocol { tcp, icmp } \(match) numgen random mod 100 < 30 drop
                }
            }

            """)
    }

    @Test("loss to several hosts is one incident with one finding; loss to one of them is that of its target")
    func shared() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let router = work.office.router
            try await work.office.server.run(["ip", "addr", "add", "10.77.2.101/24", "dev", "eth0"])
            let lines = Self.targets.map { "- '\($0)'\n" }.joined()
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 5s\ntimeout: 5s\ntargets:\n\(lines)")
            try await daemon.status("all well") { $0.targets.allSatisfy { $0.status == .connectionUp } }

            try await Self.lose("", on: router)
            let lossy = try await daemon.status("one incident of all", within: .seconds(120)) { status in
                Self.losses(status.incidents.map(\.cause.id)) == ["path.shared-loss"]
                    && Self.losses(status.findings.map(\.id)) == ["path.shared-loss"]
                    && status.incidents.contains { $0.cause.id == "path.shared-loss" && $0.targetCount == 3 }
            }
            let incident = try #require(lossy.incidents.first { $0.cause.id == "path.shared-loss" })
            #expect(incident.culprit == "10.77.1.2" && Set(incident.targets) == Set(Self.targets))
            #expect(incident.cause.summary.contains("beyond the gateway 10.77.1.2"), "\(incident.cause.summary)")
            try await router.run(["nft", "flush", "ruleset"])
            try await daemon.status("all well again", within: .seconds(120)) { status in
                status.incidents.isEmpty && status.targets.allSatisfy { $0.cause == nil }
            }

            try await Self.lose("ip saddr 10.77.2.1", on: router)
            let single = try await daemon.status("the incident of one", within: .seconds(120)) {
                !Self.losses($0.incidents.map(\.cause.id)).isEmpty
            }
            let summaries = single.incidents.map(\.cause.summary)
            #expect(Self.losses(single.incidents.map(\.cause.id)) == ["path.loss"], "\(summaries)")
            #expect(single.incidents.allSatisfy { $0.targets == [Self.web] }, "\(summaries)")
            _ = try await daemon.stop()
        }
    }
}
