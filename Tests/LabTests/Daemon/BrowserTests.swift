import Foundation
import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("In a reader's browser", .lab, .tags(.lab))
struct BrowserTests {
    private static let token = "0123456789abcdef0123"
    /// Requests like those of a browser on another machine, which come through a proxy on this machine.
    private static let curl = ["curl", "-sS", "-i", "-H", "X-Forwarded-For: 192.0.2.7"]
    private static let base = "http://localhost:8053"

    private func withDaemon(_ body: @Sendable (RunningDaemon) async throws -> Void) async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server")
            try await server.write("/etc/netdiag/token", Self.token + "\n", mode: 0o600)
            let daemon = try await server.startDaemon(
                "publish: off\ninterval: 1d\naccess: { token_file: /etc/netdiag/token }")
            try await body(daemon)
        }
    }

    private static func code(_ answer: String) -> String {
        String(answer.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
    }

    private static func cookie(_ answer: String) throws -> String {
        let line = answer.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("set-cookie: ") }
        return String(try #require(line, "\(answer)").dropFirst(12))
    }

    @Test(
        "the token is entered once; its cookie is HttpOnly, SameSite, grants reading only, and ends with the token"
    )
    func session() async throws {
        try await withDaemon { daemon in
            func ask(_ path: String, _ options: String...) async throws -> String {
                try await daemon.host.run(Self.curl + options + [Self.base + path])
            }
            let page = try await ask("/")
            #expect(Self.code(page) == "401" && page.contains("action=\"/login\"") && !page.contains("id=\"path\""))
            #expect(
                page.lowercased().contains("content-security-policy: default-src 'none'") && !page.contains("<script"))
            let wrong = try await ask("/login", "-d", "token=wrong-\(Self.token)")
            #expect(
                Self.code(wrong) == "401" && wrong.contains("That is not the token.") && !wrong.contains("Set-Cookie"))
            // Only the daemon's own page may submit this form.
            #expect(
                Self.code(try await ask("/login", "-d", "token=\(Self.token)", "-H", "Origin: http://evil.test"))
                    == "403")
            #expect(
                Self.code(try await ask("/login", "-H", "Content-Type: text/plain", "-d", "token=\(Self.token)"))
                    == "415")
            let entered = try await ask("/login", "-d", "token=\(Self.token)", "-H", "Origin: \(Self.base)")
            #expect(Self.code(entered) == "303" && entered.lowercased().contains("location: /"))
            let cookie = try Self.cookie(entered)
            #expect(
                cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict") && !cookie.contains("; Secure"))
            #expect(!cookie.contains(Self.token))
            let overTLS = try await ask("/login", "-d", "token=\(Self.token)", "-H", "X-Forwarded-Proto: https")
            #expect(try Self.cookie(overTLS).contains("; Secure"))

            let value = String(cookie.prefix { $0 != ";" })
            let status = try await ask("/", "-b", value)
            #expect(
                Self.code(status) == "200" && status.contains("id=\"path\"") && status.contains("action=\"/logout\"")
            )
            #expect(Self.code(try await ask("/v1/status", "-b", value)) == "200")
            // Requests that a browser can be made to send have no effects.
            let order = ["-b", value, "-H", "Content-Type: application/json", "-d", #"{"target":"127.0.0.1:1"}"#]
            let check = try await daemon.host.run(Self.curl + order + [Self.base + "/v1/checks"])
            #expect(Self.code(check) == "401")
            #expect(Self.code(try await ask("/v1/resolve?name=localhost", "-b", value)) == "401")

            // Other sessions continue after one is ended.
            let other = String(try Self.cookie(overTLS).prefix { $0 != ";" })
            let left = try await ask("/logout", "-X", "POST", "-b", value)
            let forgotten = try Self.cookie(left)
            #expect(Self.code(left) == "303" && forgotten.contains("Max-Age=0"))
            #expect(Self.code(try await ask("/", "-b", value)) == "401")
            #expect(Self.code(try await ask("/", "-b", other)) == "200")
            // The daemon gets no signal about the new token.
            try await daemon.host.write("/etc/netdiag/token", "another-" + Self.token, mode: 0o600)
            #expect(Self.code(try await ask("/", "-b", other)) == "401")
            let bearer = ["Authorization: Bearer \(Self.token)", "Authorization: Bearer another-\(Self.token)"]
            #expect(Self.code(try await ask("/v1/links", "-H", bearer[0])) == "401")
            #expect(Self.code(try await ask("/v1/links", "-H", bearer[1])) == "200")
            try await daemon.host.run(["rm", "/etc/netdiag/token"])
            #expect(Self.code(try await ask("/v1/links", "-H", bearer[1])) == "403")
        }
    }

    @Test("after ten wrong tokens, further attempts from the same client are refused")
    func guessing() async throws {
        try await withDaemon { daemon in
            let guess = Self.curl.joined(separator: "' '")
            let loop =
                "for n in $(seq 15); do '\(guess)' -o /dev/null -w '%{http_code} ' -d token=guess$n \(Self.base)/login; done"
            let codes = try await daemon.host.run(["sh", "-c", loop]).split(separator: " ")
            #expect(
                codes.prefix(10).allSatisfy { $0 == "401" } && codes.dropFirst(10).allSatisfy { $0 == "429" },
                "\(codes)")
            // Reading needs no token in this configuration.
            #expect(try await daemon.host.run(["curl", "-sS", Self.base + "/v1/status"]).contains("\"links\""))
        }
    }

    @Test("a page of another site cannot make the daemon act, nor use a reader's session")
    func otherSites() async throws {
        try await withDaemon { daemon in
            func ask(_ path: String, _ options: [String] = []) async throws -> String {
                let from = ["-H", "Sec-Fetch-Site: cross-site"]
                return try await daemon.host.run(
                    ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"] + from + options + [Self.base + path])
            }
            for path in ["/", "/v1/status", "/v1/events", "/v1/services?type=_x._tcp&domain=evil.test&resolve=true"] {
                let code = try await ask(path)
                #expect(code == "403", "\(path)")
            }
            let link = ["-H", "Sec-Fetch-Mode: navigate", "-H", "Sec-Fetch-Dest: document"]
            let followed = try await ask("/", link)
            let posted = try await ask("/logout", link + ["-d", "x"])
            #expect(followed == "200" && posted == "403")
        }
    }
}
