import Foundation
import NetworkModel
import Testing

@testable import Probes

@Suite("Credentials")
final class CredentialTests {
    private let folder: String

    init() throws {
        var template = Array("/tmp/netdiag-credentials-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ProbeError("mkdtemp", reason: "failed") }
        folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func file(_ bytes: [UInt8], mode: mode_t = 0o600, name: String = "login") throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
        return path
    }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String { try file(Array(text.utf8), mode: mode) }

    private func told(_ path: String) -> String? {
        do {
            _ = try CredentialFile(path: path).secret()
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(
        "valid content of a file",
        arguments: [
            ("alice:secret", Secret.Content.password(user: "alice", password: "secret")),
            ("alice:secret\n", .password(user: "alice", password: "secret")),
            ("alice:secret\r\n\n  \n", .password(user: "alice", password: "secret")),
            ("alice:", .password(user: "alice", password: "")), (":secret", .password(user: "", password: "secret")),
            ("alice:a:b c", .password(user: "alice", password: "a:b c")), ("t0ken", .token("t0ken")),
            ("Müller:Ünï", .password(user: "Müller", password: "Ünï")),
            ("alice:\u{301}secret", .password(user: "alice", password: "\u{301}secret")),
        ])
    func content(text: String, content: Secret.Content) throws {
        #expect(try CredentialFile(path: try file(text)).secret().content == content)
    }

    @Test(
        "invalid content of a file, which the message does not reveal",
        arguments: [
            ("", "is empty"), ("\nsecret", "is empty"), ("alice:secret\nbob:secret", "more than one line"),
            ("alice:sec\u{1}ret", "control character"), ("alice:secret\t", "control character"),
            ("alice:secret\0", "control character"), ("alice:secret\u{7f}", "control character"),
            (String(repeating: "secret", count: 3_000), "more than 16384 bytes"),
        ])
    func wrongContent(text: String, words: String) throws {
        let problem = try #require(told(try file(text)))
        #expect(
            problem.contains(words) && !problem.contains("secret\u{7f}") && !problem.contains("alice"), "\(problem)")
    }

    @Test("bytes that are not text")
    func noText() throws {
        #expect(told(try file([0x61, 0xff, 0x62]))?.contains("does not hold text") == true)
    }

    @Test(
        "who else can read the file",
        arguments: [
            (0o644, false), (0o640, false), (0o604, false), (0o660, false), (0o620, false),
            (0o600, true), (0o400, true), (0o700, true),
        ] as [(mode_t, Bool)])
    func modes(mode: mode_t, isTaken: Bool) throws {
        let problem = told(try file("alice:secret", mode: mode))
        #expect((problem == nil) == isTaken, "\(problem ?? "")")
        if !isTaken { #expect(problem?.contains("chmod 600") == true) }
    }

    @Test("a link counts as its destination")
    func links() throws {
        _ = try file("alice:secret", mode: 0o644)
        let link = "\(folder)/link"
        symlink("\(folder)/login", link)
        #expect(told(link)?.contains("can be read by others") == true)
        chmod("\(folder)/login", 0o600)
        #expect(told(link) == nil)
        unlink("\(folder)/login")
        #expect(told(link)?.contains("No such file") == true)
    }

    @Test(
        "a file that is not regular is refused, and nothing waits for it", .timeLimit(.minutes(3)),
        arguments: ["fifo", "folder", "device", "missing"])
    func noFile(kind: String) throws {
        var path = "\(folder)/\(kind)"
        switch kind {
        case "fifo": mkfifo(path, 0o600)
        case "folder": mkdir(path, 0o700)
        case "device": path = "/dev/zero"
        default: break
        }
        let problem = try #require(told(path))
        #expect(problem.contains(kind == "missing" ? "No such file" : "not a regular file"), "\(problem)")
    }

    // MARK: - netrc(5)

    private func login(_ text: String, _ host: String = "www.example") -> Secret.Content? {
        Netrc(text).secret(for: .name(host))?.content
    }

    @Test(
        "entries",
        arguments: [
            ("machine www.example login alice password secret", "alice", "secret"),
            ("machine www.example\n  login alice\n\tpassword secret\n", "alice", "secret"),
            ("machine other login bob password x\nmachine WWW.Example login alice password secret", "alice", "secret"),
            ("default login alice password secret", "alice", "secret"),
            ("machine other login bob\ndefault login alice password secret", "alice", "secret"),
            ("machine www.example login alice", "alice", ""),
            ("machine www.example password secret login alice account x", "alice", "secret"),
            (
                "# machine www.example login bob\nmachine www.example login alice password secret # no more", "alice",
                "secret"
            ),
            (#"machine www.example login "alice b" password "a \"q\" \\ #1""#, "alice b", #"a "q" \ #1"#),
            (
                "macdef init\nmachine www.example login bob password x\n\nmachine www.example login alice password secret",
                "alice", "secret"
            ),
            ("machine www.example login machine password default", "machine", "default"),
            ("machine www.example login alice password \u{301}secret", "alice", "\u{301}secret"),
            (
                "machine www.example login alice password secret\nmachine www.example login bob password x", "alice",
                "secret"
            ),
        ])
    func netrc(text: String, user: String, password: String) {
        #expect(login(text) == .password(user: user, password: password))
    }

    @Test(
        "no entry",
        arguments: [
            "", "machine", "machine other login bob password x", "machine www.example",
            "machine www.example password x",
            "machine www.example.org login bob password x", "login bob password x", "\"", "machine www.example login",
        ])
    func noEntry(text: String) {
        let found = login(text)
        #expect(found == nil || found == .password(user: "", password: ""))
    }

    // MARK: - Rejected credentials

    @Test("rejected credentials are withheld until they change, or are accepted")
    func rejected() throws {
        let store = CredentialStore()
        let settings = AuthenticationSettings(source: .file(try file("alice:secret")))
        func find(_ place: String = "https://www.example:443") -> CredentialStore.CredentialLookup {
            store.find(settings, for: .name("www.example"), at: place)
        }
        let login = try #require(find().login)
        store.record(login, at: "https://www.example:443", .rejected)
        guard case .withheld = find() else {
            Issue.record("not withheld")
            return
        }
        #expect(find("https://other.example:443").login != nil)
        _ = try file("alice:changed")
        #expect(find().login != nil)
        _ = try file("alice:secret")
        store.record(login, at: "https://www.example:443", .accepted)
        #expect(find().login != nil)
        unlink("\(folder)/login")
        guard case .unavailable(let reason) = find() else {
            Issue.record("found a file that is not there")
            return
        }
        #expect(reason.contains("No such file"))
    }
}

extension CredentialStore.CredentialLookup {
    fileprivate var login: HTTPProbe.Login? {
        if case .login(let login) = self { return login }
        return nil
    }
}
