import NetworkModel
import Testing

@testable import LinkFacts

@Suite("resolv.conf(5)")
struct ResolvConfTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var servers: [String] = []
        var search: [String] = []
        var ndots = 1
        var problems: [String] = []
        var testDescription: String { text.debugDescription }
    }

    static let cases = [
        Case(text: ""),
        Case(text: "# nameserver 1.2.3.4\n; search a\n\n"),
        Case(text: "nameserver 192.0.2.53", servers: ["192.0.2.53"]),
        Case(text: "nameserver\t 192.0.2.53  \r\n", servers: ["192.0.2.53"]),
        Case(text: "# a comment\r\n\r\n"),
        Case(text: "#\u{fe0f}\u{20e3} ours\nnameserver 192.0.2.53 #\u{fe0f}\u{20e3} too", servers: ["192.0.2.53"]),
        Case(text: "search \u{301}a", search: ["\u{301}a"]),
        Case(
            text: "search a.example\r\nnameserver 192.0.2.53\r\n", search: ["a.example"],
            problems: ["f:2: the line ends in a carriage return, which makes \"192.0.2.53\" no IP address (CRLF)"]),
        Case(
            text: "\u{feff}nameserver 192.0.2.53\nnameserver 192.0.2.54\n", servers: ["192.0.2.54"],
            problems: ["f:1: the file begins with a byte order mark, so this line is not read (BOM)"]),
        Case(text: "\u{feff}# a comment\r\nnameserver 192.0.2.54\n", servers: ["192.0.2.54"]),
        Case(
            text: "nameserver fe80::1%eth0\nnameserver 2001:db8::53 # ours", servers: ["fe80::1%eth0", "2001:db8::53"]),
        Case(
            text: "nameserver fe80::1\nnameserver 192.0.2.53", servers: ["192.0.2.53"],
            problems: [
                "f:1: \"fe80::1\" names no interface, without which it is not asked: write fe80::1%INTERFACE"
            ]),
        Case(text: "nameserver 192.0.2.1;x", problems: ["f:1: \"192.0.2.1;x\" is not an IP address"]),
        Case(text: "nameserver 192.0.2.1#53", problems: ["f:1: \"192.0.2.1#53\" is not an IP address"]),
        Case(text: "domain a.example\nsearch b.example c.example", search: ["b.example", "c.example"]),
        Case(text: "search b.example\ndomain a.example", search: ["a.example"]),
        Case(text: "options ndots:3 timeout:1 attempts:2 rotate edns0 trust-ad", ndots: 3),
        Case(text: "search ."),
        Case(text: "options ndots:99", ndots: 15),
        Case(text: "sortlist 130.155.160.0/255.255.240.0"),
        Case(text: "nameserver\n", problems: ["f:1: \"nameserver\" has no value"]),
        Case(text: "\nnameserver one.example", problems: ["f:2: \"one.example\" is not an IP address"]),
        Case(text: "nameserver 1.2.3.4.5", problems: ["f:1: \"1.2.3.4.5\" is not an IP address"]),
        Case(text: "nameservers 192.0.2.1", problems: ["f:1: \"nameservers\" is not a keyword of resolv.conf"]),
        Case(
            text: "  nameserver 192.0.2.1",
            problems: ["f:1: \"nameserver\" does not begin the line, so it is not read"]),
        Case(text: "options ndots:x", problems: ["f:1: \"ndots:x\" needs a number after the colon"]),
        Case(text: "options ndots:-1", problems: ["f:1: \"ndots:-1\" needs a number after the colon"]),
        Case(text: "options fast", problems: ["f:1: \"fast\" is not a known option"]),
        Case(
            text: "nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3\nnameserver 192.0.2.4",
            servers: ["192.0.2.1", "192.0.2.2", "192.0.2.3"],
            problems: ["f:4: 192.0.2.4 is not asked: only the first three name servers are"]),
    ]

    @Test("it is read as glibc reads it, and what glibc skips is named", arguments: cases)
    func table(_ expected: Case) {
        let read = ResolvConf(expected.text, file: "f").configuration
        #expect(read.servers.map { "\($0.address)" } == expected.servers)
        #expect(read.search == expected.search)
        #expect(read.ndots == expected.ndots)
        #expect(read.problems.map(\.description) == expected.problems)
    }

    @Test("a server on an interface that does not exist is not asked")
    func interfaces() {
        let text = "nameserver fe80::1%eth9\nnameserver fe80::2%7\nnameserver 192.0.2.53\n"
        let read = ResolvConf(text, file: "f").configuration
        func link(_ index: UInt32, _ name: String) -> Link {
            Link(index: index, name: name, isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        }
        let both = read.queried(over: [link(4_007, "eth9"), link(7, "eth7")])
        #expect(both.servers == read.servers && both.problems == read.problems)
        let none = read.queried(over: [link(4_008, "eth8")])
        // The second one is an index, which the machine that runs this test may have.
        #expect(none.servers.first?.address != IPAddress("fe80::1%eth9"))
        #expect(none.servers.last?.address == IPAddress("192.0.2.53"))
        #expect(
            none.problems.first?.description == "f:1: \"fe80::1%eth9\" is not asked: there is no interface eth9")
    }

    @Test(
        "broadcast addresses are not queried, and problems",
        arguments: [
            ("255.255.255.255", false), ("192.0.2.255", false), ("192.0.2.63", true), ("192.0.3.255", true),
            ("198.51.100.3", true), ("203.0.113.7", false),
        ])
    func broadcast(server: String, isQueried: Bool) throws {
        let read = ResolvConf("nameserver \(server)\nnameserver 192.0.2.53\n", file: "f").configuration
        var link = Link(index: 7, name: "eth7", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        link.addresses = try [("192.0.2.10", 24), ("198.51.100.3", 30), ("203.0.113.6", 30)].map { text, length in
            LinkAddress(address: try #require(IPAddress(text)), prefixLength: length, scope: .global)
        }
        let asked = read.queried(over: [link])
        #expect(asked.servers.map { "\($0.address)" } == (isQueried ? [server] : []) + ["192.0.2.53"])
        #expect(
            asked.problems.map(\.description)
                == (isQueried ? [] : ["f:1: \"\(server)\" is not asked: it is a broadcast address"]))
        // The interface may get its address later.
        #expect(read.queried(over: []).servers.count == (server == "255.255.255.255" ? 1 : 2))
    }

    @Test(
        "how often servers are queried, and the line that determines it",
        arguments: [
            ("options ndots:2", 5, 2, nil),
            ("\noptions timeout:1 attempts:1\n", 1, 1, "f:2: options timeout:1 attempts:1"),
            ("options timeout:0 attempts:0", 1, 0, "f:1: options timeout:0 attempts:0"),
            ("options attempts:9", 5, 5, "f:1: options attempts:9"),
        ])
    func patience(text: String, timeout: Int, attempts: Int, line: String?) {
        let read = ResolvConf(text, file: "f").configuration
        #expect(read.timeout == timeout)
        #expect(read.attempts == attempts)
        #expect(read.optionLine == line)
    }

    @Test("the line with options that change how servers are asked is kept with its place")
    func queries() {
        func line(_ text: String) -> String? { ResolvConf(text, file: "f").configuration.queryLine }
        #expect(line("nameserver 192.0.2.1\noptions use-vc\n") == "f:2: options use-vc")
        #expect(line("options ndots:2 edns0 trust-ad") == "f:1: options ndots:2 edns0 trust-ad")
        #expect(line("options ndots:2 rotate # use-vc") == nil)
        #expect(line("options use-vc\noptions edns0\n") == "f:1: options use-vc")
        #expect(line("options edns0\noptions\tuse-vc\n")?.hasSuffix("use-vc") == true)
        func isOverTCP(_ text: String) -> Bool? {
            ResolvConf(text, file: "f").configuration.servers.first?.isQueriedOverTCP
        }
        #expect(isOverTCP("options use-vc\nnameserver 192.0.2.1\n") == true)
        #expect(isOverTCP("nameserver 192.0.2.1\noptions rotate use-vc\noptions edns0\n") == true)
        #expect(isOverTCP("nameserver 192.0.2.1\noptions edns0\n") == false)
    }

    @Test("the line that keeps programs from querying IPv6 addresses is known")
    func hidingLine() {
        let read = ResolvConf("nameserver 192.0.2.1\noptions edns0 no-aaaa\n", file: "f").configuration
        #expect(read.hidingLine == "f:2: options edns0 no-aaaa" && read.optionLine == nil && read.problems == [])
        #expect(ResolvConf("options edns0\n", file: "f").configuration.hidingLine == nil)
    }

    @Test("a file of garbage gives a bounded list of short problems")
    func garbage() {
        let text = String(repeating: String(repeating: "x", count: 500) + "\n", count: 1_000)
        let problems = ResolvConf(text, file: "f").configuration.problems
        #expect(problems.count == ResolvConf.maxProblems)
        #expect(problems.allSatisfy { $0.description.count < 120 })
    }

    @Test("a file that is missing, too long or not a regular file is a problem, never a wait or a crash")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let reader = ResolverReader(resolvConf: directory.path + "/resolv.conf")
        let missing = reader.read(reader.resolvConf, source: .resolvConf)
        #expect(missing.servers.isEmpty)
        #expect(missing.problems.map(\.description) == ["\(reader.resolvConf): there is no such file"])
        try directory.makeLink("link", to: "../run/resolve/stub.conf")
        let dangling = reader.read(directory.path + "/link", source: .resolvConf)
        let target = "it is a link to ../run/resolve/stub.conf, where there is no file"
        #expect(dangling.servers.isEmpty)
        #expect(dangling.problems.map(\.description) == ["\(directory.path)/link: \(target)"])

        let isDirectory = reader.read(directory.path, source: .resolvConf)
        #expect(isDirectory.problems.map(\.description) == ["\(directory.path): Is a directory"])

        try directory.makeFIFO("fifo")
        #expect(reader.read(directory.path + "/fifo", source: .resolvConf).servers.isEmpty)

        try directory.write("resolv.conf", "nameserver 192.0.2.1\n" + String(repeating: "#\n", count: 40_000))
        let long = reader.read(reader.resolvConf, source: .resolvConf)
        #expect(long.servers.count == 1 && long.problems.count == 1)
    }
}
