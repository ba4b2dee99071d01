import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.CauseID
import struct NetworkModel.StatusDocument

@Suite("A routing loop, monitored by a daemon", .lab, .tags(.lab))
struct LoopIncidentTests {
    /// Routers send one ICMP error a second to a host, and each trace needs six, so each further check sees less of the
    /// loop.
    @Test("is one cause and one incident, however few ICMP errors the routers send")
    func oneIncident() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.loop("10.98.0.0/24", "fd98::/64")
            let targets = ["10.98.0.1:80", "[fd98::1]:80", "10.98.0.2:443"]
            let lines = targets.map { "- '\($0)'\n" }.joined()
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 1s\ntimeout: 1s\ntargets:\n\(lines)")
            var last = try await daemon.status("the first incidents") { $0.incidents.count >= 2 }
            var causes: Set<CauseID> = []
            for _ in 1...5 {
                let before = last
                last = try await daemon.status("another round of checks") { status in
                    zip(status.targets, before.targets).allSatisfy { $0.last != nil && $0.last != $1.last }
                }
                causes.formUnion(last.targets.compactMap(\.cause?.id))
            }
            #expect(causes == ["path.loop"])
            // One for each address family, with its facts.
            let told: [StatusDocument.Incident] = try JSON.decode(
                from: Data(try await daemon.get("/v1/incidents?since=10m").utf8))
            #expect(
                told.count == 2 && told.allSatisfy { $0.closed == nil && $0.cause.id == "path.loop" },
                "\(told.map(\.cause.summary))")
            _ = try await daemon.stop()
        }
    }

    @Test("is one incident and one finding for all of many targets, whose checks show less of the loop")
    func manyTargets() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.loop("10.98.0.0/24", "fd98::/64")
            let lines = (0..<48).map { "- '10.98.0.\($0 % 4 + 1):\(8000 + $0)'\n" }.joined()
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 2s\ntimeout: 1s\ntargets:\n\(lines)")
            var last = try await daemon.status("an incident of all targets") { status in
                status.incidents.contains { $0.isOpen && $0.cause.id == "path.loop" && $0.targetCount == 48 }
            }
            for _ in 1...3 {
                let before = last
                last = try await daemon.status("another round of checks") { status in
                    zip(status.targets, before.targets).allSatisfy { $0.last != nil && $0.last != $1.last }
                }
            }
            #expect(last.incidents.filter(\.isOpen).map(\.cause.id) == ["path.loop"])
            let ofLoop: Set<CauseID> = ["path.loop", "tcp.timeout"]
            #expect(last.findings.map(\.id).filter(ofLoop.contains) == ["path.loop"])
            _ = try await daemon.stop()
        }
    }
}
