import FoundationEssentials
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagCLI
@testable import NetdiagService
@testable import NetworkModel

@Suite("Combining characters")
struct JoiningTests {
    /// What has a meaning where text is put in.
    private static let dangerous: [Unicode.Scalar] = ["<", ">", "&", "\"", "'", "\\", "\n", "\r", "\u{1b}", "\u{7f}"]

    private static func text(_ scalars: Unicode.Scalar...) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    /// Every scalar that makes one character of it and a dangerous one, before or behind it, or that Swift takes for equal
    /// to one: U+0D4E and its like, all combining marks, joiners, and U+037E.
    private static let joining: [Unicode.Scalar] = {
        var equal: Set<String> = []
        for value: UInt8 in 0x21..<0x7f {
            let plain = String(Unicode.Scalar(value))
            equal.formUnion([plain, plain + "\u{338}"])
        }
        return (0...0x10ffff).compactMap(Unicode.Scalar.init).filter { scalar in
            // Those without a meaning are escaped without another look, and ASCII joins nothing.
            guard scalar.value >= 0x80, ![.unassigned, .privateUse].contains(scalar.properties.generalCategory) else {
                return false
            }
            // A control character joins nothing, so that "<" stands for all others.
            return text(scalar, "<").count == 1 || text("<", scalar).count == 1 || equal.contains(String(scalar))
        }
    }()

    @Test("they include Prepend, Extend, SpacingMark and ZWJ")
    func kinds() {
        let values = Set(Self.joining.map(\.value))
        #expect(values.isSuperset(of: [0xd4e, 0x600, 0x110bd, 0x301, 0x338, 0xfe0f, 0x903, 0x200d, 0x1f3fb, 0x37e]))
        #expect(values.count > 2_000, "\(values.count)")
        // Regional indicators join each other alone.
        #expect(Self.text("\u{1f1e9}", "\u{1f1ea}").count == 1 && Self.text("\u{1f1e9}", "<").count == 2)
    }

    @Test("before or after a dangerous character, they do not change how it is escaped", arguments: dangerous)
    func escapes(dangerous: Unicode.Scalar) throws {
        // Many at once, each before and behind one; a regional indicator or none between them.
        for start in stride(from: 0, to: Self.joining.count, by: 64) {
            for pair: [Unicode.Scalar] in [[], ["\u{1f1e9}"], ["\u{1f1e9}", "\u{1f1ea}"]] {
                let scalars = Self.joining[start..<min(start + 64, Self.joining.count)]
                    .flatMap { [dangerous] + pair + [$0] + pair }
                try EscapeEntry.check(String(String.UnicodeScalarView(scalars + [dangerous])))
            }
        }
    }

    @Test("all other Unicode scalars are tested as well")
    func all() throws {
        // Blocks of 4,096, with a dangerous one behind each; those without a meaning are escaped without a look.
        for block in stride(from: 0, through: 0x10f000, by: 0x1000) {
            if 0x40000..<0xe0000 ~= block || block >= 0xf0000 { continue }
            var scalars = String.UnicodeScalarView()
            for value in block..<(block + 0x1000) {
                guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
                scalars.append(scalar)
                scalars.append(Self.dangerous[value % 5])
            }
            let html: HTML = "\(String(scalars))"
            #expect(!html.text.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) })
        }
    }

    @Test("a secret is masked, and a login left out, whatever is before and after it")
    func secrets() {
        let secret = Secret(.token("s3cret"))
        for scalar in Self.joining {
            let text = Self.text(scalar) + "s3cret" + Self.text(scalar)
            #expect(secret.masked(text) == Self.text(scalar) + "…" + Self.text(scalar))
            for url in ["http://u:s3cret@\(scalar)h/", "http://\(scalar)u:s3cret@h/", "http://u:s3cret\(scalar)@h/"] {
                #expect(!SafeText.withoutLogin(url).utf8Contains("s3cret"), "U+\(String(scalar.value, radix: 16))")
                let problem = #expect(throws: TargetError.self) { try Target(url) }
                #expect(problem?.description.utf8Contains("s3cret") == false, "U+\(String(scalar.value, radix: 16))")
                #expect(!Proxy.masked(url).utf8Contains("s3cret"), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test("the width of text is not underestimated", arguments: ["\u{d4e}", "\u{600}", "\u{1f1e9}", "\u{903}"])
    func width(mark: String) {
        let name = String(repeating: mark, count: 20) + "a"
        #expect(Text(name).width >= 20)
        #expect(Text(name).truncated(to: 10, ellipsis: "…").width <= 10)
    }
}

extension String {
    fileprivate func utf8Contains(_ other: String) -> Bool {
        let wanted = Array(other.utf8)
        let bytes = Array(utf8)
        return bytes.count >= wanted.count
            && (0...bytes.count - wanted.count).contains { bytes[$0...].starts(with: wanted) }
    }
}
