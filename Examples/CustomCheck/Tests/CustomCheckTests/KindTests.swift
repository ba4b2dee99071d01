import Diagnosis
import Foundation
import KindTesting
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import CustomCheck

/// A scheme of one of the kinds.
struct Case: Sendable, CustomTestStringConvertible {
    let kind: any TargetKind.Type
    let scheme: RegisteredScheme

    static let all = [RedisKind.self as any TargetKind.Type, EchoKind.self].flatMap { kind in
        kind.schemes.map { Case(kind: kind, scheme: $0) }
    }

    var testDescription: String { scheme.name }
}

@Suite("The kinds of this package")
struct KindTests {
    @Test(
        "are not up with another server in place of their own, and have what every report needs",
        arguments: Case.all, WrongServer.allCases)
    func wrongServers(one: Case, server: WrongServer) async throws {
        #expect(try await KindTest(one.kind).problems(of: one.scheme, with: server) == [])
    }

    @Test("have valid defaults, and are not up without evidence", arguments: Case.all)
    func settings(one: Case) throws {
        let test = try KindTest(one.kind)
        #expect(try test.settingProblems() + test.problemsWithoutEvidence() == [])
    }

    @Test("have all their texts in German", arguments: RedisCauses.all)
    func german(entry: CauseEntry) throws {
        let kinds = try TargetKinds.builtIn.adding(RedisKind.self)
        let finding = Finding(entry, Dictionary(uniqueKeysWithValues: entry.factNames.map { ($0, "master") }))
        let german = finding.translated(into: .german, with: kinds)
        #expect(german.summary != finding.summary && german.summary.contains("master"))
        #expect(german.advice.count == finding.advice.count)
        #expect(zip(german.advice, finding.advice).allSatisfy { $0 != $1 }, "\(german.advice)")
    }

    @Test("have phrases in German, with values in them")
    func phrases() throws {
        let kinds = try TargetKinds.builtIn.adding(RedisKind.self)
        let how = RedisPhrases.endsWithError.text(["reason": "EPIPE"])
        let finding = Finding(RedisCauses.closed, ["destination": "127.0.0.1:6379", "how": how])
        #expect(
            finding.translated(into: .german, with: kinds).summary
                == "127.0.0.1:6379 beendet die Verbindung mit einem Fehler (EPIPE), statt zu antworten")
    }

    /// `REDIS` and `ECHO` are the addresses of correct servers, as in `127.0.0.1:6379`.
    @Test("are up with their own servers", arguments: Case.all)
    func servers(one: Case) async throws {
        guard let server = ProcessInfo.processInfo.environment[one.scheme.name.uppercased()] else { return }
        #expect(try await KindTest(one.kind).problems(of: one.scheme, withOwnServerAt: server) == [])
    }
}
