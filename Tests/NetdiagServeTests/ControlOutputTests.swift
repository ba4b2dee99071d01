import Testing

@testable import NetdiagServe

@Suite("What commands print of a run's data")
struct ControlOutputTests {
    private func shown(_ parts: [String], isJSON: Bool, isTerminal: Bool = true) -> String {
        var output = ControlOutput(isJSON: isJSON, isTerminal: isTerminal)
        return String(decoding: parts.flatMap { output.shown(Array($0.utf8)) }, as: UTF8.self)
    }

    @Test("a terminal gets escapes of what could control it")
    func terminal() {
        #expect(
            shown(["a\r\n\u{1b}[2J\u{9b}2J,\u{202e}é\\x\r\n"], isJSON: false)
                == "a\n\\u{1b}[2J\\u{9b}2J,\\u{202e}é\\x\n")
        #expect(shown(["[\"\u{9b}\u{202e}\u{e0041}é\"]\n"], isJSON: true) == "[\"\\u009b\\u202e\\udb40\\udc41é\"]\n")
        #expect(shown(["a\rb\n"], isJSON: false) == "a\\u{d}b\n")
    }

    @Test("characters and line ends may be split between parts")
    func parts() {
        var output = ControlOutput(isJSON: false, isTerminal: true)
        let bytes = Array("€\u{9b}x\r\n😀\n".utf8)
        let text = bytes.flatMap { output.shown([$0]) }
        #expect(String(decoding: text, as: UTF8.self) == "€\\u{9b}x\n😀\n")
    }

    @Test("files and pipes get the exact bytes")
    func exact() {
        let text = "a\r\n\u{1b}[2J\u{9b}\u{202e}\r\n"
        #expect(shown([text], isJSON: false, isTerminal: false).utf8.elementsEqual(text.utf8))
        #expect(shown([text], isJSON: true, isTerminal: false).utf8.elementsEqual(text.utf8))
    }

    @Test("db export to a terminal prints no escape sequence of a stored text")
    func program() async throws {
        // script(1) is a terminal.
        let script = #"""
            d=$(mktemp -d); trap 'rm -r "$d"' EXIT; export XDG_RUNTIME_DIR=$d; cd "$d"
            printf 'port: 0\nroutes:\n  - {resource: /t, fields: {a: text}, seed: rows.csv}\n' >serve.yaml
            printf 'a\nx\033[2J\302\233y\n' >rows.csv
            "$0" serve.yaml --name run >url & run=$!
            until [ -s url ]; do sleep 0.05; done
            for form in csv json; do
                script -qec "'$0' db export t --format $form run" /dev/null </dev/null
                "$0" db export t --format $form run >file.$form
            done
            grep -c "$(printf 'x\033\\[2J\302\233y')" file.csv
            "$0" stop run >/dev/null; wait $run
            """#
        let result = try await ChildProcess.run("/bin/bash", ["-c", script, ProgramPaths.serve], limit: .seconds(30))
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" }, "\(text)")
        #expect(text.contains("x\\u{1b}[2J\\u{9b}y") && text.contains("x\\u001b[2J\\u009by"), "\(text)")
        #expect(text.hasSuffix("1\n"), "\(text)")
    }
}
