import NetworkModel
import Testing
import Translations

@testable import NetdiagCLI

@Suite("Scrolling in live views")
struct LiveScrollTests {
    /// Numbered lines, of which the overview has the first ones and a number of others.
    private struct Numbers: LiveView {
        var count = 50
        /// A line that is wider than the window.
        var wide: Int?
        let nextChange: ContinuousClock.Instant? = nil
        mutating func update(at now: ContinuousClock.Instant) {}

        func lines(on terminal: Terminal) -> [Substring] {
            let all = (0..<count).map { number -> Substring in
                number == wide ? Substring(String(repeating: "w", count: 100)) : "line \(number)"
            }
            guard let rows = terminal.rows, count > rows else { return all }
            return all.prefix(rows - 1) + ["\(count - rows + 1) more"]
        }

        func isWhole(on terminal: Terminal) -> Bool { terminal.rows.map { count <= $0 } ?? true }
    }

    private func terminal(_ columns: Int = 80, _ rows: Int = 10) -> Terminal {
        var terminal = Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: true)
        terminal.rows = rows
        return terminal
    }

    @Test("a view that fits has no footer, and keys change nothing")
    func fitting() {
        var scroll = LiveScroll()
        let view = Numbers(count: 10)
        #expect(scroll.lines(of: view, on: terminal()) == view.lines(on: terminal()))
        for key: LiveKey in [.down, .end, .pageDown] { scroll.press(key) }
        #expect(scroll.lines(of: view, on: terminal()) == view.lines(on: terminal()))
    }

    @Test("keys lead through all lines, leave none out, and back to the overview")
    func keys() {
        var scroll = LiveScroll()
        func shown(_ keys: LiveKey..., view: Numbers = Numbers(), rows: Int = 10) -> [String] {
            for key in keys { scroll.press(key) }
            return scroll.lines(of: view, on: terminal(80, rows)).map { String($0) }
        }
        let keys = "scroll: arrows, PgUp, PgDn, Home, End  q: quit"
        let overview = (0..<8).map { "line \($0)" } + ["42 more", keys]
        #expect(shown() == overview)
        #expect(shown(.up, .pageUp) == overview)
        #expect(shown(.down) == (1..<10).map { "line \($0)" } + ["2-10/50  \(keys)"])
        #expect(shown(.up) == overview)
        // The overview did not show line 8.
        #expect(shown(.pageDown).first == "line 8")
        var seen = Set(overview)
        for _ in 0..<6 { seen.formUnion(shown(.pageDown)) }
        seen.formUnion(shown(.home, .pageDown))
        #expect((0..<50).allSatisfy { seen.contains("line \($0)") })
        #expect(shown(.end) == (41..<50).map { "line \($0)" } + ["42-50/50  \(keys)"])
        #expect(shown(.down, .pageDown) == shown())
        #expect(shown(.pageUp).first == "line 32")
        // The window has become higher, and the list shorter.
        #expect(shown(.end, view: Numbers(count: 30), rows: 20).first == "line 11")
        #expect(shown(view: Numbers(count: 20), rows: 20) == (0..<20).map { "line \($0)" })
        #expect(shown(.end, .home) == overview)
    }

    @Test("a line that is wider than the window counts with all its rows")
    func wideLine() {
        var scroll = LiveScroll()
        for wide in [0, 3, 7, 12, 49] {
            for key: LiveKey? in [nil, .down, .pageDown, .pageDown, .end, .up, .pageUp, .home] {
                if let key { scroll.press(key) }
                let lines = scroll.lines(of: Numbers(wide: wide), on: terminal(40))
                #expect(lines.reduce(0) { $0 + LiveFrame.rows(of: $1, 40) } <= 10, "\(wide) \(lines)")
            }
        }
        let frame = LiveFrame.text(["1234567", "12345678"], 4, wrap: ("<", ">"))
        #expect(frame == "\u{1b}[H\u{1b}[K<1234567\u{1b}[K>\r\n\u{1b}[J<12345678>")
        #expect(LiveFrame.rows(of: "\u{1b}[31m1234\u{1b}[0m", 4) == 1)
    }

    @Test("the keys of terminals, and the letters of less")
    func sequences() {
        func keys(_ text: String) -> [LiveKey] { LiveKey.keys(in: text.utf8) }
        #expect(keys("\u{1b}[A\u{1b}[B\u{1b}OA\u{1b}OB") == [.up, .down, .up, .down])
        #expect(keys("\u{1b}[5~\u{1b}[6~") == [.pageUp, .pageDown])
        #expect(
            keys("\u{1b}[H\u{1b}[F\u{1b}OH\u{1b}OF\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~") == [
                .home, .end, .home, .end, .home, .end, .home, .end,
            ])
        #expect(keys("jk bgGqQ") == [.down, .up, .pageDown, .pageUp, .home, .end, .quit, .quit])
        // Other sequences are no letters: F5, and Ctrl with an arrow.
        #expect(keys("\u{1b}[15~\u{1b}[1;5B\u{1b}[") == [])
        #expect(keys("\u{1b}q") == [.quit])
    }

    @Test("top shows the whole headline in narrow windows, and breaks no command", arguments: [40, 80, 100])
    func top(columns: Int) throws {
        var document = try Fixtures.status()
        let command = "openssl s_client -connect shop.example.org:443 -servername shop.example.org -showcerts"
        var incident = try #require(document.incidents.first)
        incident.cause.advice = ["See what the server sends: \(command)"]
        document.incidents = (1...5).map { number in
            var other = incident
            other.id = number
            return other
        }
        for language in [Language.english, .german, .french, .spanish] {
            Language.$current.withValue(language) {
                var view = LiveStatus()
                view.document = document
                view.update(at: .now)
                let lines = view.lines(on: terminal(columns, 60)).map { String($0) }
                let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
                #expect(words.contains(document.headline) && !lines[0].contains("…"), "\(lines)")
                #expect(lines.contains { $0.contains("netdiag incidents") }, "\(lines)")
                guard language == .english else { return }
                #expect(lines.contains { $0.contains(command) }, "\(lines)")
            }
        }
    }

    @Test("status --watch shows the page of status, of which each line can be scrolled to")
    func watchedStatus() throws {
        let document = try Fixtures.status()
        var view = LiveStatus(layout: .page(isWhole: false))
        view.document = document
        view.update(at: .now)
        let whole = view.lines(on: terminal(80, 200)).map { String($0) }
        #expect(whole.contains("  Gateways") && whole.contains { $0.contains("1 target affected") }, "\(whole)")
        var scroll = LiveScroll()
        let window = terminal(80, 10)
        let overview = scroll.lines(of: view, on: window).map { String($0) }
        #expect(overview.count == 10 && overview[9].contains("q: quit") && overview[8].contains("more lines"))
        var seen = Set(overview)
        for _ in whole.indices {
            scroll.press(.down)
            seen.formUnion(scroll.lines(of: view, on: window).map { String($0) })
        }
        #expect(whole.allSatisfy(seen.contains), "\(whole.filter { !seen.contains($0) })")
    }
}
