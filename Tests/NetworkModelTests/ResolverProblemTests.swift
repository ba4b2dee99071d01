import NetworkModel
import Testing

@Suite("Problems of the resolver configuration")
struct ResolverProblemTests {
    @Test(
        "each one is read from its sentence again, whatever the file contains",
        arguments: [
            "x", "", "a b", "\" has no value", "\u{301}a", "x\" is not an IP address", "it is a link to",
        ])
    func texts(text: String) throws {
        let kinds: [ResolverProblem.Kind] = [
            .byteOrderMark, .carriageReturn(text), .indented(text), .noValue(text), .unknownKeyword(text),
            .unknownOption(text), .notANumber(text), .notAnAddress(text), .truncated, .missingFile, .danglingLink(text),
            .other("Permission denied"),
        ]
        for kind in kinds { try check(kind) }
    }

    @Test("so are those with an address")
    func addresses() throws {
        let here = try #require(IPAddress("192.0.2.255"))
        let away = try #require(IPAddress("fe80::1%eth9"))
        let bare = try #require(IPAddress("fe80::1"))
        let kinds: [ResolverProblem.Kind] = [
            .lacksZone(bare), .missingInterface(away), .broadcast(here), .beyondMax(here),
        ]
        for kind in kinds { try check(kind) }
    }

    @Test(
        "a sentence of another version stays as it is",
        arguments: ["/etc/resolv.conf:3: what is x?", "f:07: x", "f", ""])
    func others(text: String) {
        #expect(ResolverProblem(text).description == text)
    }

    private func check(_ kind: ResolverProblem.Kind) throws {
        for place in [ResolverProblem.Place(file: "/etc/resolv.conf", line: 2), .init(file: "/etc/resolv.conf")] {
            let problem = ResolverProblem(kind, at: place)
            #expect(ResolverProblem(problem.description) == problem)
            #expect(try JSON.decode([ResolverProblem].self, from: JSON.line([problem])) == [problem])
        }
    }
}
