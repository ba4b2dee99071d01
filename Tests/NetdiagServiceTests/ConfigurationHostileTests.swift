import NetdiagService
import Testing

@Suite("Hostile and damaged configurations")
struct ConfigurationHostileTests {
    @Test(
        "YAML features that a configuration does not need are refused",
        arguments: [
            (
                "a: &a [x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]",
                "1: the anchor &a is not supported here; remove it, or quote the text if it begins with &"
            ),
            ("a: *a", "1: the alias *a is not supported here; repeat the value, or quote the text if it begins with *"),
            (
                "interval: !!int 3",
                "1: the tag !tag:yaml.org,2002:int is not supported here; remove it, or quote the text if it begins with !"
            ),
            ("interval: 1m\n---\ninterval: 2m", "2: a second document begins; write everything in one, without ---"),
            ("? [a]\n: b", "1: there is a list or group where a key belongs; write key: value"),
            ("<<: {interval: 1s}", #"1: unknown key "<<"; allowed here: \#(ConfigurationProblemTests.topLevel)"#),
        ])
    func features(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test(
        "invalid YAML is reported with its line",
        arguments: [
            (
                "interval: 1m\n\ttimeout: 1s",
                "2: not YAML: found a tab character that violates indentation while scanning a plain scalar that begins in line 1; indent with blanks, not with tabs"
            ),
            (
                "interval: 1m\ntargets: [a,\n",
                "3: not YAML: did not find expected node content while parsing a flow node"
            ),
            (
                "interval: \"1m\n",
                "2: not YAML: found unexpected end of stream while scanning a quoted scalar that begins in line 1"
            ),
            (
                "interval: 1m\nlisten\n",
                "3: not YAML: could not find expected ':' while scanning a simple key that begins in line 2"
            ),
            (
                "interval: @x",
                "1: not YAML: found character that cannot start any token while scanning for the next token"
            ),
            (
                "access:\n  token: x\n token_file: y",
                "3: not YAML: did not find expected key while parsing a block mapping that begins in line 1"
            ),
            ("interval: 1m: 2", "1: not YAML: mapping values are not allowed in this context"),
            (
                "listen:\n  http: [::1]:80",
                #"2: not YAML: did not find expected node content while parsing a flow node; quote an IPv6 address in brackets, as in "[::1]:8053""#
            ),
        ])
    func syntax(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test(
        "control characters are reported with their line",
        arguments: [
            ("a: 1\nb: \0", "2: contains a NUL; the file is damaged, or not text"),
            (String(repeating: "\0", count: 4096), "1: contains a NUL; the file is damaged, or not text"),
            ("a: 1\n\u{1b}[2J", "2: contains the control character U+001B; remove it"),
            ("# a\u{85}interval: 1s", "1: contains the control character U+0085; remove it"),
            ("# a\u{2028}interval: 1s", "1: contains the line separator U+2028; lines end with a line feed"),
            ("\n# a\rinterval: 1s", "2: a carriage return without a line feed; lines end with a line feed"),
            ("interval: 1m\r", "1: a carriage return without a line feed; lines end with a line feed"),
            ("interval: \u{feff}1m", "1: contains the control character U+FEFF; remove it"),
        ])
    func characters(text: String, problem: String) {
        #expect(configurationProblems(in: text) == [problem])
    }

    @Test(
        "invalid UTF-8 is reported with its line",
        arguments: [
            (
                Array("a\r\npublish: {name: Ger".utf8) + [0xe4] + Array("t}".utf8),
                "2: is not UTF-8: the byte 0xe4 is not part of a character here; save it as UTF-8"
            ),
            ([0xc0, 0x80], "1: is not UTF-8: the byte 0xc0 is not part of a character here; save it as UTF-8"),
            (
                Array("# ".utf8) + [0xc3],
                "1: is not UTF-8: the byte 0xc3 is not part of a character here; save it as UTF-8"
            ),
            ([0xed, 0xa0, 0x80], "1: is not UTF-8: the byte 0xed is not part of a character here; save it as UTF-8"),
            ([0xff, 0xfe, 0x61, 0], "1: is UTF-16; save it as UTF-8"),
        ] as [([UInt8], String)])
    func encodings(bytes: [UInt8], problem: String) {
        #expect(configurationProblems(in: bytes) == [problem])
    }

    @Test("depth is bounded", arguments: ["[", "{a: ", "- "])
    func depth(opening: String) {
        let text = String(repeating: opening, count: 10_000)
        #expect(
            configurationProblems(in: text) == [
                "1: groups and lists are nested deeper than 32 levels; a configuration is flatter"
            ])
    }

    @Test("length and number are bounded")
    func size() {
        let long = "#" + String(repeating: "x", count: 8 << 20)
        #expect(configurationProblems(in: long) == [" is longer than 8 MiB; a configuration is shorter"])
        #expect(configurationProblems(in: String(long.dropLast())) == [])
        let many = "targets: [" + String(repeating: "a,", count: 250_000) + "a]"
        #expect(configurationProblems(in: many) == ["1: more than 200000 values and keys; a configuration has fewer"])
    }

    @Test("every truncation of a valid file is either accepted or refused with a line")
    func halfWritten() {
        let text =
            "interval: 1m\ntargets:\n  - target: https://example.org/\n    timeout: \"5s\"\nlisten: {http: [\":0\"]}\n"
        for length in 0...text.utf8.count {
            for problem in configurationProblems(in: Array(text.utf8.prefix(length))) {
                #expect(Int(problem.prefix { $0 != ":" }) != nil, "\(length): \(problem)")
            }
        }
    }
}
