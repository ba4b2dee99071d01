import Foundation
import NetworkModel
import Testing

@testable import NetdiagService
@testable import NetdiagConfiguration

@Suite("Configuration files")
struct ConfigurationFileTests {
    private let folder: ConfigurationFolder

    init() throws {
        folder = try ConfigurationFolder()
    }

    private func problem(_ path: String) -> String? {
        do {
            _ = try Configuration.read(path: path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a file is read")
    func file() throws {
        let path = try folder.write("interval: 1m", to: "netdiag.yaml")
        #expect(try Configuration.read(path: path).interval == .seconds(60))
    }

    @Test("an error names the file as it was given")
    func named() throws {
        let path = try folder.write("\ninterval: x", to: "net\u{1b}diag.yaml")
        #expect(problem(path)?.hasPrefix("\(folder.path)/net\\u{1b}diag.yaml:2: interval \"x\" is not") == true)
    }

    @Test("a file that is not regular is reported, and nothing waits for it")
    func kinds() throws {
        let fifo = folder.path + "/fifo"
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(problem(fifo) == "\(fifo): cannot be read: it is a FIFO; name a regular file")
        #expect(problem(folder.path) == "\(folder.path): cannot be read: it is a directory; name a regular file")
        #expect(problem("/dev/zero") == "/dev/zero: cannot be read: it is a device; name a regular file")
        #expect(problem("/nowhere/x") == "/nowhere/x: cannot be read: No such file or directory")
        #expect(problem("/dev/null\0x") == "/dev/null\\u{0}x: cannot be read: a name cannot contain a NUL")
    }

    @Test("a file that cannot be read is reported", .enabled(if: geteuid() != 0))
    func permission() throws {
        let path = try folder.write("", to: "closed", mode: 0)
        #expect(problem(path) == "\(path): cannot be read: Permission denied")
    }

    @Test("a file longer than 8 MiB is refused")
    func length() throws {
        let path = try folder.write(String(repeating: "#", count: (8 << 20) + 1), to: "long")
        #expect(problem(path) == "\(path): cannot be read: it is longer than 8388608 bytes; it should be shorter")
    }

    @Test(
        "a token that other users can read is refused, with the command that fixes it",
        arguments: [0o644, 0o640, 0o604, 0o620, 0o601])
    func tokenModes(mode: Int) throws {
        let token = try folder.write("0123456789abcdef", to: "token", mode: mode)
        let path = try folder.write("access:\n  token_file: \(token)", to: "netdiag.yaml")
        let digits = String(mode, radix: 8)
        #expect(
            problem(path)
                == "\(path):2: access.token_file \(token) can be used by others (mode 0\(digits)); run: chmod 600 \(token)"
        )
    }

    @Test("a name with spaces is quoted for the shell")
    func quoted() throws {
        let token = try folder.write("0123456789abcdef", to: "my 'token", mode: 0o644)
        let error = #expect(throws: SettingsError.self) { try TokenSetting.read(token) }
        #expect(error?.reason.hasSuffix("run: chmod 600 '\(folder.path)/my '\\''token'") == true)
    }

    @Test("a credential of the service manager may be readable by the group, but not by others")
    func credential() throws {
        let token = try folder.write("0123456789abcdef", to: "token", mode: 0o440)
        #expect(throws: SettingsError.self) { try TokenSetting.read(token, credentials: nil) }
        #expect(throws: SettingsError.self) { try TokenSetting.read(token, credentials: "") }
        #expect(throws: SettingsError.self) { try TokenSetting.read(token, credentials: folder.path + "x") }
        #expect(try TokenSetting.read(token, credentials: folder.path) == "0123456789abcdef")
        let open = try folder.write("0123456789abcdef", to: "open", mode: 0o444)
        #expect(throws: SettingsError.self) { try TokenSetting.read(open, credentials: folder.path) }
    }

    @Test(
        "the content of a token file is checked, and never shown",
        arguments: [
            ("", "is empty; make a token with: openssl rand -hex 32"),
            (" \n\n", "is empty; make a token with: openssl rand -hex 32"),
            ("secret", "has 6 bytes, and takes 16 to 1024; make one with: openssl rand -hex 32"),
            (
                "secret-secret-secret\nsecret",
                "contains a blank or a character outside ASCII; make one with: openssl rand -hex 32"
            ),
            (
                "secret-secret-secret\0",
                "contains a blank or a character outside ASCII; make one with: openssl rand -hex 32"
            ),
            (
                String(repeating: "s", count: 1025),
                "has 1025 bytes, and takes 16 to 1024; make one with: openssl rand -hex 32"
            ),
            (String(repeating: "s", count: 5000), "cannot be read: it is longer than 4096 bytes; it should be shorter"),
        ])
    func tokens(content: String, reason: String) throws {
        let token = try folder.write(content, to: "token")
        let path = try folder.write("access: {token_file: \(token)}", to: "netdiag.yaml")
        #expect(problem(path) == "\(path):1: access.token_file \(token) \(reason)")
    }

    @Test("a token file that is not regular is refused")
    func tokenKinds() throws {
        let path = try folder.write("access: {token_file: \(folder.path)}", to: "netdiag.yaml")
        #expect(
            problem(path)
                == "\(path):1: access.token_file \(folder.path) cannot be read: it is a directory; name a regular file")
    }
}
