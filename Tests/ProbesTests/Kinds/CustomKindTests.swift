import Diagnosis
import EventLoopKit
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Probes
import TargetKinds
import Testing

/// A kind that another package might provide: a server that sends a greeting line, with TLS or without.
enum GreetingKind: TargetKind {
    static let summary = "A server that greets."
    static let schemes = [
        RegisteredScheme(
            "greeting", layer: .kind("greeting"), transport: .tcp, defaultPort: 4_000, proxyVariable: "greeting"),
        RegisteredScheme(
            "greetings", layer: .kind("greeting"), transport: .tls, defaultPort: 4_001, proxyVariable: "greeting"),
    ]
    static let causes = [rude]
    static let probe = KindProbe<Settings, Evidence>.stream { request, _, stream in
        var reader = StreamReader(stream)
        do {
            let line = try await reader.line(atMost: 100)
            return Evidence(line: String(decoding: line, as: UTF8.self), expected: request.settings.word)
        } catch is StreamEnd {
            return Evidence(line: nil, expected: request.settings.word)
        }
    }

    static let rude = CauseEntry(
        "greeting.rude", .error, "The server does not greet.", summary: "{destination} says {line}",
        advice: ["teach it"], evidence: "the first line is another",
        incident: .init(scope: .target, basis: .answer, breaks: .nothing))

    struct Settings: KindSettings {
        static let word = KindSetting<String?>(
            "word", .text(bytes: 1...20), default: "hello", "What it has to say.", for: .nobody)
        static let settings: [any KindSettingDescription] = [word]

        let word: String?

        init(_ values: SettingValues) { word = values[Self.word] }
    }

    struct Evidence: JudgedEvidence {
        static let layer = Layer.kind("greeting")

        var line: String?
        var expected: String?

        var summary: String { line ?? "nothing" }
        var isProven: Bool { line != nil && line == expected }
        var datagrams: DatagramEvidence? { nil }
        var hasStalled: Bool { false }

        mutating func mapServerText(_ change: (String) -> String) { line = line.map(change) }

        func findings(in evidence: Diagnosis.Evidence) -> [Finding] {
            isProven
                ? []
                : [Finding(rude, ["destination": evidence.destination, "line": SafeText.escaped(line ?? "nothing")])]
        }
    }
}

/// A kind with digits in its scheme.
enum MailboxKind: TargetKind {
    static let summary = GreetingKind.summary
    static let schemes = [RegisteredScheme("pop3", layer: .kind("greeting"), transport: .tcp, defaultPort: 110)]
    static let causes = GreetingKind.causes
    static let probe = KindProbe<NoKindSettings, GreetingKind.Evidence>.stream { _, _, _ in .init() }
}

/// A kind with a scheme that begins with a digit, which is none (RFC 3986 section 3.1).
enum NumberKind: TargetKind {
    static let summary = GreetingKind.summary
    static let schemes = [RegisteredScheme("3pop", layer: .kind("greeting"), transport: .tcp, defaultPort: 110)]
    static let causes = GreetingKind.causes
    static let probe = KindProbe<NoKindSettings, GreetingKind.Evidence>.stream { _, _, _ in .init() }
}

/// A kind that reads a setting nobody can set, and the reverse.
enum ForgetfulKind<Settings: KindSettings>: TargetKind {
    static var summary: String { GreetingKind.summary }
    static var schemes: [RegisteredScheme] { GreetingKind.schemes }
    static var causes: [CauseEntry] { GreetingKind.causes }
    static var probe: KindProbe<Settings, GreetingKind.Evidence> { .stream { _, _, _ in .init() } }
}

struct UnlistedSettings: KindSettings {
    static let settings: [any KindSettingDescription] = []
    let word: String?

    init(_ values: SettingValues) { word = values[GreetingKind.Settings.word] }
}

struct UnreadSettings: KindSettings {
    static let settings: [any KindSettingDescription] = [GreetingKind.Settings.word]

    init(_ values: SettingValues) {}
}

@Suite("A custom kind in an engine")
struct CustomKindTests {
    private func report(
        _ scheme: String, _ server: RawServer, word: String? = nil, certificate: String? = nil
    ) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let kinds = try TargetKinds.builtIn.adding(GreetingKind.self)
        let engine = try DiagnosticEngine(loop: loop, environment: [:], kinds: kinds)
        var options = CheckOptions(timeout: .ample, certificateAuthorityFile: certificate)
        if let word { try options.probe.kind.set(GreetingKind.Settings.word, word) }
        defer { withExtendedLifetime(server) {} }
        return try await engine.check(
            CheckRequest(Target("\(scheme)://\(server.address)", schemes: kinds.schemes), settings: options), on: loop)
    }

    @Test("is in reports, rules and JSON")
    func plain() async throws {
        let good = try await report("greeting", try RawServer(.greets("hello\r\n")))
        #expect(good.status == .connectionUp, "\(good.json)")
        #expect(good.layers.last?.layer == .kind("greeting") && good.json.contains(#""line":"hello""#))
        let bad = try await report("greeting", try RawServer(.greets("go away\u{1b}\n")))
        #expect(bad.status == .connectionDown && bad.cause?.id == "greeting.rude", "\(bad.json)")
        let other = try await report("greeting", try RawServer(.greets("go away\n")), word: "go away")
        #expect(other.status == .connectionUp, "\(other.json)")
    }

    @Test("uses the engine's TLS, which reports its faults")
    func secure() async throws {
        let report = try await report("greetings", try RawServer(.greets("hello\r\n")))
        #expect(report.status == .connectionDown && report.cause?.layer == .tls, "\(report.json)")
        // The kind was not probed.
        #expect(report.layers.last?.layer == .kind("greeting") && report.layers.last?.status == .noErr)
    }

    @Test("is refused by engines without it, if it is registered twice, and if its names conflict")
    func registration() throws {
        #expect(throws: TargetError.self) { try Target("greeting://127.0.0.1") }
        let kinds = try TargetKinds.builtIn.adding(GreetingKind.self)
        #expect(throws: TargetKindError.self) { try kinds.adding(GreetingKind.self) }
        #expect(throws: TargetKindError.self) { try TargetKinds.builtIn.adding(TargetKinds.builtIn.all[0]) }
    }

    @Test("the variables that specify its proxy are known")
    func proxyVariables() throws {
        let own = TargetKinds.builtIn.proxyVariables
        let kinds = try TargetKinds.builtIn.adding(GreetingKind.self)
        #expect(kinds.proxyVariables.subtracting(own) == ["greeting_proxy", "GREETING_PROXY"])
        #expect(own.isSuperset(of: ["http_proxy", "HTTPS_PROXY", "ftp_proxy", "ftps_proxy", "all_proxy", "no_proxy"]))
    }

    @Test("may have digits in its scheme, but not at the beginning")
    func digits() throws {
        let kinds = try TargetKinds.builtIn.adding(MailboxKind.self)
        let target = try Target("pop3://mail.example", schemes: kinds.schemes)
        #expect(target.scheme?.name == "pop3" && target.port == 110)
        let error = #expect(throws: TargetKindError.self) { try TargetKinds.builtIn.adding(NumberKind.self) }
        #expect(error?.description.contains("2 to 15 lower-case letters and digits, beginning with a letter") == true)
    }

    @Test("is refused if it reads a setting that it does not list, or lists one that it does not read")
    func forgottenSettings() {
        let unlisted = #expect(throws: TargetKindError.self) {
            try TargetKinds.builtIn.adding(ForgetfulKind<UnlistedSettings>.self)
        }
        #expect(unlisted?.description.contains("reads the setting word, which its `settings` lack") == true)
        let unread = #expect(throws: TargetKindError.self) {
            try TargetKinds.builtIn.adding(ForgetfulKind<UnreadSettings>.self)
        }
        #expect(unread?.description.contains("contain word, which it does not read") == true)
    }

    @Test("invalid values of its settings are refused with the correct form")
    func settings() {
        var values = SettingValues()
        let error = #expect(throws: SettingsError.self) { try values.set(GreetingKind.Settings.word, "") }
        #expect(error?.reason == "has 0 bytes; expected a string of 1 to 20 bytes")
    }
}
