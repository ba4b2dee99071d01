import NetworkModel
import TargetKinds
import Testing

@Suite("Options of registered kinds of targets")
struct KindOptionTests {
    private static let settings = TargetKinds.builtIn.all.flatMap { kind in
        kind.describedSettings.map { (kind, $0, "--\(kind.name)-\($0.key.replacing("_", with: "-"))") }
    }

    @Test("all of them are in the help, with a description")
    func help() async throws {
        let run = try await Command(["check", "--help"])
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(!Self.settings.isEmpty)
        for member in TargetKinds.builtIn.settingGroups.flatMap(\.members) {
            guard let option = member.option else { continue }
            let letter = option.letter.map { "-\($0), " } ?? ""
            let line = "\(letter)--\(option.name) <\(option.valueName)> \(member.description.sentence)"
            #expect(words.contains(line), "\(option.name)")
        }
        for (_, setting, name) in Self.settings {
            #expect(words.contains("\(name) <\(setting.key)> \(setting.sentence)"), "\(name)")
        }
        for scheme in TargetKinds.builtIn.all.flatMap({ $0.schemes }) {
            #expect(words.contains(scheme.form), "\(scheme.name)")
        }
    }

    @Test("settings that kinds share are given with the options of these settings")
    func shared() async throws {
        for (arguments, words) in [
            (["--http-json", "status: ok", "http://192.0.2.1/"], "begins with $"),
            (["--http-json", "status", "http://192.0.2.1/"], "has no colon"),
            (["--http-max-body", "1", "http://192.0.2.1/"], "1KiB to 16MiB"),
            (["--http-lacks", "x", "ws://192.0.2.1/"], "--http-lacks does not apply to"),
            (["--script", "quit", "192.0.2.1:9"], "has no colon"),
            (["--script", "expect: (", "192.0.2.1:9"], "wrong at character"),
            (["--ca-file", "/etc/hostname", "192.0.2.1:9"], "contains no certificate"),
            (["--server-name", "a.example", "192.0.2.1:9"], "--server-name does not apply to"),
            (["--ping-loss", "101", "icmp://192.0.2.1"], "0 to 100"),
            (["--credentials-scheme", "basic", "http://192.0.2.1/"], "without --credentials"),
            (["--record", "192.0.2.1", "http://192.0.2.1/"], "--record does not apply to"),
        ] {
            let run = try await Command(["check"] + arguments)
            #expect(run.exitStatus == 64 && run.complaint.contains(words), "\(arguments): \(run.complaint)")
            #expect(run.output.isEmpty && run.complaint.split(separator: "\n").count == 1)
        }
    }

    @Test(
        "each is refused for a target of another kind, and with an invalid value, before anything is sent")
    func refused() async throws {
        for (kind, setting, name) in Self.settings {
            let other = try await Command(["check", name, setting.defaultText ?? "1", "tcp://192.0.2.1:9"])
            #expect(
                other.exitStatus == 64 && other.complaint.contains("\(name) does not apply to"), "\(other.complaint)")
            let port = kind.schemes[0].defaultPort == nil ? ":9" : ""
            let wrong = try await Command(
                ["check", name, String(repeating: "\\", count: 5_001), "\(kind.schemes[0].name)://192.0.2.1\(port)"])
            #expect(wrong.exitStatus == 64 && wrong.complaint.contains("\(name): "), "\(name): \(wrong.complaint)")
            #expect(wrong.output.isEmpty && wrong.complaint.split(separator: "\n").count == 1)
        }
    }
}
