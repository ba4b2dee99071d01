import Foundation
import KindTesting
import NetworkModel
import TargetKinds
import Testing

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

    /// `REDIS` and `ECHO` are the addresses of correct servers, as in `127.0.0.1:6379`.
    @Test("are up with their own servers", arguments: Case.all)
    func servers(one: Case) async throws {
        guard let server = ProcessInfo.processInfo.environment[one.scheme.name.uppercased()] else { return }
        #expect(try await KindTest(one.kind).problems(of: one.scheme, withOwnServerAt: server) == [])
    }
}
