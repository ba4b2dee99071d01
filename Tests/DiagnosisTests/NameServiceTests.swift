import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Name services of programs")
struct NameServiceTests {
    private static func finding(
        _ services: [String], failure: Resolution.FailureReason = .timeout, missing: String? = nil,
        cache: String? = nil
    ) throws -> Finding {
        let lookup = SystemLookup(addresses: [], failure: failure, duration: .seconds(2))
        let evidence = try DNSVerdictTests.page([DNSVerdictTests.answer("198.51.100.1")]) {
            $0.dns?.resolution.system = lookup
            $0.dns?.systemAgain = lookup
            $0.dns?.nameServices = services
            $0.dns?.nameServiceLine = "/etc/nsswitch.conf:1: hosts: " + services.joined(separator: " ")
            $0.dns?.missingLibrary = missing
            $0.dns?.nameCache = cache
        }
        return try #require(Verdict(on: evidence).findings.first { $0.id == "dns.system-differs" })
    }

    @Test("the service that does not answer is named, if it can be known")
    func silence() throws {
        let one = try Self.finding(["files", "mdns4_minimal", "wins", "dns"])
        #expect(one.summary.hasSuffix("; the service wins does not answer"), "\(one.summary)")
        #expect(one.advice.contains { $0.contains("does not answer (wins)") })
        #expect(!one.advice.contains { $0.contains("dns") && $0.contains("Add") }, "\(one.advice)")
        let several = try Self.finding(["files", "wins", "sss", "dns"])
        #expect(several.summary.hasSuffix("; one of the services wins, sss does not answer"), "\(several.summary)")
        // What comes after DNS is not asked for a name that DNS knows.
        #expect(try Self.finding(["files", "dns", "wins"]).facts["hanging"] == nil)
        // It answers, although it does not know the name.
        #expect(try Self.finding(["files", "wins", "dns"], failure: .nxdomain).facts["hanging"] == nil)
    }

    @Test("the advice about variables of the environment is to unset them")
    func variables() throws {
        let evidence = try DNSVerdictTests.page([DNSVerdictTests.answer("198.51.100.1")]) {
            let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
            $0.dns?.resolution.system = lookup
            $0.dns?.systemAgain = lookup
            $0.dns?.nameServices = ["files", "dns"]
            $0.dns?.nameServiceLine = "RES_OPTIONS=use-vc in the environment"
            $0.dns?.resolverVariables = ["RES_OPTIONS"]
        }
        let found = try #require(Verdict(on: evidence).findings.first { $0.id == "dns.system-differs" })
        #expect(found.advice.contains { $0.hasSuffix(": unset RES_OPTIONS") }, "\(found.advice)")
        #expect(!found.advice.contains { $0.contains("grep hosts:") }, "\(found.advice)")
        var names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [Facts.answer], failures: []),
            nameServices: ["files", "dns"])
        names.resolution.system = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        names.again = names.resolution.system
        (names.nameServiceLine, names.resolverVariables) = ("LOCALDOMAIN=x in the environment", ["LOCALDOMAIN"])
        var observation = MachineDiagnosisTests.healthy()
        observation.names = names
        let machine = MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "dns.system-differs" }
        #expect(machine?.advice.contains { $0.hasSuffix(": unset LOCALDOMAIN") } == true, "\(machine as Any)")
        // What a line says is not a variable.
        let other = try Self.finding(["files", "dns"])
        #expect(!other.advice.contains { $0.contains("unset") }, "\(other.advice)")
    }

    @Test("the cache of nscd is named if it runs, and nothing else explains what programs get")
    func cache() throws {
        func isNamed(_ services: [String], running: Bool = true) throws -> Bool {
            let finding = try Self.finding(services, cache: running ? "/run/nscd/socket" : nil)
            return finding.advice.contains { $0.contains("nscd --invalidate=hosts") }
        }
        #expect(try isNamed(["files", "dns"]))
        #expect(try !isNamed(["files", "dns"], running: false))
        #expect(try !isNamed(["files", "wins", "dns"]))
        var names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [Facts.answer], failures: []),
            nameServices: ["files", "dns"])
        names.resolution.system = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        names.again = names.resolution.system
        names.hasCache = true
        var observation = MachineDiagnosisTests.healthy()
        observation.names = names
        let finding = MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "dns.system-differs" }
        #expect(finding?.advice.contains { $0.contains("nscd --invalidate=hosts") } == true, "\(finding as Any)")
    }

    @Test("a module that is not installed is named, and dns is advised only for a line without it")
    func missing() throws {
        let library = "libnss_nosuch.so.2"
        let absent = try Self.finding(["files", "nosuch", "dns"], failure: .nxdomain, missing: library)
        #expect(absent.summary.hasSuffix("; \(library) is not installed"), "\(absent.summary)")
        #expect(absent.advice.contains { $0.contains("Install \(library)") })
        func adds(_ services: [String]) throws -> Bool {
            try Self.finding(services, failure: .nxdomain).advice.contains { $0.contains("Add dns") }
        }
        #expect(try adds(["files"]))
        #expect(try !adds(["files", "dns"]) && !adds(["files", "resolve"]))
    }

    @Test("if the query on the wire had to be repeated, packets are lost, and no setting is to blame")
    func repeatedQuery() throws {
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(2))
        var answer = Facts.answer
        (answer.isRepeated, answer.duration) = (true, Milliseconds(.milliseconds(408)))
        func finding(_ services: [String], timeout: Int = 5) throws -> Finding {
            let evidence = try DNSVerdictTests.page([answer]) {
                $0.dns?.resolution.system = lookup
                $0.dns?.systemAgain = lookup
                $0.dns?.nameServices = services
                $0.dns?.nameServiceLine = "/etc/nsswitch.conf:1: hosts: \(services.joined(separator: " "))"
                $0.dns?.patience = Milliseconds(.seconds(timeout))
            }
            return try #require(Verdict(on: evidence).findings.first { $0.id == "dns.system-differs" })
        }
        let lost = try finding(["files", "dns"])
        #expect(lost.severity == .warning && lost.summary.hasSuffix("so packets are lost"), "\(lost.summary)")
        #expect(!lost.advice.contains { $0.contains("nsswitch.conf:") || $0.contains("grep hosts") })
        // A module may hang; or programs have repeated their queries as well.
        #expect(try finding(["files", "wins", "dns"]).severity == .error)
        #expect(try finding(["files", "dns"], timeout: 1).severity == .error)
        var resolution = Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: [])
        resolution.system = lookup
        var names = MachineNames(resolution: resolution, again: lookup, nameServices: ["files", "dns"])
        names.patience = ResolverTimeouts(timeout: 5, attempts: 2, line: nil)
        #expect(names.findings.map(\.severity) == [.warning])
        names.resolution.answers[0].isRepeated = nil
        #expect(names.findings.map(\.severity) == [.error])
    }

    @Test("programs that wait for a stream that is no response are no finding beside that about the server")
    func brokenStream() {
        let failure = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "A", reason: .malformed, duration: .milliseconds(3))
        let lookup = SystemLookup(addresses: [], failure: .timeout, duration: .seconds(1))
        var resolution = Resolution(name: MachineNames.knownName + ".", answers: [], failures: [failure])
        resolution.system = lookup
        var names = MachineNames(resolution: resolution, again: lookup, nameServices: ["files", "dns"])
        #expect(names.isDoubtful && names.findings.contains { $0.id == "dns.system-differs" })
        names.resolution.failures[0].isTruncated = true
        #expect(!names.isDoubtful && names.findings.isEmpty)
    }
}
