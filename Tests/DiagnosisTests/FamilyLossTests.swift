import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Queries of one type that got no answer")
struct FamilyLossTests {
    private static func names() -> MachineNames {
        MachineNames(
            resolution: Resolution(
                name: MachineNames.knownName + ".", answers: [Facts.answer],
                failures: [Facts.failure(.timeout, type: "AAAA")]),
            nameServices: ["files", "dns"])
    }

    @Test("that a type is ignored is not certain if programs wait longer than a status", arguments: [true, false])
    func endedEarly(isEarly: Bool) throws {
        var names = Self.names()
        names.hasEndedEarly = isEarly
        let found = try #require(names.familyFindings.first)
        #expect(found.id == "dns.family-dropped" && (found.confidence < 0.9) == isEarly)
        #expect(found.advice.contains { $0.contains("+timeout=15") } == isEarly, "\(found.advice)")
    }

    @Test("a server that answers other queries for the type loses some, and does not ignore the type")
    func lostQueries() throws {
        let time = Duration.milliseconds(5)
        var names = Self.names()
        #expect(names.familyFindings.map(\.id) == ["dns.family-dropped"])
        let half: [Duration?] = [time, nil, nil, time, nil, time, time, nil, nil, time]
        names.apply(ResponseLossTrial(half), toFailureAt: 0)
        #expect(names.familyFindings.isEmpty && names.findings.map(\.id) == ["dns.loss"], "\(names.findings)")
        #expect(names.findings.first?.facts["lost"] == "5")
    }

    @Test("a server that answers late for the type does not ignore it")
    func lateType() throws {
        var names = Self.names()
        names.late = [.init(server: "192.0.2.53", type: "AAAA", duration: Milliseconds(.seconds(3)))]
        let found = try #require(names.findings.first)
        #expect(names.findings.map(\.id) == ["dns.slow"], "\(names.findings)")
        #expect(found.facts["took"] == "3000 ms" && found.facts["name"]?.contains("AAAA records") == true, "\(found)")
    }

    @Test("a server that answers none of them ignores the type")
    func ignoredType() throws {
        var names = Self.names()
        names.apply(ResponseLossTrial(.init(repeating: nil, count: 10)), toFailureAt: 0)
        #expect(names.findings.map(\.id) == ["dns.family-dropped"], "\(names.findings)")
        var timeouts = ResolverTimeouts(timeout: 5, attempts: 2, line: nil)
        for (areOfPrograms, wait) in [(true, "5000 ms (with glibc's defaults 15000 ms)"), (false, "5000 ms")] {
            timeouts.areOfPrograms = areOfPrograms
            names.patience = timeouts
            #expect(names.familyFindings.first?.facts["delay"] == wait)
        }
    }
}
