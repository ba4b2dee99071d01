import Glibc
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

/// Tests of all registered kinds of targets, without a list of them, so that a new kind is tested here as well.
@Suite("Every registered kind")
struct EveryKindTests {
    /// A scheme and its kind.
    struct Case: Sendable, CustomTestStringConvertible {
        let scheme: RegisteredScheme
        let kind: any TargetKind.Type

        /// All schemes with a port, to which another server can be bound. The kernel replies to echo requests, and Unix
        /// sockets have tests of their own (``UnixTests``).
        static let all = TargetKinds.builtIn.all.flatMap { kind in
            (try? KindTest(kind))?.schemes.map { Case(scheme: $0, kind: kind) } ?? []
        }

        var testDescription: String { scheme.name }
    }

    private func hint(_ kind: any TargetKind.Type) -> Comment {
        "settings that it needs, and servers that speak its protocol, belong in \(KindSetUps.typeName(for: kind))"
    }

    @Test("can be registered as it is", arguments: TargetKinds.builtIn.all.indices)
    func registration(index: Int) {
        var others = TargetKinds.builtIn.all
        // A kind whose layer is one of the shared ones is always built in.
        guard case .kind = others[index].evidenceType.layer else { return }
        let kind = others.remove(at: index)
        #expect(TargetKindError(kind, beside: others)?.description == nil)
    }

    @Test("has valid defaults, and reads each of its settings", arguments: TargetKinds.builtIn.all.indices)
    func settings(index: Int) throws {
        #expect(try KindTest(TargetKinds.builtIn.all[index]).settingProblems() == [])
    }

    /// Debian's /etc/services, from the registry of IANA.
    @Test("has the default port that is registered for its scheme", arguments: Case.all)
    func registeredPort(one: Case) {
        let transport = one.scheme.transport == .udp ? "udp" : "tcp"
        guard let entry = getservbyname(one.scheme.name, transport) else { return }
        let port = UInt16(truncatingIfNeeded: entry.pointee.s_port).byteSwapped
        #expect(one.scheme.defaultPort == port, "\(one.scheme.name):// is \(port)/\(transport) in /etc/services")
    }

    @Test(
        "is down, or unknown, with another server in place of its own", arguments: Case.all,
        WrongServer.allCases)
    func wrongServers(one: Case, server: WrongServer) async throws {
        let problems = try await KindSetUps.test(of: one.kind).problems(of: one.scheme, with: server)
        #expect(problems == [], hint(one.kind))
    }

    @Test("is up with its own server, and its evidence is read back from JSON unchanged", arguments: Case.all)
    func servers(one: Case) async throws {
        let server = try await KindServer(one.kind.name, one.kind.schemes.map(\.name))
        defer { withExtendedLifetime(server) {} }
        let port = try #require(server.port(of: one.scheme.name), "no server of \(one.scheme.name)")
        let problems = try await KindSetUps.test(of: one.kind).problems(
            of: one.scheme, withOwnServerAt: "127.0.0.1:\(port)", authority: server.certificate + ".crt")
        #expect(problems == [], hint(one.kind))
    }

    @Test("is up if this machine answers echo requests")
    func echo() async throws {
        let report = try await Asked.report("icmp://127.0.0.1", within: .seconds(30), .init())
        // Some machines do not permit their users to send pings.
        #expect(report.status == .connectionUp || report.cause?.id == "local.permission", "\(report.json)")
    }

    @Test("is not up if its own evidence is missing", arguments: TargetKinds.builtIn.all.indices)
    func unknownEvidence(index: Int) throws {
        #expect(try KindTest(TargetKinds.builtIn.all[index]).problemsWithoutEvidence() == [])
    }
}
