import Diagnosis
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds
import Testing

/// What the author of a kind may forget without a word from the compiler.
enum Mistake: String, CaseIterable, Codable {
    case nothing
    /// A property that findings need is missing in `CodingKeys`.
    case codingKey = "codingkey"
    /// A rule does not give all facts of the summary.
    case fact
    /// A rule shows text of the server that is not escaped.
    case escape
    /// `mapServerText` leaves a text out.
    case mask
    /// `hasStalled` is always false.
    case stall
    /// The cause of silence has the basis of an answer.
    case basis
    /// All that the server sends is kept.
    case size

    /// The server with which the mistake shows.
    var server: WrongServer {
        switch self {
        case .nothing, .codingKey, .fact, .mask: .ssh
        case .stall, .basis: .silence
        case .escape, .size: .flood
        }
    }

    /// Words of the problem that is reported.
    var words: String {
        switch self {
        case .nothing: ""
        case .codingKey: "CodingKeys"
        case .fact: "does not give the facts of careless.wrong: reply"
        case .escape: "not escaped"
        case .mask: "mapServerText misses OpenSSH"
        case .stall: "hasStalled"
        case .basis: "careless.wrong has the basis"
        case .size: "keeps what the server sends"
        }
    }
}

/// A kind with a mistake, which the scheme selects.
private enum CarelessKind: TargetKind {
    static let summary = "A server that says OK."
    static let schemes = Mistake.allCases.map {
        RegisteredScheme($0.rawValue, layer: CarelessEvidence.layer, transport: .tcp, defaultPort: 4_000)
    }
    static let causes = [wrong, silent]
    static let probe = KindProbe<NoKindSettings, CarelessEvidence>.stream { request, _, stream in
        var evidence = CarelessEvidence(mistake: Mistake(rawValue: request.scheme.name) ?? .nothing)
        var reader = StreamReader(stream)
        do {
            try await stream.send(Array("HELLO\r\n".utf8))
            let isGreedy = evidence.mistake == .size
            let text = try await isGreedy ? reader.bytes(50_000) : reader.line(atMost: 512)
            evidence.line = String(decoding: text, as: UTF8.self)
            evidence.copy = evidence.line
        } catch let end as StreamEnd {
            evidence.isSilent = end == .timeout
        }
        return evidence
    }

    static let wrong = CauseEntry(
        "careless.wrong", .error, "The server does not say OK.", summary: "{destination} says {reply}",
        advice: ["teach it"], evidence: "the first line is another",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let silent = CauseEntry(
        "careless.silent", .error, "The server says nothing.", summary: "{destination} says {reply}",
        advice: ["wake it"], evidence: "nothing arrives",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
}

private struct CarelessEvidence: JudgedEvidence {
    static let layer = Layer.kind("careless")

    var mistake: Mistake
    var line: String?
    var isSilent = false
    /// Not in ``CodingKeys``.
    var copy: String?

    enum CodingKeys: String, CodingKey { case mistake, line, isSilent }

    var summary: String { line ?? "nothing" }
    var isProven: Bool { line == "OK" }
    var datagrams: DatagramEvidence? { nil }
    var hasStalled: Bool { mistake != .stall && isSilent }

    mutating func mapServerText(_ change: (String) -> String) {
        if mistake != .mask { line = line.map(change) }
    }

    func findings(in evidence: Evidence) -> [Finding] {
        guard !isProven else { return [] }
        let text = (mistake == .codingKey ? copy : line) ?? "nothing"
        var facts = ["destination": evidence.destination]
        if mistake != .fact {
            facts["reply"] = mistake == .escape ? text : SafeText.escaped(SafeText.cut(text, to: 80))
        }
        return [Finding(isSilent && mistake != .basis ? CarelessKind.silent : CarelessKind.wrong, facts)]
    }
}

/// A kind of datagrams that hides them from the rules of the route.
private enum HidingKind: TargetKind {
    static let summary = "A server that answers."
    static let schemes = [
        RegisteredScheme("hiding", layer: HidingEvidence.layer, transport: .udp, defaultPort: 4_000)
    ]
    static let causes = [silent]
    static let probe = KindProbe<NoKindSettings, HidingEvidence>.datagrams { _, channel in
        _ = try await channel.exchange(attempts: 1, every: .seconds(1)) { _ in
            [1]
        } isAnswer: { _, _ in
            false
        }
        return HidingEvidence()
    }

    static let silent = CauseEntry(
        "hiding.silent", .error, "The server says nothing.", summary: "{destination} says nothing",
        advice: ["wake it"], evidence: "nothing arrives",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
}

private struct HidingEvidence: JudgedEvidence {
    static let layer = Layer.kind("hiding")

    var summary: String { "nothing" }
    var isProven: Bool { false }
    var datagrams: DatagramEvidence? { nil }
    var hasStalled: Bool { false }

    mutating func mapServerText(_ change: (String) -> String) {}
    func findings(in evidence: Evidence) -> [Finding] {
        [Finding(HidingKind.silent, ["destination": evidence.destination])]
    }
}

@Suite("What a kind of target can forget")
struct KindContractTests {
    private func problems(
        _ kind: any TargetKind.Type, _ name: String, with server: WrongServer
    ) async throws -> [String] {
        var test = try KindTest(kind)
        // Only silence lasts until the limit.
        test.options.timeout = server == .silence ? .seconds(8) : .ample
        let scheme = try #require(test.schemes.first { $0.name == name })
        let found = try await test.problems(of: scheme, with: server)
        // A busy machine may delay the end of a probe that reads until its deadline, and then there is no evidence.
        return found.isEmpty ? try await test.problems(of: scheme, with: server) : found
    }

    @Test("nothing is reported of a kind without a mistake", arguments: WrongServer.allCases)
    func correct(server: WrongServer) async throws {
        #expect(try await problems(CarelessKind.self, "nothing", with: server) == [])
    }

    @Test("each mistake is reported", arguments: Mistake.allCases.filter { $0 != .nothing })
    func mistakes(mistake: Mistake) async throws {
        let problems = try await problems(CarelessKind.self, mistake.rawValue, with: mistake.server)
        #expect(problems.contains { $0.contains(mistake.words) }, "\(problems)")
    }

    @Test("datagrams that rules for the route do not find are reported")
    func datagrams() async throws {
        let problems = try await problems(HidingKind.self, "hiding", with: .silence)
        #expect(problems.contains { $0.contains("no datagrams") }, "\(problems)")
    }
}
