import Foundation
import KindTesting
import NetworkModel
import TargetKinds
import Testing

/// The places of a kind outside of its directory, which no other test would miss (docs/adding-a-kind.md).
@Suite("Parts of a kind outside its folder")
struct KindPlacesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The kinds with a layer of their own.
    private static let kinds = TargetKinds.builtIn.all.filter {
        guard case .kind = $0.evidenceType.layer else { return false }
        return true
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("every kind in Sources/TargetKinds is registered")
    func registration() throws {
        let folder = Self.root.appending(path: "Sources/TargetKinds")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let declared = try files.flatMap { file in
            try Self.text("Sources/TargetKinds/\(file)")
                .matches(of: /(?:enum|struct|class|extension) (\w+): (?:\w+, )*TargetKind\b/).map { String($0.1) }
        }
        let registered = TargetKinds.builtIn.all.map { String(describing: $0) }
        #expect(declared.sorted() == registered.sorted(), "the list in TargetKinds.swift, and the types in the folders")
    }

    @Test("there are tests with hostile responses, which name one of its causes")
    func hostile() throws {
        let folder = Self.root.appending(path: "Tests/ProbesTests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let texts = try files.map { try Self.text("Tests/ProbesTests/\($0)") }
        let missing = Self.kinds.map { $0.name }.filter { name in !texts.contains { $0.contains("\"\(name).") } }
        #expect(missing == [], "missing in Tests/ProbesTests/Kinds, where a HostileServer names a cause")
    }

    @Test("every type that prepares tests of a kind is named after one, and is found")
    func setUps() throws {
        let folder = "Tests/ProbesTests/Kinds/SetUps"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
        let declared = try files.flatMap { file in
            try Self.text("\(folder)/\(file)").matches(of: /enum (\w+): KindSetUp\b/).map { String($0.1) }
        }
        let kinds = TargetKinds.builtIn.all.filter { KindSetUps.setUp(for: $0) != nil }
        let found = kinds.map { KindSetUps.typeName(for: $0) }
        #expect(!found.isEmpty && declared.sorted() == found.sorted(), "for NTPKind, the name is NTPSetUp")
    }

    @Test("there is a file with its Debian packages, under its name")
    func packages() throws {
        let folder = "Tests/Support/Packages"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: folder).path)
        #expect(!files.isEmpty)
        for file in files {
            let known = Self.kinds.contains { "\($0.name).txt" == file }
            #expect(known, "\(folder)/\(file) is named after no kind: expected NAME.txt, NAME being that of the layer")
            for line in try Self.text("\(folder)/\(file)").split(separator: "\n") {
                let isName = line.wholeMatch(of: /[a-z0-9][a-z0-9.+-]+/) != nil
                #expect(isName, "\(folder)/\(file): \"\(line)\" is not the name of a package; expected one per line")
            }
        }
    }

    @Test("the changelog contains each of its schemes")
    func changelog() throws {
        let changelog = try Self.text("CHANGELOG.md")
        for name in Self.kinds.flatMap({ kind in kind.schemes.map(\.name) }) {
            // A text may combine the schemes with and without TLS, as in `imap(s)://`.
            let words = [name, "\(name)(s)"] + (name.hasSuffix("s") ? ["\(name.dropLast())(s)"] : [])
            #expect(words.contains { changelog.contains("`\($0):/") }, "CHANGELOG.md does not name \(name)")
        }
    }
}
