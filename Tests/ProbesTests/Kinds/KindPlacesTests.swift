import Foundation
import NetworkModel
import TargetKinds
import Testing

/// What a kind has outside of its folder, and what nothing else would miss (docs/adding-a-kind.md).
@Suite("What every kind has outside of its folder")
struct KindPlacesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The kinds that have a layer of their own.
    private static let kinds = TargetKinds.builtIn.all.filter {
        guard case .kind = $0.evidenceType.layer else { return false }
        return true
    }

    /// Kinds without tests of hostile answers in Tests/ProbesTests that name one of their causes, with what tests them.
    private static let hostileElsewhere = [
        "ftp": "the entries ftp-reply and ftp-listing of Fuzzing, and the rows with faulty servers in FTPFaults",
        "icmp": "the entry icmp of Fuzzing; the kernel answers echo requests",
        "ntp": "the entry ntp of Fuzzing, and the rows of NTPFaults",
        "udp": "it has no parser: what comes is compared with an expression",
    ]

    /// Kinds without an entry of their own name in Fuzzing, with the reason.
    private static let withoutEntry = [
        "ftp": "ftp-reply and ftp-listing", "http": "libcurl parses it; what it is compared with is in body",
        "ssh": "libssh parses it; SSHHostileTests has its packets", "udp": "it has no parser",
        "unix": "libcurl parses what comes", "ws": "websocket",
    ]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("has tests of hostile answers")
    func hostile() throws {
        let folder = Self.root.appending(path: "Tests/ProbesTests")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let texts = try files.map { try Self.text("Tests/ProbesTests/\($0)") }
        let tested = Self.kinds.map { $0.name }.filter { name in texts.contains { $0.contains("\"\(name).") } }
        expectAll(tested, but: Self.hostileElsewhere, "in Tests/ProbesTests/Kinds, a HostileServer for each cause")
    }

    @Test("has an entry in Fuzzing")
    func fuzzing() throws {
        let seeds = try FileManager.default.contentsOfDirectory(
            atPath: Self.root.appending(path: "Fuzzing/Seeds").path)
        expectAll(seeds, but: Self.withoutEntry, "in Fuzzing/Sources/FuzzEntry and Fuzzing/Seeds")
    }

    /// - Parameters:
    ///   - found: The names of kinds that have it, among others.
    ///   - excused: Those that may be without.
    private func expectAll(_ found: [String], but excused: [String: String], _ place: String) {
        let missing = Set(Self.kinds.map { $0.name }).subtracting(found)
        #expect(missing.subtracting(excused.keys).sorted() == [], "missing: \(place)")
        #expect(Set(excused.keys).subtracting(missing).sorted() == [], "excused without need")
    }

    @Test("is in the user guide, and each of its schemes in the changelog")
    func documents() throws {
        let (guide, changelog) = (try Self.text("docs/use.md"), try Self.text("CHANGELOG.md"))
        for kind in Self.kinds {
            let schemes = kind.schemes.map(\.name)
            #expect(schemes.contains { guide.contains("\($0):/") }, "docs/use.md has no example of \(kind.name)")
            for name in schemes {
                // One text may name the scheme with TLS and the one without, as in `imap(s)://`.
                let words = [name, "\(name)(s)"] + (name.hasSuffix("s") ? ["\(name.dropLast())(s)"] : [])
                #expect(words.contains { changelog.contains("`\($0):/") }, "CHANGELOG.md does not name \(name)")
            }
        }
    }
}
