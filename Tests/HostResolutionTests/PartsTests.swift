import Dispatch
import EventLoopKit
import NetworkModel
import Synchronization
import Testing

@testable import HostResolution

@Suite("The parts of a resolution")
struct PartsTests {
    private func address(_ text: String) -> IPAddress { IPAddress(text)! }

    private func wire(_ addresses: [String], type: DNSRecordType = .a) -> WireLookup.Outcome {
        let server = SocketAddress(address("10.0.0.53"), port: 53)
        let records = addresses.map { DNSRecord(value: .address(address($0)), ttl: 9) }
        return .init(answers: [
            DNSAnswer(
                name: "h.test", type: type, server: server, records: records, aliases: [], failure: nil,
                duration: .milliseconds(1))
        ])
    }

    private func system(_ entries: [(String, Resolution.Source)]) -> SystemLookupResult {
        SystemLookupResult(
            entries: entries.map { .init(address: address($0.0), name: nil, source: $0.1) },
            failure: entries.isEmpty ? .nxdomain : nil, duration: .milliseconds(2))
    }

    @Test("an ICMP error counts for a query without a response only", arguments: Resolution.FailureReason.allCases)
    func rejection(reason: Resolution.FailureReason) {
        let error = ICMPError(family: .ipv4, type: 3, code: 3, reporter: address("10.0.0.1"))
        let answer = DNSAnswer(
            name: "h.test", type: .a, server: SocketAddress(address("10.0.0.53"), port: 53), failure: reason,
            refusal: error, duration: .zero)
        let isSilent = reason == .timeout || reason == .closed
        #expect(answer.rejection == (isSilent ? error : nil))
    }

    @Test(
        "an answer for a name below .local is of multicast DNS only if avahi-daemon or systemd-resolved can have it",
        arguments: [
            (.silent, ["files", "mdns4_minimal", "dns"], .system), (.absent, ["files", "dns"], .system),
            (.answered, ["files", "mdns4_minimal", "dns"], .mdns), (.absent, ["resolve", "dns"], .mdns),
        ] as [(DNSEvidence.Multicast.Responder, [String], Resolution.Source)])
    func ofLink(responder: DNSEvidence.Multicast.Responder, services: [String], source: Resolution.Source) {
        let answers = [Resolution.Source.mdns, .hosts].map {
            Resolution.Answer(address: address("10.0.0.1"), source: $0, duration: .zero)
        }
        let found = Resolution(name: "intra.corp.local", answers: answers, failures: [])
            .attributed(by: .init(responder: responder, nameServices: services))
        #expect(found.answers.map(\.source) == [source, .hosts])
    }

    @Test("answers that the system has from DNS are not listed twice, and its order counts")
    func merged() {
        let findings = LookupFindings(
            wire: wire(["10.0.0.1", "10.0.0.2", "10.0.0.3"]),
            system: system([("10.0.0.3", .system), ("10.0.0.9", .system), ("10.0.0.1", .system)]))
        let answers = findings.answers(types: [.a])
        #expect(answers.map { "\($0.address!)" } == ["10.0.0.3", "10.0.0.9", "10.0.0.1", "10.0.0.2"])
        #expect(answers.map(\.source) == [.dns, .system, .dns, .dns])
        #expect(answers.map(\.ttl) == [9, nil, 9, 9])
        #expect(answers.first?.server == "10.0.0.53")
    }

    @Test("entries of the hosts file are listed beside DNS, and are what programs use")
    func overridden() {
        let findings = LookupFindings(
            wire: wire(["10.0.0.1"]), system: system([("10.0.0.1", .hosts), ("10.0.0.7", .hosts)]))
        let answers = findings.answers(types: [.a])
        #expect(answers.map(\.source) == [.hosts, .dns, .hosts])
        let other = LookupFindings(wire: wire(["10.0.0.1"]), system: system([("127.0.0.2", .hosts)]))
        let resolution = Resolution(name: "h.test", answers: other.answers(types: [.a]), failures: [])
        #expect(resolution.usedAddresses == [address("127.0.0.2")])
        #expect(resolution.addresses.count == 2)
    }

    @Test("if the system resolver has not returned, the answers are in the order in which it would return them")
    func unsorted() {
        var mixed = wire(["198.51.100.1"])
        mixed.answers += wire(["2001:db8::1"], type: .aaaa).answers
        func order(_ system: SystemLookupResult?, _ order: AddressOrder) -> [String] {
            LookupFindings(wire: mixed, system: system).answers(types: [.a, .aaaa], in: order).map { "\($0.address!)" }
        }
        let late = SystemLookupResult(entries: [], failure: .timeout, duration: .seconds(2))
        let sources = ["198.51.100.1": "192.0.2.2", "2001:db8::1": "2001:db8:9::2", "fd00::1": "2001:db8:9::2"]
        func sorted(_ texts: [String], _ text: String = "", without missing: String = "") -> [String] {
            AddressOrder(text: text).sorted(texts.map(address)) { asked in
                "\(asked)" == missing ? nil : sources["\(asked)"].map(address)
            }.map { "\($0)" }
        }
        let both = ["198.51.100.1", "2001:db8::1"]
        #expect(sorted(both) == both.reversed())
        #expect(sorted(both, "# comment\nprecedence ::ffff:0:0/96  100 # IPv4 first\n") == both)
        #expect(sorted(both, without: "2001:db8::1") == both)
        #expect(sorted(["fd00::1", "198.51.100.1"]) == ["198.51.100.1", "fd00::1"])
        // Nothing but the order of the answer decides between two IPv4 addresses.
        #expect(sorted(["203.0.113.9", "198.51.100.1"]).last == "203.0.113.9")
        // Without a route, the order of the answer counts: this machine may lack either family.
        let alike = order(late, AddressOrder(text: ""))
        #expect(alike == AddressOrder(text: "").sorted(both.map(address)).map { "\($0)" })
        #expect(order(nil, AddressOrder(text: "")) == both)
    }

    struct NameServiceCase: Sendable, CustomTestStringConvertible {
        var text: String
        var services: [String]
        /// `nil` for the same as above.
        var reached: [String]?
        var line: String?
        var testDescription: String { text.debugDescription }
    }

    static let nameServiceCases = [
        NameServiceCase(
            text: "passwd: files\nhosts:  files mdns4_minimal [NOTFOUND=return] dns # ours\n",
            services: ["files", "mdns4_minimal", "dns"], line: "f:2: hosts: files mdns4_minimal [NOTFOUND=return] dns"),
        NameServiceCase(
            text: "hosts: files [NOTFOUND=continue UNAVAIL=return] resolve", services: ["files", "resolve"],
            line: "f:1: hosts: files [NOTFOUND=continue UNAVAIL=return] resolve"),
        NameServiceCase(
            text: "hosts: files [NOTFOUND=return] dns", services: ["files", "dns"], reached: ["files"],
            line: "f:1: hosts: files [NOTFOUND=return] dns"),
        NameServiceCase(
            text: "hosts:\tfiles\t[ !success=RETURN ] dns", services: ["files", "dns"], reached: ["files"],
            line: "f:1: hosts: files [ !success=RETURN ] dns"),
        NameServiceCase(
            text: "hosts: files [!NOTFOUND=return] dns", services: ["files", "dns"],
            line: "f:1: hosts: files [!NOTFOUND=return] dns"),
        NameServiceCase(text: "# hosts: mdns\n", services: ["dns", "files"]),
        NameServiceCase(text: "", services: ["dns", "files"]),
    ]

    @Test("the line hosts of nsswitch.conf(5) determines the system's sources", arguments: nameServiceCases)
    func nameServices(_ expected: NameServiceCase) {
        let found = NameServices.hosts(of: expected.text, file: "f")
        #expect(found.services == expected.services)
        #expect(found.reached == expected.reached ?? expected.services)
        #expect(found.line == expected.line)
    }

    @Test(
        "a missing module ends the search if an action says so",
        arguments: [
            ("hosts: files nosuch [UNAVAIL=return] dns", "libnss_nosuch.so.2"),
            ("hosts: files nosuch [!SUCCESS=return] dns", "libnss_nosuch.so.2"),
            ("hosts: files nosuch dns", nil), ("hosts: files nosuch [NOTFOUND=return] dns", nil),
            ("hosts: files nosuch [!UNAVAIL=return] dns", nil), ("hosts: files [!SUCCESS=return] ../nosuch dns", nil),
        ])
    func missingLibrary(_ text: String, _ library: String?) {
        #expect(NameServices.hosts(of: text, file: "f").missingLibrary == library)
    }

    @Test("the system's resolver is waited for if queries cannot be sent, and not if servers are silent")
    func silence() {
        var failure = Resolution.Failure(
            source: .dns, server: "192.0.2.53", type: "A", reason: .timeout, duration: .zero)
        #expect(WireLookup.Outcome(failures: [failure]).hasSilence)
        failure.isUnsent = true
        #expect(!WireLookup.Outcome(failures: [failure]).hasSilence)
        (failure.isUnsent, failure.isWithheld) = (nil, true)
        #expect(!WireLookup.Outcome(failures: [failure]).hasSilence)
    }

    @Test("a failure of the system's resolver is listed separately")
    func systemFailure() {
        let findings = LookupFindings(wire: wire(["10.0.0.1"]), system: system([]), systemSource: .mdns)
        #expect(findings.failures.map(\.source) == [.mdns])
        #expect(findings.failures.map(\.type) == [nil])
    }

    @Test(
        "a temporary failure that the system's resolver reports at once is no silence",
        arguments: [(2, .servfail), (5_000, .timeout)] as [(Int, Resolution.FailureReason)])
    func temporaryFailure(milliseconds: Int, reason: Resolution.FailureReason) {
        var outcome = WireLookup.Outcome()
        outcome.failures = [
            .init(source: .dns, server: "10.0.0.53", type: "A", reason: .timeout, duration: .seconds(2))
        ]
        var result = SystemLookupResult(entries: [], failure: .servfail, duration: .milliseconds(milliseconds))
        result.isTemporary = true
        #expect(LookupFindings(wire: outcome, system: result).systemLookup?.failure == reason)
        outcome.failures.append(
            .init(source: .dns, server: "10.0.0.54", type: "A", reason: .closed, duration: .milliseconds(2)))
        #expect(LookupFindings(wire: outcome, system: result).systemLookup?.failure == .closed)
    }

    @Test("the hosts file is read as in hosts(5), and again when it changes")
    func hostsFile() throws {
        let file = try TemporaryFile(
            "# none\n10.0.0.1\tWeb web.test # 10.0.0.2 no\n::1 web.test\nnonsense x\n10.0.0.3\n")
        let hosts = HostsFile(path: file.path)
        #expect(hosts.addresses(of: "WEB") == [address("10.0.0.1")])
        #expect(hosts.addresses(of: "web.test") == [address("10.0.0.1"), address("::1")])
        #expect(hosts.addresses(of: "no").isEmpty)
        try file.write("10.0.0.4 web\r\n")
        #expect(hosts.addresses(of: "web") == [address("10.0.0.4")])
        #expect(HostsFile(path: "/nowhere/hosts").addresses(of: "web").isEmpty)
        #expect(HostsFile(path: "/dev/zero").addresses(of: "web").isEmpty)
    }

    @Test("a name at the end of a long block list is found, whatever its case, also twice in a line")
    func blockList() throws {
        let lines = (0..<20_000).map { "0.0.0.0 ad\($0).tracker.test\n" }.joined()
        let file = try TemporaryFile(lines + " 10.0.0.7\tLast.test other LAST.test")
        let hosts = HostsFile(path: file.path)
        #expect(hosts.addresses(of: "last.TEST") == [address("10.0.0.7"), address("10.0.0.7")])
        #expect(hosts.addresses(of: "ad19999.tracker.test") == [address("0.0.0.0")])
        #expect(hosts.addresses(of: "ad1999.tracker.test.") == [])
        #expect(hosts.addresses(of: "10.0.0.7") == [] && hosts.addresses(of: "") == [])
    }

    @Test("which server is queried for which names")
    func plans() throws {
        let resolver = Resolver(address: address("10.0.0.53"), source: .resolvConf)
        let configured = ResolverConfiguration(servers: [resolver])
        func candidates(_ name: String, search: [String] = [], servers: [SocketAddress]? = nil) throws -> [String] {
            var configuration = configured
            configuration.search = search
            return try LookupPlan(
                DomainName(name), configuration: configuration, servers: servers, timeout: .seconds(1)
            )
            .candidates.map(\.text)
        }
        let given = [SocketAddress(address("10.0.0.54"), port: 53)]
        #expect(try candidates("printer.local").isEmpty)
        #expect(try candidates("Printer.LOCAL.").isEmpty)
        #expect(try candidates("printer.local", servers: given) == ["printer.local"])
        #expect(try candidates("localhost").isEmpty)
        #expect(try candidates("localhost", search: ["corp.test"]).isEmpty)
        #expect(try candidates("notlocal") == [])
        #expect(try candidates("web", search: ["corp.test"]) == ["web.corp.test"])
        #expect(try candidates("web.") == ["web"])
        #expect(try candidates("mylocal.test") == ["mylocal.test"])
        for link in ["169.254.1.1", "fe80::1%eth0", "127.0.0.1", "::1"] {
            let plan = LookupPlan(reverse: address(link), configuration: configured, servers: nil, timeout: .seconds(1))
            #expect(plan.candidates.isEmpty)
        }
    }

    @Test("a link-local server is reached over its link")
    func linkServer() throws {
        let resolver = Resolver(address: address("fe80::53"), source: .systemdResolved, interface: "eth0")
        let plan = LookupPlan(
            try DomainName("h.test"), configuration: .init(servers: [resolver]), servers: nil, timeout: .seconds(1))
        #expect(plan.servers.map { "\($0.address.address)" } == ["fe80::53%eth0"])
    }

    @Test("blocking calls are limited in number; a caller that is cancelled returns at once, and may end its call")
    func blockingCalls() async throws {
        let calls = BlockingCalls(label: "test", atOnce: 2)
        let gate = Gate()
        let (abandoned, abandon) = AsyncStream.makeStream(of: Int.self)
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let blocked = (0..<2).map { index in
            Task {
                try await calls.run(
                    {
                        enter.yield()
                        gate.wait()
                    }, abandon: { abandon.yield(index) })
            }
        }
        var arrivals = entered.makeAsyncIterator()
        await arrivals.next()
        await arrivals.next()
        let waiting = Task { try await calls.run({}, abandon: { abandon.yield(2) }) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        blocked[0].cancel()
        await #expect(throws: CancellationError.self) { try await blocked[0].value }
        gate.open()
        try await blocked[1].value
        #expect(try await calls.run { 7 } == 7)
        abandon.finish()
        #expect(await abandoned.reduce(into: []) { $0.append($1) } == [0])
    }

    @Test("calls that are cancelled at any time keep no thread, and there are never more calls than allowed")
    func cancelledCalls() async throws {
        let calls = BlockingCalls(label: "test", atOnce: 3)
        let room = Room()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    let call = Task {
                        try await calls.run {
                            room.enter()
                            room.leave()
                        }
                    }
                    if index % 3 == 0 { call.cancel() }
                    _ = await call.result
                }
            }
        }
        #expect(room.most <= 3)
        // All three run at the same time.
        let gate = Gate()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let blocked = (0..<3).map { _ in
            Task {
                try await calls.run {
                    enter.yield()
                    gate.wait()
                }
            }
        }
        var arrivals = entered.makeAsyncIterator()
        for _ in blocked { await arrivals.next() }
        gate.open(3)
        for call in blocked { try await call.value }
    }

    @Test("permits are passed on in order, and all are returned")
    func limiter() async throws {
        let limiter = Limiter(3)
        let room = Room()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<500 {
                group.addTask {
                    if index % 7 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
                    do {
                        try await limiter.withPermit {
                            room.enter()
                            await Task.yield()
                            room.leave()
                        }
                    } catch is CancellationError {
                        #expect(index % 7 == 0)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(room.most <= 3)
        for _ in 0..<3 { try await limiter.acquire() }
    }
}

/// Blocks threads until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    func wait() { semaphore.wait() }
    func open(_ count: Int = 2) { for _ in 0..<count { semaphore.signal() } }
}

/// Counts the concurrent users.
private final class Room: Sendable {
    private let inside = Mutex(0)
    private let highest = Mutex(0)
    var most: Int { highest.withLock { $0 } }

    func enter() {
        let now = inside.withLock { count in
            count += 1
            return count
        }
        highest.withLock { $0 = max($0, now) }
    }

    func leave() { inside.withLock { $0 -= 1 } }
}
