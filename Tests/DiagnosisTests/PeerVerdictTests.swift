import Diagnosis
import NetworkModel
import Testing

@Suite("Multicast that peers receive and miss")
struct PeerVerdictTests {
    private static func sight(_ name: String, seen: Bool? = true, seesUs: Bool? = true) -> PeerVisibility {
        PeerVisibility(name: name, interface: "eth0", isSeen: seen, seesUs: seesUs)
    }

    private static func findings(_ sights: PeerVisibility...) -> [Finding] { findings(of: sights) }

    private static func findings(of sights: [PeerVisibility]) -> [Finding] {
        var observation = MachineDiagnosisTests.healthy()
        observation.peers = sights
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp)
        return verdict.findings
    }

    @Test("peers that see each other, or whose state is uncertain, are not reported")
    func healthy() {
        #expect(Self.findings().isEmpty)
        #expect(Self.findings(Self.sight("a"), Self.sight("b", seen: nil, seesUs: nil)).isEmpty)
    }

    @Test("with two peers, only the direction can be determined")
    func two() throws {
        let out = Self.findings(Self.sight("b", seesUs: false))
        #expect(out.map(\.id) == ["mdns.blocked"] && out.map(\.severity) == [.warning])
        #expect(out.first?.facts["direction"] == "from this machine to b" && out.first?.facts["interface"] == "eth0")
        #expect(out.first?.advice.contains { $0.contains("nft list ruleset") } == true)
        let into = Self.findings(Self.sight("b", seen: false))
        #expect(into.first?.facts["direction"] == "from b to this machine")
        let both = Self.findings(Self.sight("b", seen: false, seesUs: false))
        #expect(both.count == 1 && both.first?.facts["direction"]?.hasSuffix("in either direction") == true)
    }

    @Test("if no other peer receives anything, the fault is here; if one peer does not, the fault is there")
    func several() {
        let here = Self.findings(
            Self.sight("b", seesUs: false), Self.sight("c", seesUs: false), Self.sight("d", seesUs: nil))
        #expect(here.map(\.severity) == [.warning] && here.first?.facts["peer"] == "b, c")
        #expect(here.first?.summary.contains("the fault is at") == false)
        let there = Self.findings(Self.sight("b", seesUs: false), Self.sight("c"), Self.sight("d"))
        #expect(there.map(\.severity) == [.info])
        #expect(there.first?.summary.hasSuffix("with c, d it works, so the fault is at b") == true)
        #expect(there.first?.advice.contains { $0.contains("nft list ruleset") } == false)
    }

    @Test("while it works with one peer, this machine is not blamed, however many report otherwise")
    func outvoted() throws {
        let findings = Self.findings(
            Self.sight("b", seen: false, seesUs: false), Self.sight("c", seen: false, seesUs: false),
            Self.sight("d"))
        #expect(findings.map(\.severity) == [.info] && findings.first?.facts["peer"] == "b, c")
        let summary = try #require(findings.first?.summary)
        #expect(summary.hasSuffix("with d it works, so the fault is at b, c or on the way there"), "\(summary)")
        let liars = ["l1", "l2", "l3", "l4", "l5"].map { Self.sight($0, seesUs: false) }
        let lies = Self.findings(of: liars + [Self.sight("d")])
        #expect(lies.map(\.severity) == [.info])
        #expect(lies.first?.summary.contains("l1, l2, l3 and 2 more can be reached, and say that they do not") == true)
    }

    @Test("names of peers cannot inject a line")
    func hostile() {
        let findings = Self.findings(Self.sight("a\n\u{1b}[31m\u{202e}", seesUs: false))
        #expect(findings.first?.summary.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e } == false)
    }
}
