import Diagnosis
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagCLI

@Suite("Text and its width")
struct TextTests {
    @Test(
        "terminal columns",
        arguments: [("abc", 3), ("Küche", 5), ("日本", 4), ("e\u{301}", 1), ("👍", 2), ("❤\u{fe0f}", 2), ("", 0)])
    func width(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test("text that is cut ends with an ellipsis and fits, also with wide characters")
    func truncation() {
        #expect(Text("日本語").truncated(to: 5, ellipsis: "…").spans.map(\.text).joined() == "日本…")
        #expect(Text("日本語").truncated(to: 4, ellipsis: "…").spans.map(\.text).joined() == "日…")
        #expect(Text("abc").truncated(to: 3, ellipsis: "…") == Text("abc"))
    }

    @Test("lines break between words, not where the style changes")
    func wrapping() {
        let lines = (Text("dns.servfail", .bad) + Text(": no  answer came")).wrapped(to: 17)
        #expect(lines.map { $0.spans.map(\.text).joined() } == ["dns.servfail: no", "answer came"])
        #expect(
            Text("  two blanks stay").wrapped(to: 12).map { $0.spans.map(\.text).joined() } == ["  two blanks", "stay"])
        #expect(Text("abcdefghij").wrapped(to: 4) == [Text("abcdefghij")])
    }

    @Test(
        "a number is not separated from its unit, nor `ago` from a span",
        arguments: [
            ("works  38.4 ms", 12, ["works", "38.4 ms"]), ("since noon; 38 s ago", 17, ["since noon;", "38 s ago"]),
            ("opened (37 s, all)", 11, ["opened", "(37 s, all)"]), ("3 h 5 min ago", 8, ["3 h", "5 min ago"]),
            ("port 80 s", 7, ["port", "80 s"]), ("of 4 targets 2", 6, ["of 4", "targets", "2"]),
        ])
    func units(text: String, columns: Int, lines: [String]) {
        #expect(Text(text).wrapped(to: columns).map { $0.spans.map(\.text).joined() } == lines)
    }

    @Test(
        "a command in advice is not broken: it begins a line if it does not fit",
        arguments: [
            (
                "→ If it goes on, see it: curl -Nv --max-time 60 http://a.example/feed",
                ["→ If it goes on, see it:", "curl -Nv --max-time 60 http://a.example/feed"]
            ),
            (
                "See it: cat /etc/resolv.conf; resolvectl status and more words",
                ["See it: cat /etc/resolv.conf;", "resolvectl status and more words"]
            ),
            ("See the path there: traceroute a, or mtr a", ["See the path there: traceroute a,", "or mtr a"]),
            ("Voir le chemin complet : ping -c 3 192.0.2.1", ["Voir le chemin complet :", "ping -c 3 192.0.2.1"]),
            ("This is not one: check the log of the server", ["This is not one: check the log of", "the server"]),
            ("See what it says: mtr -6 2001:db8::1  likely", ["See what it says:", "mtr -6 2001:db8::1  likely"]),
        ])
    func commands(text: String, lines: [String]) {
        let wrapped = Text(text).wrapped(to: 34, keepsCommands: true)
        #expect(wrapped.map { $0.spans.map(\.text).joined() } == lines)
    }

    @Test("commands of advice are whole on a page, however narrow it is", arguments: [20, 40, 80])
    func adviceLines(columns: Int) {
        let command = "curl -Nv --max-time 60 http://127.0.0.1:8080/a/rather/long/path/of/a/page?with=a&query=too"
        let finding = Finding(
            id: "http.stalled", layer: .tcp, severity: .error, confidence: 1, summary: "it stalls", facts: [:],
            advice: ["If it goes on for longer, allow the target more time (timeout:); see it: \(command)"])
        var page = Page(
            for: Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: true))
        page.finding(finding, indent: 2)
        #expect(page.lines.contains { $0.drop { $0 == " " } == command }, "\(page.lines)")
    }

    private static let narrow = Terminal(isInteractive: true, columns: 40, hasColour: false, hasUnicode: true)

    @Test("items are kept whole, and continue on the next line")
    func items() {
        var page = Page(for: Self.narrow)
        page.items(["✓ eth0", "✓ gateway 192.168.1.1 0.4 ms", "✓ Internet", "✓ DNS 9.9.9.9"], indent: 2)
        #expect(page.lines == ["  ✓ eth0  ✓ gateway 192.168.1.1 0.4 ms", "  ✓ Internet  ✓ DNS 9.9.9.9"])
        // Together they would fit the window, but not with the indent of a continuation.
        var full = Page(for: Self.narrow)
        full.items(["✓ eth0", "✓ gateway 192.168.1.254 0.4 ms"], indent: 2)
        #expect(full.lines == ["  ✓ eth0", "  ✓ gateway 192.168.1.254 0.4 ms"])
    }

    @Test("a message is wrapped between words, and a command in it is not")
    func message() {
        let text =
            "netdiag: a daemon runs that systemd did not start. Have it read this with: kill -HUP $(pidof netdiagd)"
        let lines = StandardStream.message(text, on: Self.narrow).lines
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 40 }, "\(lines)")
        #expect(lines.last == "  kill -HUP $(pidof netdiagd)", "\(lines)")
        #expect(StandardStream.message(text, on: .plain).lines == [text[...]])
    }

    @Test("a wrapped cell takes several lines in its column, and nothing of it is lost")
    func wrappedCell() {
        var page = Page(for: Self.narrow)
        var table = Table(.left, .left, .flexible, .right)
        table.add("✓", "gateway", "192.168.1.1 on eth0, 192.168.2.1 on wlan0", "0.4 ms")
        table.add("✓", "link", "up", "")
        page.table(table)
        #expect(
            page.lines == [
                "✓  gateway  192.168.1.1 on eth0,  0.4 ms", "            192.168.2.1 on wlan0", "✓  link     up",
            ])
    }

    @Test("a word that is longer than its column is broken, after a separator if there is one")
    func brokenCell() {
        var page = Page(for: Self.narrow)
        var table = Table(.left, .flexible, .right)
        table.add("✗", "https://shop.example.org/health/checks/of-the-whole-site", "0.4 ms")
        table.add("✗", Text(String(repeating: "x", count: 40)), "9.1 ms")
        page.table(table)
        #expect(
            page.lines == [
                "✗  https://shop.example.org/      0.4 ms", "   health/checks/of-the-whole-",
                "   site", "✗  xxxxxxxxxxxxxxxxxxxxxxxxxxxxx  9.1 ms", "   xxxxxxxxxxx",
            ])
    }

    @Test("the programs in the advice of all causes are known, so that their commands are kept whole")
    func programs() {
        for advice in Catalogue.entries.flatMap(\.advice) {
            // What has an option, a path or a fact as its first argument is a command.
            let found = advice.matches(of: /[:;] ([a-z][a-z0-9_-]*) [-\/{]/).map { String($0.1) }
            for word in found where word != "in" {
                #expect(CommandWords.programs.contains(word), "\(advice)")
            }
        }
    }

    @Test("in Chinese, all programs in the advice are known, since no other word after a colon is one of Latin letters")
    func programsInChinese() {
        // Words of configuration files and of a shell loop.
        let others: Set<String> = ["access", "allow", "do", "done", "persistence", "required", "ssl"]
        let all = Language.$current.withValue(.simplifiedChinese) { Catalogue.entries.flatMap(\.localAdvice) }
        let found = all.flatMap { advice in
            advice.matches(of: /[:;] ([a-z][a-z0-9_-]*)(?: |$)/).map { (String($0.1), advice) }
        }
        #expect(found.count > 300)
        for (word, advice) in found where !others.contains(word) {
            #expect(CommandWords.programs.contains(word), "\(advice)")
        }
    }

    @Test("no text is printed raw")
    func escaping() {
        #expect(Text("a\u{1b}[31m\nb").spans.map(\.text) == [#"a\u{1b}[31m\u{a}b"#])
        #expect(Text("é").ascii.spans.map(\.text) == [#"\u{e9}"#])
    }

    @Test(
        "the environment determines what a terminal can show",
        arguments: [
            (["LANG": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), ([:], false),
            (["LANG": "C.UTF-8", "LC_ALL": "C"], false), (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8"], true),
        ] as [([String: String], Bool)])
    func locale(environment: [String: String], hasUnicode: Bool) {
        #expect(Terminal(descriptor: -1) { environment[$0] }.hasUnicode == hasUnicode)
    }

    @Test(
        "durations",
        arguments: [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3_900, "1 h 5 min"), (90_000, "1 d 1 h")])
    func span(seconds: Int64, text: String) {
        #expect(LocalTime.span(from: Fixtures.moment(0), to: Fixtures.moment(seconds)) == text)
    }
}
