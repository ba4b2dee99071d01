import ArgumentParser
import Glibc
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Translations

/// The options for connections to an FTP server.
struct FTPOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user name; the password is read from the terminal.", valueName: "name"))
    var user: String?

    @Flag(help: "Take name and password from ~/.netrc.")
    var netrc = false

    @Option(
        name: .customLong("netrc-file"),
        help: ArgumentHelp(
            "Take name and password from this file, which others must not be able to read.", valueName: "file"),
        completion: .file())
    var netrcFile: String?

    @Flag(help: "Use active mode: the server opens the data connections.")
    var active = false

    @Flag(help: "Require TLS before the login (ftps:// starts with TLS).")
    var tls = false

    @Option(
        name: .customLong("ca-file"),
        help: ArgumentHelp("PEM certificates to trust instead of the system's.", valueName: "file"), completion: .file()
    )
    var authorities: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many seconds a transfer may stall, 1 to 300.", valueName: "seconds"))
    var timeout: Seconds?

    @OptionGroup var families: FamilyOptions

    func validate() throws {
        guard [user != nil, netrc, netrcFile != nil].filter({ $0 }).count < 2 else {
            throw ValidationError("--user, --netrc and --netrc-file are mutually exclusive")
        }
        guard timeout.map({ $0.value >= 1 }) ?? true else { throw ValidationError("--timeout takes 1 to 300 seconds") }
    }

    func client(_ url: String) throws -> FTPClient {
        let target: Target
        do {
            target = try Target(Self.encoded(url))
        } catch {
            throw Failure.usage(FactWords.local(error.description))
        }
        do {
            // The target is validated before a password is requested.
            let engine = try LocalDiagnostics().engine
            _ = try FTPClient(engine: engine, target: target)
            return try FTPClient(engine: engine, target: target, options: options())
        } catch let error as FTPClientError {
            throw Failure(error)
        }
    }

    /// Percent-encodes blanks and non-ASCII characters in the path, so that users can type them.
    private static func encoded(_ url: String) -> String {
        guard let scheme = url.firstRange(of: "://"),
            let slash = url[scheme.upperBound...].firstIndex(of: "/")
        else { return url }
        return String(url[..<slash])
            + url[slash...].unicodeScalars.map { scalar in
                if scalar == " " || !scalar.isASCII && !SafeText.isUnsafe(scalar) {
                    return String(scalar).utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
                }
                return String(scalar)
            }.joined()
    }

    /// Transfers a file, and shows the progress.
    func transfer(
        _ url: String, _ work: @escaping @Sendable (FTPClient, @escaping FTPClient.Progress) async throws -> Void
    ) throws {
        let client = try client(url)
        let bar = TransferBar()
        defer { bar.clear() }
        try LocalDiagnostics.outcome { try await work(client, bar.show) }
    }

    private func options() throws -> FTPClient.Options {
        var options = FTPClient.Options()
        options.settings.requiresTLS = tls
        options.settings.mode = active ? .active : .passive
        options.tls.certificateAuthorityFile = authorities
        if let family = families.family { options.families = [family] }
        if let timeout { options.stall = timeout.duration }
        if let user {
            let password = try PasswordPrompt.read(for: user)
            options.authentication = AuthenticationSettings(
                source: .given(Secret(.password(user: user, password: password))))
        } else if let netrcFile {
            options.authentication = AuthenticationSettings(source: .netrc(netrcFile))
        } else if netrc {
            guard let home = Environment.value("HOME"), !home.isEmpty else {
                throw Failure.usage(ToolPhrase.netrcNeedsHome.text(["variable": "HOME"]))
            }
            options.authentication = AuthenticationSettings(source: .netrc(home + "/.netrc"))
        }
        return options
    }
}

/// Reads a password from the terminal, without echo.
enum PasswordPrompt {
    static func read(for user: String) throws(Failure) -> String {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else {
            throw .usage(ToolPhrase.passwordNeedsTerminal.text)
        }
        close(terminal)
        // During the prompt, Ctrl-C is read as a character: a signal would end the program and leave the terminal without echo.
        let prompt = ToolPhrase.passwordFor.text(["user": Text.shown(user)]) + Phrase.detailSeparator
        guard let typed = getpass(prompt) else {
            let error = FactWords.local(ErrorNumber.text())
            throw .failed(ToolPhrase.passwordNotRead.text(["error": error]))
        }
        defer { memset(typed, 0, strlen(typed)) }
        let password = String(cString: typed)
        guard !password.utf8.contains(3) else { throw .interrupted(by: SIGINT) }
        return password
    }
}
