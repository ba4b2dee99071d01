import NetworkModel
import Testing

@Suite("Names of the machine that resolves them")
struct LocalhostNameTests {
    @Test(
        "localhost and the names below it, with a final dot or without, in any case (RFC 6761 section 6.3)",
        arguments: [
            ("localhost", .localhost), ("LocalHost.", .localhost), ("app.localhost", .subdomain),
            ("a.b.LOCALHOST.", .subdomain), ("localhost.example", nil), ("mylocalhost", nil), ("localhos", nil),
            ("", nil), (".", nil), ("localhost..", nil),
            // The mark belongs to the dot, so that a comparison by character would not find the suffix.
            ("app.\u{301}localhost", nil),
        ] as [(String, LocalhostName?)])
    func names(name: String, expected: LocalhostName?) {
        #expect(LocalhostName(name) == expected)
    }
}
