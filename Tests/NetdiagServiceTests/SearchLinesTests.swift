import Testing

@testable import NetworkDiagnostics

@Suite("The lines of resolv.conf that apply the search list first")
struct SearchLinesTests {
    @Test("the last line of each kind counts, and is reported with its position")
    func lines() {
        let text = """
            search old.example
            # search no
            options timeout:1
             options ndots:9
            search  a.example\tb.example
            options rotate ndots:5

            """
        #expect(
            SearchLines.lines(of: text, file: "f") == [
                "f:6: options rotate ndots:5", "f:5: search a.example b.example",
            ]
        )
    }

    @Test("missing lines are not reported, and a long line is cut")
    func bounded() {
        #expect(SearchLines.lines(of: "", file: "f") == [])
        #expect(SearchLines.lines(of: "nameserver 192.0.2.1\n", file: "f") == [])
        let long = SearchLines.lines(of: "search " + String(repeating: "a", count: 5_000), file: "f")
        #expect(long.map(\.count) == [101])
    }
}
