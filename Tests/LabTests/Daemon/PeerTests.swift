import Lab
import Testing

import enum NetworkModel.Severity
import struct NetworkModel.StatusDocument

@Suite("Daemons that find each other", .lab, .tags(.lab))
struct PeerTests {
    /// Three hosts on a switch, the last one with a packet filter, and a netdiagd on each.
    private func withThree(
        filter: String? = nil, _ configuration: String = "{}",
        _ body: @Sendable ([RunningDaemon]) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let hosts = [try await lab.host("h1"), try await lab.host("h2"), try await lab.host("h3")]
            _ = try await lab.segment(hosts)
            if let filter { try await hosts[2].filter(filter) }
            for host in hosts { try await host.startDiscovery() }
            var daemons: [RunningDaemon] = []
            for host in hosts { daemons.append(try await host.startDaemon(configuration)) }
            try await body(daemons)
        }
    }

    private static func blockage(in status: StatusDocument) -> [String: String]? {
        status.findings.first { $0.id == "mdns.blocked" }?.facts
    }

    @Test("each knows the status of both others and that they see it, and reports no fault")
    func healthy() async throws {
        try await withThree { daemons in
            for daemon in daemons {
                let document = try await daemon.peers("both others, who see it") { document in
                    document.peers.count == 2
                        && document.peers.allSatisfy {
                            $0.isSeen && $0.isReachable == true && $0.view?.isSeen == true
                                && $0.view?.isReachable == true
                        }
                }
                #expect(!document.peers.contains { $0.name == daemon.host.name })
                let peer = try #require(document.peers.first)
                #expect(peer.version == document.version && peer.status != nil && peer.interfaces == ["eth0"])
                #expect(peer.addresses.contains { "\($0)".hasPrefix("10.77.") } && peer.view?.status != nil)
                #expect(try await daemon.get("/v1/status").contains("mdns.blocked") == false)
            }
            let page = try await daemons[1].get("/peers")
            #expect(page.contains(">Peers</h1>") && page.contains("h1") && page.contains("h3"))
            // A daemon that shuts down in order is no longer a peer.
            #expect(try await daemons[2].stop() == .exited(0))
            try await daemons[0].peers("one other") { $0.peers.map(\.name) == ["h2"] }
        }
    }

    @Test("multicast that one of three cannot send is reported there, and noticed by the others")
    func outgoing() async throws {
        let filter = "table inet lab { chain out { type filter hook output priority 0; udp dport 5353 drop; }; }"
        try await withThree(filter: filter) { daemons in
            let status = try await daemons[2].status("the blockage") {
                Self.blockage(in: $0)?["peer"] == "h1, h2"
            }
            let finding = try #require(status.findings.first { $0.id == "mdns.blocked" })
            #expect(finding.severity == .warning && finding.facts["interface"] == "eth0")
            #expect(finding.facts["direction"] == "from this machine to h1, h2", "\(finding.summary)")
            for daemon in daemons.prefix(2) {
                try await daemon.peers("h3, unseen") { document in
                    document.peers.contains { $0.name == "h3" && !$0.isSeen && $0.isReachable == true }
                }
                let other = try await daemon.status("the blockage") {
                    Self.blockage(in: $0) != nil
                }
                let finding = try #require(other.findings.first { $0.id == "mdns.blocked" })
                #expect(finding.severity == .info && finding.summary.hasSuffix("so the fault is at h3"))
                #expect(finding.facts["direction"] == "from h3 to this machine")
            }
            try await daemons[2].host.run(["nft", "flush", "ruleset"])
            for daemon in daemons {
                try await daemon.status("no blockage") { Self.blockage(in: $0) == nil }
            }
        }
    }

    @Test("multicast that one of three cannot receive is reported there, and noticed by the others")
    func incoming() async throws {
        let filter = "table inet lab { chain in { type filter hook input priority 0; udp dport 5353 drop; }; }"
        try await withThree(filter: filter) { daemons in
            let status = try await daemons[2].status("the blockage") {
                Self.blockage(in: $0)?["peer"] == "h1, h2"
            }
            let finding = try #require(status.findings.first { $0.id == "mdns.blocked" })
            #expect(finding.severity == .warning && finding.facts["direction"] == "from h1, h2 to this machine")
            for daemon in daemons.prefix(2) {
                try await daemon.peers("h3, which does not see it") { document in
                    document.peers.contains { $0.name == "h3" && $0.isSeen && $0.view?.isSeen == false }
                }
                let other = try await daemon.status("the blockage") {
                    Self.blockage(in: $0) != nil
                }
                #expect(other.findings.first { $0.id == "mdns.blocked" }?.severity == .info)
                #expect(Self.blockage(in: other)?["direction"] == "from this machine to h3")
            }
            try await daemons[2].host.run(["nft", "flush", "ruleset"])
            for daemon in daemons {
                try await daemon.status("no blockage") { Self.blockage(in: $0) == nil }
            }
        }
    }

    @Test("a daemon that does not browse for peers has none, and is not reported as unable to receive")
    func switchedOff() async throws {
        try await Lab.run { lab in
            let hosts = [try await lab.host("h1"), try await lab.host("h2")]
            _ = try await lab.segment(hosts)
            for host in hosts { try await host.startDiscovery() }
            let quiet = try await hosts[0].startDaemon("discovery: { peers: off }")
            let looking = try await hosts[1].startDaemon()
            let document = try await looking.peers("the other one") { $0.peers.first?.view != nil }
            let peer = try #require(document.peers.first)
            #expect(peer.name == "h1" && peer.isReachable == true && peer.view?.isSeen == nil)
            #expect(peer.view?.reason == "it does not look for others")
            #expect(try await quiet.get("/v1/peers").contains("\"peers\":[]"))
        }
    }
}
