import Foundation
import NetworkModel
import TargetKinds
import Testing

/// The parts of the manual pages, of the user guide and of the example configuration that are generated from the
/// registered kinds. They are written with `NETDIAG_WRITE_DOCS=1 swift test --filter KindDocumentTests`.
@Suite("Documents of registered kinds", .serialized)
struct KindDocumentTests {
    /// A part of a file, between two comments that name it.
    struct Part: Sendable, CustomTestStringConvertible {
        let path: String
        let name: String
        let comment: String
        /// The end of a comment, if it is not the end of the line.
        var commentEnd = ""
        let lines: [String]

        var testDescription: String { "\(path), \(name)" }
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let parts = [
        Part(path: "docs/man/netdiag.1", name: "schemes", comment: ".\\\"", lines: schemes),
        Part(path: "docs/man/netdiag.1", name: "options", comment: ".\\\"", lines: options),
        Part(path: "docs/man/netdiag.yaml.5", name: "settings", comment: ".\\\"", lines: settings),
        Part(path: "etc/netdiag.yaml", name: "example", comment: "##", lines: examples.flatMap(\.self)),
        Part(path: "docs/use.md", name: "targets", comment: "<!--", commentEnd: " -->", lines: targets),
    ]

    private static let kinds = TargetKinds.builtIn.all

    private static let schemes = kinds.flatMap { $0.schemes }.map { ".Li \($0.form) ," }

    private static let targets =
        ["```sh"] + kinds.flatMap { ["# \($0.summary)", "netdiag check \($0.example)"] } + ["```"]

    private static let options = TargetKinds.builtIn.settingGroups.flatMap { group in
        group.members.flatMap { member -> [String] in
            guard let option = member.option else { return [] }
            let letter = option.letter.map { "Fl \($0) , " } ?? ""
            return [".It \(letter)Fl -\(option.name) Ar \(option.valueName)"] + words(member.description)
                + (option.isRepeated ? ["It can be repeated."] : [])
        }
    }

    /// All settings except for the address and the proxy, which have sections of their own.
    private static let settings = TargetKinds.builtIn.settingGroups.filter { !["address", "proxy"].contains($0.key) }
        .flatMap { group in
            group.members.flatMap { member in
                let place = group.isSingle ? "" : "Ic \(group.key) : "
                return [".It \(place)Ic \(member.description.key) : Ar value"] + words(member.description)
            }
        }

    /// Each sentence begins a line, as mdoc(7) requires.
    private static func words(_ setting: any KindSettingDescription) -> [String] {
        let fallback = setting.defaultText.map { "; the default is \($0)" } ?? ""
        return [setting.sentence, "The value is \(setting.typeWords)\(fallback)."].flatMap {
            $0.replacing("\\", with: "\\e").replacing(/\. (?=\p{Lu})/, with: ".\n").split(separator: "\n").map(
                String.init)
        }
    }

    /// An example target of each kind that has settings, with their defaults. A setting without one is explained instead, in a
    /// comment that remains one.
    static let examples: [[String]] = kinds.compactMap { kind in
        let lines = kind.describedSettings.map { setting in
            setting.defaultText.map { "#       \(setting.key): \($0)" }
                ?? "##      \(setting.key): \(setting.typeWords)"
        }
        guard !lines.isEmpty, let scheme = kind.schemes.first else { return nil }
        let port = scheme.defaultPort == nil ? ":4000" : ""
        // A group with nothing in it would be refused.
        let mark = lines.contains { $0.hasPrefix("# ") } ? "# " : "##"
        return [
            "## \(kind.summary)", "#   - target: \(scheme.name)://host.example.org\(port)", "\(mark)    \(kind.name):",
        ]
            + lines
    }

    @Test("show a target of each kind, which belongs to no other kind", arguments: TargetKinds.builtIn.all.indices)
    func example(index: Int) throws {
        let kind = TargetKinds.builtIn.all[index]
        let target = try Target(String(kind.example.prefix { $0 != " " }))
        #expect(TargetKinds.builtIn.kind(of: target)?.name == kind.name, "\(kind.name): \(kind.example)")
    }

    @Test("match the registered kinds", arguments: parts)
    func isUpToDate(part: Part) throws {
        let file = Self.root.appending(path: part.path)
        var lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        let begin = try #require(lines.firstIndex(of: "\(part.comment) kinds: begin \(part.name)\(part.commentEnd)"))
        let end = try #require(lines.firstIndex(of: "\(part.comment) kinds: end \(part.name)\(part.commentEnd)"))
        if ProcessInfo.processInfo.environment["NETDIAG_WRITE_DOCS"] != nil {
            lines.replaceSubrange((begin + 1)..<end, with: part.lines)
            try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(Array(lines[(begin + 1)..<end]) == part.lines)
        }
    }
}
