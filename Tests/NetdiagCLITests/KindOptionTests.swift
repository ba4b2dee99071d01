import NetworkModel
import TargetKinds
import Testing

@Suite("Options of registered kinds of targets")
struct KindOptionTests {
    private static let settings = TargetKinds.builtIn.all.flatMap { kind in
        kind.describedSettings.map { (kind, $0, "--\(kind.name)-\($0.key.replacing("_", with: "-"))") }
    }

    @Test("all of them are in the help, with what they do")
    func help() async throws {
        let run = try await Command(["check", "--help"])
        let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(!Self.settings.isEmpty)
        for (_, setting, name) in Self.settings {
            #expect(words.contains("\(name) <\(setting.key)> \(setting.sentence)"), "\(name)")
        }
        for scheme in TargetKinds.builtIn.all.flatMap({ $0.schemes }) {
            #expect(words.contains(scheme.form), "\(scheme.name)")
        }
    }

    @Test(
        "each is refused, before anything is sent, for a target of another kind and with a value that it does not take")
    func refused() async throws {
        for (kind, setting, name) in Self.settings {
            let other = try await Command(["check", name, setting.defaultText ?? "1", "tcp://192.0.2.1:9"])
            #expect(
                other.exitStatus == 64 && other.complaint.contains("\(name) is of no use for"), "\(other.complaint)")
            let port = kind.schemes[0].defaultPort == nil ? ":9" : ""
            let wrong = try await Command(
                ["check", name, String(repeating: "\\", count: 5_001), "\(kind.schemes[0].name)://192.0.2.1\(port)"])
            #expect(wrong.exitStatus == 64 && wrong.complaint.contains("\(name): "), "\(name): \(wrong.complaint)")
            #expect(wrong.output.isEmpty && wrong.complaint.split(separator: "\n").count == 1)
        }
    }
}
