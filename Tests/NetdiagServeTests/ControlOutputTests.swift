import NetworkModel
import Testing
import Translations

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
        let result = try await ChildProcess.run(
            "/bin/bash", ["-c", script, ProgramPaths.serve], limit: ProgramPaths.limit)
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(!text.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" }, "\(text)")
        #expect(text.contains("x\\u{1b}[2J\\u{9b}y") && text.contains("x\\u001b[2J\\u009by"), "\(text)")
        #expect(text.hasSuffix("1\n"), "\(text)")
    }

    @Test("on a terminal, runs, sessions, faults and requests are lines of text")
    func text() throws {
        let run =
            #"{"listeners":[{"name":"shop","url":"http://127.0.0.1:8080/","port":8080},{"name":"db","url":"tcp://[::1]:5"}],"#
            + #""name":"a","pid":12,"requests":1,"schema":"netdiag.serve-run/1","state":"paused"}"#
        #expect(
            try RunDocument.text(of: run)
                == "a  paused, 1 request, process 12\n  shop  http://127.0.0.1:8080/\n  db    tcp://[::1]:5\n")
        let sessions =
            #"[{"expires_s":596,"listener":"shop","number":1,"value_bytes":{"user":5,"cart":0}}]"#
        #expect(try SessionDocument.text(of: sessions) == "1  shop  ends in 596 s  cart (0 B), user (5 B)\n")
        #expect(try SessionDocument.text(of: "[]") == "no sessions\n")
        let faults =
            #"[{"fault":"http.slow","listener":"shop","route":"GET /a","state":"off"},"#
            + #"{"fault":"tls.expired","listener":"https://x/","route":"","state":"on","switchable":false}]"#
        #expect(
            try FaultDocument.text(of: faults)
                == "http.slow    off                          shop        GET /a\n"
                + "tls.expired  on (cannot be switched off)  https://x/\n")
        let request =
            #"{"at_ms":61002,"body_bytes":3,"faults":["http.slow"],"listener":"shop","method":"POST","number":7,"#
            + #""path":"/a","peer":"[::1]:9","status":0,"failure":"refused"}"#
        #expect(
            try RequestDocument.text(of: request)
                == "    7      61.002 s  shop  [::1]:9  POST  /a  → no response  3 B received  http.slow  (refused)\n")
    }

    @Test(
        "on a terminal, they are in the language of the reader",
        arguments: [
            (Language.german, "a  läuft, 2 Anfragen, Prozess 12\n", "x  an (nicht abschaltbar)  y\n"),
            (.french, "a  en cours, 2 requêtes, processus 12\n", "x  actif (ne peut pas être désactivé)  y\n"),
            (.spanish, "a  en marcha, 2 peticiones, proceso 12\n", "x  activado (no se puede desactivar)  y\n"),
            (.simplifiedChinese, "a  运行中，2 个请求，进程 12\n", "x  开启（无法关闭）  y\n"),
        ])
    func languages(language: Language, runLine: String, faultLine: String) throws {
        let run = #"{"listeners":[],"name":"a","pid":12,"requests":2,"state":"running"}"#
        let fault = #"{"fault":"x","listener":"y","route":"","state":"on","switchable":false}"#
        let texts = try Language.$current.withValue(language) {
            [try RunDocument.text(of: run), try FaultDocument.text(of: fault)]
        }
        #expect(texts == [runLine, faultLine])
    }

    @Test("for a screen reader, nothing is aligned, and words replace symbols")
    func plain() throws {
        let sessions =
            #"[{"expires_s":596,"listener":"shop","number":1,"value_bytes":{}},"#
            + #"{"expires_s":5,"listener":"a","number":12,"value_bytes":{"user":5}}]"#
        #expect(
            try SessionDocument.text(of: sessions, isPlain: true)
                == "1  shop  ends in 596 s\n12  a  ends in 5 s  user (5 B)\n")
        let faults =
            #"[{"fault":"http.slow","listener":"shop","route":"/a","state":"off"},"#
            + #"{"fault":"tls.expired","listener":"x","route":"","state":"on"}]"#
        #expect(
            try FaultDocument.text(of: faults, isPlain: true) == "http.slow  off  shop  /a\ntls.expired  on  x\n")
        let request =
            #"{"at_ms":61002,"body_bytes":0,"faults":[],"listener":"shop","method":"GET","number":7,"path":"/a","#
            + #""peer":"[::1]:9","status":200}"#
        #expect(
            try RequestDocument.text(of: request, isPlain: true) == "7  61.002 s  shop  [::1]:9  GET  /a  200\n")
        var result = ProofResult(
            fault: "tls.revoked", reported: "tls.revoked", verdict: .right, duration: .milliseconds(5))
        #expect(ProofReport.table([result], isPlain: true) == "tls.revoked: right, reported tls.revoked\n")
        result.probe = ProofResult.Probe(text: "exit 0", verdict: .wrong)
        #expect(
            ProofReport.table([result], isPlain: true)
                == "tls.revoked: right, reported tls.revoked; probe wrong, exit 0\n")
    }

    @Test("columns are aligned as on a terminal, where a Chinese character takes two")
    func widths() {
        #expect(ControlTable.aligned([["关闭", "a"], ["off", "b"]]) == ["关闭  a", "off   b"])
    }
}
