import Diagnosis
import Foundation
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagCLI

@Suite("netdiag diagnose and explain")
struct DiagnoseTests {
    private func report(_ status: ConnectionStatus, _ layers: [(Layer, ConnectionStatus)], causes: [CauseID]) -> Report
    {
        Report(
            target: "example.org:1", started: Timestamp(), duration: .zero, status: status,
            findings: causes.map {
                Finding(
                    id: $0, layer: $0.layer ?? .local, severity: .error, confidence: 1, summary: "", advice: [])
            },
            layers: layers.map { LayerReport(layer: $0.0, status: $0.1) })
    }

    @Test("changes between two checks are reported")
    func changes() {
        let before = DiagnosisSnapshot(
            report(.connectionDown, [(.link, .connectionUp), (.tcp, .connectionDown)], causes: ["tcp.refused"]))
        let after = DiagnosisSnapshot(
            report(
                .connectionDown,
                [(.link, .connectionUp), (.tcp, .connectionUp), (HTTPEvidence.layer, .connectionDown)],
                causes: ["http.not-found"]))
        #expect(
            after.changes(since: before) == [
                "tcp.refused is gone", "http.not-found is new", "tcp: down before, up now",
                "http was checked this time: down",
            ])
        #expect(after.changes(since: after).isEmpty)
        #expect(before.changes(since: after).last == "http was not checked this time")
    }

    @Test("the row of addresses is not written again if the same ones serve the target in another way")
    func repeatedRow() throws {
        func source(_ text: String) throws -> AddressEvidence.Source {
            let address = try #require(IPAddress(text))
            return .init(interface: "eth0", address: .init(address: address, prefixLength: 64, scope: .global))
        }
        func row(_ usable: [AddressEvidence.Source], _ unusable: [AddressEvidence.Source]) -> LayerProgressView.Row {
            let evidence = AddressEvidence(usable: usable, unusable: unusable)
            return .init(LayerReport(layer: .address, status: .connectionUp, evidence: .init(evidence)))
        }
        let (one, two) = (try source("2001:db8::1"), try source("fe80::1"))
        #expect(row([one, two], []) == row([one], [two]))
        #expect(row([one, two], []) != row([one], []))
    }

    @Test("a saved report is evaluated by the current rules, from a file or as JSON lines from standard input")
    func saved() async throws {
        var saved = Report(
            target: "192.0.2.1:22", started: Timestamp(), duration: .milliseconds(3), status: .connectionUp,
            findings: [],
            layers: [
                LayerReport(
                    layer: .tcp, status: .connectionUp,
                    evidence: .init(
                        TCPEvidence(attempts: [
                            .init(
                                address: try #require(IPAddress("192.0.2.1")), port: 22, outcome: .refused,
                                duration: .milliseconds(1), error: "ECONNREFUSED")
                        ])))
            ])
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("reports").path
        try Data(JSON.line(saved) + Array("\n\n".utf8) + JSON.line(saved)).write(to: URL(fileURLWithPath: path))
        let run = try await Command(["diagnose", "--json", "--from", path])
        #expect(run.exitStatus == 2)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            let again = try JSON.decode(Report.self, from: Data(line.utf8))
            #expect(again.cause?.id == "tcp.refused" && again.cause?.facts["address"] == "192.0.2.1")
            #expect(again.layers.first?.status == .connectionDown)
        }
        saved.schema = "netdiag.report/9"
        try Data(JSON.line(saved)).write(to: URL(fileURLWithPath: path))
        let other = try await Command(["diagnose", "--from", path])
        #expect(other.exitStatus == 64 && other.complaint.contains(":1: the schema is netdiag.report/9"))
    }

    @Test("every cause is explained, individually and in the list")
    func explain() async throws {
        let list = try await Command(["explain", "--json"])
        #expect(list.output.split(separator: "\n").count == Catalogue.entries.count && list.exitStatus == 0)
        let one = try await Command(["explain", "dns.servfail"])
        #expect(one.output.contains("SERVFAIL") && one.output.contains("netdiag resolve NAME --server"))
        // Who answers is a proxy, a router or another host, according to the layer.
        for (id, words) in [
            ("http.gateway-error", "STATUS: PROXY is up"), ("path.filtered", "ROUTER blocks packets to DESTINATION"),
        ] {
            let output = try await Command(["explain", id]).output
            #expect(output.contains(words), "\(output)")
        }
        let sides = [("tcp.refused", "fault is on the other side"), ("tcp.slow", "the side depends on")]
        for (id, words) in sides {
            let output = try await Command(["explain", id]).output
            #expect(output.contains(words), "\(output)")
        }
        let layer = try await Command(["explain", "TLS"])
        #expect(layer.output.split(separator: "\n").allSatisfy { $0.contains("tls.") })
    }
}
