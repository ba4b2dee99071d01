import Testing

@testable import NetdiagService

@Suite("Rows of CSV")
struct AnswerFormatTests {
    @Test(
        "a cell with a separator, a quote or a line end is quoted, even if a combining mark follows",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("a,\u{301}b", "\"a,\u{301}b\""), ("c\nd", "\"c\nd\""),
            ("q\"\u{301}", "\"q\"\"\u{301}\""), ("\r\n", "\"\r\n\""),
        ])
    func quoted(cell: String, row: String) {
        #expect(AnswerFormat.row([cell, nil]).utf8.elementsEqual("\(row),\r\n".utf8))
    }
}
