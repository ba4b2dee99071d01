import NetworkModel
import Testing

@testable import Diagnosis

/// A search list that comes before each name (resolv.conf(5), `ndots`), and whose names the server denies late.
@Suite("Slow search lists")
struct SearchDelayTests {
    private static func resolution(_ name: String, delay: Int?, system: Int) -> Resolution {
        var resolution = Resolution(name: name, answers: [Facts.answer], failures: [])
        resolution.searchDelay = delay.map { Milliseconds(.milliseconds($0)) }
        resolution.system = SystemLookup(
            addresses: [Facts.address("198.51.100.1")], duration: .milliseconds(system))
        return resolution
    }

    @Test(
        "programs wait for the search list, unless it takes little time, or the system resolver does not use it",
        arguments: [(2_800, 2_810, true), (300, 2_810, false), (2_800, 20, false)])
    func ofTarget(delay: Int, system: Int, isSlow: Bool) throws {
        var evidence = try Facts.healthy()
        evidence.dns = DNSEvidence(
            resolution: Self.resolution("www.example", delay: delay, system: system), servers: ["192.0.2.53"])
        evidence.dns?.search = ["svc.example", "cluster.example"]
        evidence.dns?.optionLine = "/etc/resolv.conf:3: options ndots:5"
        let findings = Verdict(on: evidence).findings
        guard isSlow else {
            #expect(findings.isEmpty, "\(findings)")
            return
        }
        let found = try #require(findings.first)
        #expect(found.id == "dns.slow" && found.severity == .warning && findings.count == 1, "\(findings)")
        #expect(found.summary.contains("search list") && found.summary.contains("2800 ms"), "\(found.summary)")
        #expect(found.advice.contains { $0.contains("/etc/resolv.conf:3: options ndots:5") }, "\(found.advice)")
        #expect(found.advice.contains { $0.contains("netdiag resolve www.example.svc.example --server 192.0.2.53") })
    }

    @Test("a server that is slow for every name is that alone")
    func slowServer() throws {
        var evidence = try Facts.healthy()
        var resolution = Self.resolution("www.example", delay: 2_800, system: 4_200)
        resolution.answers[0].duration = Milliseconds(.milliseconds(1_400))
        evidence.dns = DNSEvidence(resolution: resolution, servers: ["192.0.2.53"])
        let findings = Verdict(on: evidence).findings
        #expect(findings.map(\.id) == ["dns.slow"] && findings.first?.facts["search"] == nil, "\(findings)")
    }

    @Test("the machine's status names the search list, while its servers are prompt", arguments: [true, false])
    func ofMachine(isPrompt: Bool) throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.snapshot.resolvers.search = ["svc.example"]
        observation.resolvers[0].duration = Milliseconds(.milliseconds(isPrompt ? 3 : 1_500))
        var names = MachineNames(
            resolution: Self.resolution("\(MachineNames.knownName).", delay: nil, system: 4),
            nameServices: ["files", "dns"])
        names.searched = Self.resolution(MachineNames.knownName, delay: 1_900, system: 2_000)
        names.searched?.answers = []
        observation.names = names
        let findings = MachineDiagnosis.verdict(on: observation).findings
        #expect(findings.map(\.id) == ["dns.slow"], "\(findings)")
        #expect(findings.first?.summary.contains("search list") == isPrompt, "\(findings)")
    }

    @Test("a host that the search list has led to is named by its whole name, also if it answers")
    func completedName() throws {
        for searched in ["intranet.example.net", nil] {
            var evidence = try Facts.healthy("https://intranet/")
            evidence.dns?.resolution.searched = searched
            #expect(evidence.dns?.summary.contains("(intranet.example.net) from") == (searched != nil))
            evidence.http = HTTPEvidence(url: "https://intranet/", outcome: .response, status: 404, bodyBytes: 9)
            let missing = try #require(Verdict(on: evidence).findings.first { $0.id == "http.not-found" })
            #expect(missing.advice.contains { $0.contains("intranet.example.net") } == (searched != nil))
            evidence.http = nil
            evidence.tls = VerdictTests.certificate(.wrongHost)
            let other = try #require(Verdict(on: evidence).findings.first { $0.id == "tls.wrong-host" })
            #expect(other.advice.contains { $0.contains("intranet.example.net") } == (searched != nil))
        }
    }
}
