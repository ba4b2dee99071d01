import Foundation
import NetworkModel
import Testing

@Suite("JSON that is safe to display")
struct SafeTextJSONTests {
    @Test("characters that could control a terminal are escaped, with the same meaning")
    func escapes() throws {
        let text = "a\u{202e}b\u{85}c\u{e0041}d\u{7f}é日"
        let line = try JSON.line([text])
        #expect(String(decoding: line, as: UTF8.self) == #"["a\u202eb\u0085c\udb40\udc41d\u007fé日"]"#)
        #expect(try JSON.decode([String].self, from: line) == [text])
    }

    @Test("characters that show nothing are escaped, and those of emoji and of all scripts are not")
    func invisible() {
        for scalar in "\u{3164}\u{115f}\u{1160}\u{34f}\u{180b}\u{ffa0}\u{2800}\u{e0100}\u{17b4}\u{200d}".unicodeScalars
        {
            #expect(SafeText.isUnsafe(scalar), "\(String(scalar.value, radix: 16))")
            #expect(SafeText.escaped("a\(scalar)b") == "a\\u{\(String(scalar.value, radix: 16))}b")
        }
        for text in ["❤\u{fe0f}", "☎\u{fe0e}", "e\u{301}", "한글", "नमस्ते", "⠿", "日本語", "שלום", "ไทย"] {
            #expect(SafeText.escaped(text) == text)
        }
    }

    @Test("white space between tokens becomes spaces, so that a document is one line")
    func oneLine() {
        #expect(SafeText.escapedJSON(Array("{\n\t\"a\":1\r\n}".utf8)) == Array("{  \"a\":1  }".utf8))
    }

    @Test("plain ASCII is left as it is")
    func unchanged() {
        let text = Array(#"{"a":"b\u202e"}"#.utf8)
        #expect(SafeText.escapedJSON(text) == text)
    }

    @Test("bytes that are not UTF-8 are no text")
    func notUTF8() {
        #expect(SafeText.escapedJSON([0x22, 0xff, 0x22]) == nil)
    }

    @Test("a quote with a combining mark is replaced like others")
    func combined() {
        #expect("a'b'\u{301}c".replacing(scalar: "'", with: "''") == "a''b''\u{301}c")
    }
}
