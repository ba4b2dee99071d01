import Testing

@testable import NetdiagService

@Suite("Rows of CSV")
struct AnswerFormatTests {
    @Test(
        "a cell that a spreadsheet could run gets an apostrophe, and a number none",
        arguments: [
            ("=1+2", "'=1+2"), ("@SUM(A1)", "'@SUM(A1)"), ("-1+cmd|' /C calc'!A0", "'-1+cmd|' /C calc'!A0"),
            ("+1-1", "'+1-1"), ("\t=1", "'\t=1"), ("\r=1", "\"'\r=1\""), ("=a,b", "\"'=a,b\""), ("-0x1p3", "'-0x1p3"),
            ("-5.3", "-5.3"), ("+2e-5", "+2e-5"), ("0.99", "0.99"), ("a=b", "a=b"), ("", ""),
        ])
    func inert(cell: String, row: String) {
        #expect(ResponseFormat.row([cell, nil]).utf8.elementsEqual("\(row),\r\n".utf8))
    }

    @Test(
        "a cell with a separator, a quote or a line end is quoted, even if a combining mark follows",
        arguments: [
            ("plain", "plain"), ("a,b", "\"a,b\""), ("a,\u{301}b", "\"a,\u{301}b\""), ("c\nd", "\"c\nd\""),
            ("q\"\u{301}", "\"q\"\"\u{301}\""), ("\r\n", "\"'\r\n\""),
        ])
    func quoted(cell: String, row: String) {
        #expect(ResponseFormat.row([cell, nil]).utf8.elementsEqual("\(row),\r\n".utf8))
    }
}
