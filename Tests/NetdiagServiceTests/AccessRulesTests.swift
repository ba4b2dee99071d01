import Glibc
import HTTPTypes
import NetworkModel
import Testing

@testable import NetdiagService
@testable import NetdiagConfiguration

@Suite("Access rules of the daemon")
struct AccessRulesTests {
    private static let token = "0123456789abcdef0123"
    private static let stranger = Client.remote(IPAddress("192.168.1.9")!, transport: .plain)
    private static let here = Client.remote(IPAddress("127.0.0.1")!, transport: .plain)
    private static let encrypted = Client.remote(IPAddress("192.168.1.9")!, transport: .tls)

    private static func rules(_ settings: String = "") throws -> AccessRules {
        let rules = AccessRules(try access(settings), ownUser: 991) { _, _ in true }
        rules.serve(host: "h1.lab.example", links: [])
        rules.serve(multicastName: "H1.local")
        return rules
    }

    private static func access(_ settings: String) throws -> Configuration.Access {
        try parsedConfiguration("access: {\(settings)}").access
    }

    private static func request(
        _ fields: [String: String] = [:], to authority: String = "h1.local:8053", _ method: HTTPRequest.Method = .get
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: "/")
        for (name, value) in fields { request.headerFields[HTTPField.Name(name)!] = value }
        return request
    }

    private static func accessLevel(
        _ client: Client, _ fields: [String: String] = [:], _ settings: String = "token: \(token)"
    ) throws -> AccessLevel {
        try rules(settings).admit(client, request(fields)).accessLevel
    }

    // MARK: Local clients

    /// A user of this machine, and the expected access level for a configuration.
    struct User: Sendable {
        let uid: uid_t
        let gid: gid_t
        let groups: [gid_t]
        let settings: String
        let accessLevel: AccessLevel

        init(_ uid: uid_t, _ gid: gid_t, _ groups: [gid_t], _ settings: String, _ accessLevel: AccessLevel) {
            (self.uid, self.gid, self.groups) = (uid, gid, groups)
            (self.settings, self.accessLevel) = (settings, accessLevel)
        }
    }

    private static let users: [User] = [
        User(0, 0, [], "", .privileged), User(991, 991, [], "", .privileged), User(1_000, 1_000, [], "", .reader),
        User(1_000, 0, [0], "", .reader), User(1_000, 1_000, [], "owner: 1000", .privileged),
        User(1_001, 1_000, [], "owner: 1000", .reader), User(1_000, 1_000, [4, 27, 2_000], "group: 2000", .privileged),
        User(1_000, 2_000, [], "group: 2000", .privileged), User(1_000, 1_000, [4, 27], "group: 2000", .reader),
        // A user that the daemon's user namespace does not map.
        User(65_534, 65_534, [65_534], "owner: 65534, group: 65534", .reader),
    ]

    @Test(
        "over the Unix socket, root, the daemon's own user, and the configured owner and group may do more than read",
        arguments: users)
    func local(user: User) throws {
        let client = Client.local(uid: user.uid, gid: user.gid, groups: user.groups)
        #expect(try Self.rules(user.settings).admit(client, Self.request()).accessLevel == user.accessLevel)
    }

    // MARK: Remote clients

    @Test("other hosts are strangers, this one can read, and the token gives full access if it cannot be intercepted")
    func remote() throws {
        #expect(try Self.accessLevel(Self.stranger) == .stranger)
        #expect(try Self.accessLevel(Self.encrypted) == .stranger)
        #expect(try Self.accessLevel(Self.here) == .reader)
        #expect(try Self.accessLevel(Self.stranger, [:], "read: [192.168.1.0/24]") == .reader)
        #expect(try Self.accessLevel(Self.stranger, [:], "read: [192.168.2.0/24]") == .stranger)
        let bearer = ["Authorization": "bearer \(Self.token)"]
        #expect(try Self.accessLevel(Self.here, bearer) == .privileged)
        #expect(try Self.accessLevel(Self.encrypted, bearer) == .privileged)
        // The right and a wrong token are refused in the same way.
        for token in [Self.token, Self.token + "x"] {
            let problem = #expect(throws: Problem.self) {
                try Self.accessLevel(Self.stranger, ["Authorization": "Bearer \(token)"])
            }
            #expect(problem?.status == .forbidden && problem?.detail.contains("plain HTTP") == true)
        }
        for wrong in [
            "Bearer \(Self.token)x", "Bearer 0123456789abcdef012", "Basic \(Self.token)", "Bearer", "Bearer ",
        ] {
            #expect(try Self.accessLevel(Self.encrypted, ["Authorization": wrong]) == .stranger, "\(wrong)")
        }
        #expect(try Self.accessLevel(Self.here, bearer, "") == .reader, "where there is none, none is right")
    }

    @Test("a request that a proxy on this machine forwards counts as a stranger's, unless configured otherwise")
    func proxies() throws {
        for name in ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "x-forwarded-proto", "X-Forwarded-Host"] {
            #expect(try Self.accessLevel(Self.here, [name: "127.0.0.1"]) == .stranger, "\(name)")
            #expect(try Self.accessLevel(Self.here, [name: ""]) == .stranger, "\(name)")
        }
        #expect(try Self.accessLevel(Self.here, ["X-Forwarded-For": "192.0.2.1"], "trust_proxy: on") == .reader)
        // A header field cannot increase the access level.
        #expect(try Self.accessLevel(Self.stranger, ["X-Forwarded-For": "127.0.0.1"], "trust_proxy: on") == .stranger)
        #expect(try Self.accessLevel(Self.stranger, ["Forwarded": "for=127.0.0.1"], "trust_proxy: on") == .stranger)
    }

    private static let authorities: [(String, Int?)] = [
        ("localhost", nil), ("LOCALHOST:8053", nil), ("h1", nil), ("h1.local.", nil), ("[::1]:8053", nil),
        ("[0:0::1]", nil), ("127.0.0.1:", nil), ("status.example", nil),
        ("evil.test", 421), ("localhost.evil.test", 421), ("[::2]", 421), ("127.0.0.2", 421),
        ("[::1]evil.test", 400), ("localhost:evil", 400), ("localhost:80:80", 400), ("localhost:99999", 400),
        ("localhost:+80", 400), ("user@localhost", 400), ("localhost/", 400), ("[::1", 400), ("::1", 400),
        ("[127.0.0.1]", 400), ("loc%61lhost", 400), (".", 400), ("", 400),
    ]

    @Test("the Host field must name this machine, or the request is refused", arguments: authorities)
    func hosts(authority: String, code: Int?) throws {
        let rules = try Self.rules("hosts: [status.example]")
        let request = Self.request(to: authority)
        guard let code else {
            #expect(try rules.admit(Self.stranger, request).accessLevel == .stranger)
            return
        }
        let problem = #expect(throws: Problem.self) { try rules.admit(Self.stranger, request) }
        #expect(problem?.status.code == code)
    }

    @Test("a name of multicast DNS is this machine's only while Avahi has claimed it, also if it is the host name")
    func multicastName() throws {
        let rules = AccessRules(try Self.access(""), ownUser: 991) { _, _ in true }
        func isOwn(_ name: String) -> Bool {
            (try? rules.admit(Self.stranger, Self.request(to: "\(name):8053"))) != nil
        }
        for host in ["h1", "h1.local"] {
            rules.serve(host: host, links: [])
            rules.serve(multicastName: nil)
            #expect(isOwn("h1") && !isOwn("h1.local") && !isOwn("h1-2.local"))
            rules.serve(multicastName: "h1-2.local.")
            #expect(isOwn("h1") && !isOwn("h1.local") && isOwn("h1-2.local") && isOwn("H1-2.LOCAL."))
            rules.serve(multicastName: "h1.local")
            #expect(isOwn("h1.local") && !isOwn("h1-2.local"))
        }
        // A domain below .local in unicast DNS needs no claim.
        rules.serve(host: "h1.corp.local", links: [])
        rules.serve(multicastName: nil)
        #expect(isOwn("h1") && isOwn("H1.corp.local") && !isOwn("h1.local"))
    }

    @Test("the host name is this machine's only if it leads here without a question to others, or is configured")
    func hostName() throws {
        func isOwn(_ name: String, _ settings: String = "", resolved: Set<String>) throws -> Bool {
            let rules = AccessRules(try Self.access(settings), ownUser: 991) { name, _ in resolved.contains(name) }
            rules.serve(host: "H1.lab.example", links: [])
            return (try? rules.admit(Self.here, Self.request(to: "\(name):8053"))) != nil
        }
        #expect(try !isOwn("h1", resolved: []) && !isOwn("h1.lab.example", resolved: []))
        #expect(try isOwn("h1", resolved: ["h1"]) && !isOwn("h1.lab.example", resolved: ["h1"]))
        #expect(try isOwn("H1.lab.example", resolved: ["h1.lab.example"]) && !isOwn("h1", resolved: ["h1.lab.example"]))
        #expect(try isOwn("h1", "hosts: [h1]", resolved: []) && isOwn("localhost", resolved: []))
    }

    private static let origins: [([String: String], HTTPRequest.Method, Bool)] = [
        ([:], .get, true), (["Sec-Fetch-Site": "same-origin"], .post, true), (["Sec-Fetch-Site": "none"], .get, true),
        (["Sec-Fetch-Site": "cross-site"], .get, false), (["Sec-Fetch-Site": "same-site"], .get, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], .get, true),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"], .post, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"], .get, false),
        (["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"], .get, false),
        (["Origin": "http://h1.local:8053"], .post, true), (["Origin": "http://h1.local"], .post, false),
        (["Origin": "http://evil.test"], .post, false), (["Origin": "null"], .post, false),
        (["Origin": "http://h1.local:8054"], .get, false), (["Origin": "http://h1.local:8053.evil.test"], .get, false),
        (["Origin": ""], .get, false), (["Sec-Fetch-Site": ""], .get, false),
    ]

    @Test("pages of other sites are refused, and links to this one can be followed", arguments: origins)
    func otherSites(fields: [String: String], method: HTTPRequest.Method, isAdmitted: Bool) throws {
        let rules = try Self.rules("token: \(Self.token)")
        let fields = fields.merging(["Authorization": "Bearer \(Self.token)"]) { $1 }
        for client in [Self.here, Self.encrypted] {
            let admission = try? rules.admit(client, Self.request(fields, method))
            #expect((admission != nil) == isAdmitted)
        }
    }

    // MARK: Sessions

    private static func cookie(_ value: String) -> [String: String] {
        ["Cookie": "theme=dark; \(AccessRules.cookieName)=\(value); other=1"]
    }

    @Test("a session can only read, and ends with the token")
    func sessions() throws {
        let rules = try Self.rules("token: \(Self.token)")
        #expect(try rules.signIn(Self.token + "x", from: Self.encrypted) == nil)
        let session = try #require(try rules.signIn(Self.token, from: Self.encrypted))
        #expect(session.utf8.count == 64 && !session.contains(Self.token))
        func accessLevel(_ client: Client) throws -> AccessLevel {
            try rules.admit(client, Self.request(Self.cookie(session))).accessLevel
        }
        #expect(try accessLevel(Self.encrypted) == .reader)
        #expect(try accessLevel(Self.stranger) == .stranger, "not in the clear")
        for wrong in ["", "x", String(session.dropLast()), session + "0", Self.token] {
            #expect(try rules.admit(Self.encrypted, Self.request(Self.cookie(wrong))).accessLevel == .stranger)
        }
        // The same token again, with other rules.
        rules.update(try Self.access("token: \(Self.token), hosts: [a.example]"))
        #expect(try accessLevel(Self.encrypted) == .reader)
        rules.update(try Self.access("token: \(Self.token)2"))
        #expect(try accessLevel(Self.encrypted) == .stranger)
        rules.update(try Self.access("token: \(Self.token)"))
        #expect(try accessLevel(Self.encrypted) == .stranger, "what has ended does not begin again")
        let next = try #require(try rules.signIn(Self.token, from: Self.encrypted))
        rules.signOut(Self.request(Self.cookie(next)).headerFields)
        #expect(try rules.admit(Self.encrypted, Self.request(Self.cookie(next))).accessLevel == .stranger)
        #expect(throws: Problem.self) { try rules.signIn(Self.token, from: Self.stranger) }
    }

    @Test("cookies and tokens are read by byte, and no cookie of another port's page hides the session's")
    func secretsByByte() throws {
        let rules = try Self.rules("token: \(Self.token)")
        let session = try #require(try rules.signIn(Self.token, from: Self.encrypted))
        let own = "\(AccessRules.cookieName)=\(session)"
        func accessLevel(_ fields: [String: String]) throws -> AccessLevel {
            try rules.admit(Self.encrypted, Self.request(fields)).accessLevel
        }
        // A cookie that another page of this host has set for a narrower path comes first (RFC 6265 section 5.4).
        #expect(try accessLevel(["Cookie": "\(AccessRules.cookieName)=x; \(own)"]) == .reader)
        // A combining mark after the separator is part of the next name and does not combine with it. U+037E is not a
        // semicolon, and U+1FEF is not a grave accent.
        #expect(try accessLevel(["Cookie": "a=\u{d4e};\(own);\u{301}b=1"]) == .reader)
        for text in [
            "a=1\u{37e}\(own)", "\(own)\u{37e}a=1", "\u{301}\(own)", "\(AccessRules.cookieName)\u{338}=\(session)",
        ] {
            #expect(try accessLevel(["Cookie": text]) == .stranger, "\(text)")
        }
        let many = Array(repeating: "\(AccessRules.cookieName)=x; ", count: 8).joined()
        #expect(try accessLevel(["Cookie": many + own]) == .stranger, "a limited number is looked at")
        for (text, wanted) in [
            ("Bearer \(Self.token)", AccessLevel.privileged), ("bEARER  \(Self.token)", .privileged),
            ("Bearer\(Self.token)", .stranger),
            ("Bearer \u{301}\(Self.token)", .stranger), ("Bearer\u{a0}\(Self.token)", .stranger),
            ("Bearer ", .stranger),
            ("\u{212a}earer \(Self.token)", .stranger), ("Bearer \(Self.token)\u{301}", .stranger),
            ("\u{2}earer \(Self.token)", .stranger),
        ] {
            #expect(try accessLevel(["Authorization": text]) == wanted, "\(text)")
        }
    }

    @Test("the number of sessions is limited, and each expires")
    func boundedSessions() {
        var sessions = Sessions()
        let start = ContinuousClock.now
        let first = sessions.begin(at: start)
        var all = Set([first])
        for _ in 1..<Sessions.maxSessions { all.insert(sessions.begin(at: start)) }
        #expect(all.count == Sessions.maxSessions && all.allSatisfy { sessions.isValid($0, at: start) })
        all.insert(sessions.begin(at: start))
        #expect(!sessions.isValid(first, at: start))
        #expect(all.filter { sessions.isValid($0, at: start) }.count == Sessions.maxSessions)
        let end = start + Sessions.lifetime
        #expect(!all.contains { sessions.isValid($0, at: end) })
    }

    @Test("wrong tokens from an address are limited, and delay no other address")
    func guessing() throws {
        let rules = try Self.rules("token: \(Self.token)")
        func shown(_ token: String, by client: Client) throws -> Admission {
            try rules.admit(client, Self.request(["Authorization": "Bearer \(token)"]))
        }
        for attempt in 0..<AttemptLimit.maxFailures {
            let admission = try shown("wrong-token-\(attempt)", by: Self.encrypted)
            #expect(
                admission.accessLevel == .stranger && admission.refusal(.reader, for: "this").status == .unauthorized)
        }
        // This also applies to the right token; otherwise, guessing could continue.
        for token in ["another", Self.token] {
            let admission = try shown(token, by: Self.encrypted)
            let problem = admission.refusal(.privileged, for: "this")
            #expect(admission.accessLevel == .stranger && problem.status == .tooManyRequests)
            #expect(problem.fields[.retryAfter] != nil)
        }
        #expect(throws: Problem.self) { try rules.signIn(Self.token, from: Self.encrypted) }
        #expect(try rules.admit(Self.encrypted, Self.request()).pause == nil)
        let other = Client.remote(IPAddress("192.168.1.10")!, transport: .tls)
        #expect(try shown(Self.token, by: other).accessLevel == .privileged)
    }

    @Test("strangers behind a proxy on this machine do not lock out its other clients")
    func guessingBehindProxy() throws {
        let rules = try Self.rules("token: \(Self.token)")
        func shown(_ token: String, _ fields: [String: String]) throws -> Admission {
            let fields = fields.merging(["Authorization": "Bearer \(token)"]) { $1 }
            return try rules.admit(Self.here, Self.request(fields))
        }
        for name in ["X-Forwarded-For", "Forwarded"] {
            for attempt in 0..<AttemptLimit.maxFailures { _ = try shown("wrong-\(attempt)", [name: "203.0.113.9"]) }
            #expect(try shown(Self.token, [name: "203.0.113.9"]).pause != nil)
            #expect(try shown(Self.token, [:]).accessLevel == .privileged)
        }
        let forwarded = Self.request(["X-Forwarded-For": "203.0.113.9"]).headerFields
        #expect(throws: Problem.self) { try rules.signIn(Self.token, from: Self.here, forwarded) }
        #expect(try rules.signIn(Self.token, from: Self.here) != nil)
        for attempt in 0..<AttemptLimit.maxFailures { _ = try shown("wrong-\(attempt)", [:]) }
        #expect(try shown(Self.token, [:]).pause != nil, "those of loopback are limited as before")
    }

    @Test("an IPv6 network counts as one address, the table of addresses is bounded, and entries expire")
    func attempts() throws {
        var limit = AttemptLimit()
        let start = ContinuousClock.now
        for index in 0..<AttemptLimit.maxFailures {
            limit.recordFailure(of: try #require(IPAddress("2001:db8::\(index)")), at: start)
        }
        let one = try #require(IPAddress("2001:db8::ffff"))
        #expect(limit.pause(for: one, at: start) == AttemptLimit.window)
        #expect(limit.pause(for: try #require(IPAddress("2001:db8:0:1::1")), at: start) == nil)
        #expect(limit.pause(for: one, at: start + AttemptLimit.window) == nil)
        for index in 0...AttemptLimit.maxAddresses {
            let address = try #require(IPAddress("10.0.\(index >> 8).\(index & 255)"))
            limit.recordFailure(of: address, at: start + .seconds(1))
        }
        #expect(limit.pause(for: one, at: start + .seconds(1)) == nil, "the oldest is forgotten")
    }

    @Test("the first wrong token of an address in a minute is worth a line, of a limited number of addresses")
    func warnings() throws {
        var limit = AttemptLimit()
        let start = ContinuousClock.now
        func fail(_ text: String, _ seconds: Int) throws -> Bool {
            limit.recordFailure(of: try #require(IPAddress(text)), at: start + .seconds(seconds))
        }
        #expect(try fail("2001:db8::1", 0))
        #expect(try !fail("2001:db8::2", 1), "the same network")
        #expect(try fail("2001:db8:0:1::1", 1))
        #expect(try fail("2001:db8::1", 60), "a minute later")
        let count = try (0..<100).filter { try fail("192.0.2.\($0)", 61) }.count
        #expect(count == AttemptLimit.maxWarnings - 1)
        #expect(try fail("198.51.100.1", 121))
    }
}
