import NetworkModel
import Testing

@testable import NetdiagCLI

@Suite("Individual members of a document")
struct TopLevelTests {
    private func verdict(_ text: String) throws -> StatusSummary {
        try TopLevel.decode(StatusSummary.self, members: StatusSummary.members, from: Array(text.utf8))
    }

    @Test("members of the object itself are read, nested ones and those in strings are not")
    func members() throws {
        let text = #"""
             {"a":{"status":"noErr"}, "b":["}",{"x":"\"status\":1,"}],"degraded" : true,
             "statusx":1, "status":"connectionUp" , "c":"\\"}
            """#
        let verdict = try verdict(text)
        #expect(verdict.status == .connectionUp)
        #expect(verdict.degraded == true)
    }

    @Test(
        "a truncated document, or one that is not an object, is refused",
        arguments: [
            "", "[1]", "{", #"{"status":"connectionUp""#, #"{"status":"connectionUp"]"#, #"{"status":"connection"#,
            "{}",
            #"{"status":"connectionUp"}{}"#, #"{"status":"connectionUp"} x"#, #""status""#, #"{"a":"\"#,
            "{\"a\":\"\n\",\"status\":\"connectionUp\"}", #"{"status":"fine"}"#,
            #"{"status":"connectionUp","degraded":1}"#,
        ])
    func refused(text: String) {
        #expect(throws: (any Error).self) { try verdict(text) }
    }
}
