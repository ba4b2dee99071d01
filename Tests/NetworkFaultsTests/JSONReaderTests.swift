import Foundation
import NIOCore
import Testing

@testable import NetworkFaults

struct JSONReaderTests {
    @Test func readsValuesInOrderWithTheirLines() throws {
        let node = try JSONReader.read(
            Array("\u{feff}{\"b\": [1, -2.5e1,\n true],\n\"a\": \"\\u00e9\\ud83d\\ude00\\n\"}".utf8))
        guard case .object(let members) = node.content else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["b", "a"] && members[1].node.line == 3)
        #expect(
            members[0].node.content
                == .array([
                    JSONNode(.integer(1)), JSONNode(.number(-25)), JSONNode(.boolean(true), line: 2),
                ]))
        #expect(node["a"]?.string == "é😀\n")
    }

    @Test func keepsWholeNumbersWhole() throws {
        #expect(try JSONReader.read("9223372036854775807".utf8).content == .integer(.max))
        #expect(try JSONReader.read("-9223372036854775808".utf8).content == .integer(.min))
        #expect(try JSONReader.read("9223372036854775808".utf8).content == .number(9_223_372_036_854_775_808))
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\"}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"a\":2}",
        "01",
        "-", "1.", ".5", "1e", "+1", "1e400", "-1e400", "NaN", "Infinity", "tru", "nul", "True", "'a'", "\"", "\"\\x\"",
        "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"", "\"a\u{1}\"", "\"\n\"",
        "1 2",
        "[1] x", "// a\n1", "{\"a\":1}}", "\u{0}", "[\u{0}]",
    ])
    func refusesWhatIsNone(_ text: String) {
        #expect(throws: JSONReadingError.self) { try JSONReader.read(text.utf8) }
    }

    @Test func refusesBytesThatAreNoText() {
        for bytes in [
            [0x22, 0xff, 0x22], [0x22, 0xc0, 0x80, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22],
            [0x22, 0x5c, 0x6e, 0xff, 0x22],
        ] {
            #expect(throws: JSONReadingError.self) { try JSONReader.read(bytes.map { UInt8($0) }) }
        }
    }

    @Test func boundsDepthNumberAndCount() throws {
        let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(throws: Never.self) { try JSONReader.read(deep(JSONReader.maxDepth).utf8) }
        #expect(throws: JSONReadingError.self) { try JSONReader.read(deep(JSONReader.maxDepth + 1).utf8) }
        #expect(throws: JSONReadingError.self) { try JSONReader.read(String(repeating: "[", count: 1_000_000).utf8) }
        #expect(throws: JSONReadingError.self) { try JSONReader.read(String(repeating: "9", count: 2_000).utf8) }
        let many = "[" + String(repeating: "0,", count: JSONReader.maxValues) + "0]"
        #expect(throws: JSONReadingError.self) { try JSONReader.read(many.utf8) }
        let names = "{" + (0..<2_000).map { "\"n\($0)\":0" }.joined(separator: ",")
        #expect(throws: Never.self) { try JSONReader.read((names + "}").utf8) }
        #expect(throws: JSONReadingError.self) { try JSONReader.read((names + ",\"n1999\":0}").utf8) }
    }

    /// Whatever is accepted here is also accepted by Foundation's parser, as random changes of a valid document show.
    @Test func takesNothingThatAnotherParserRefuses() throws {
        let seed = Array(#"{"a": [1, 2.5, -3e2, "x\n\u0041", true, null], "b": {"c": "é", "d": []}}"#.utf8)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("{}[],:\"\\0-e.".utf8).randomElement() ?? 0, at: place)
                }
            }
            guard let node = try? JSONReader.read(bytes) else { continue }
            let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(other != nil, "\(String(decoding: bytes, as: UTF8.self))")
            // The written text is parsed as the same.
            var writer = JSONWriter()
            writer.node(node)
            #expect(throws: Never.self) { try JSONReader.read(writer.buffer.readableBytesView) }
        }
    }
}
