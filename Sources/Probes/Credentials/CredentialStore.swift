import Glibc
public import NetworkModel
import Synchronization

/// Reads credentials from the configured places, and remembers those that were rejected.
public final class CredentialStore: Sendable {
    /// The credentials for a request.
    public enum CredentialLookup: Sendable {
        /// They may be sent.
        case login(HTTPProbe.Login)
        /// They were rejected before, and have not changed since then.
        case withheld(Secret)
        /// They are not available, with the reason.
        case unavailable(String)

        /// The secret that was read, whether it may be sent or not.
        public var secret: Secret? {
            switch self {
            case .login(let login): login.secret
            case .withheld(let secret): secret
            case .unavailable: nil
            }
        }
    }

    /// A place, and the credentials that were rejected there. The secret itself is not stored, only a hash that differs in
    /// each process.
    private struct Rejection: Hashable {
        let place: String
        let secret: Int
    }

    /// The maximum number of rejections. Beyond it, the memory is cleared, so that an account may be tried once more.
    private static let maxRejections = 10_000
    private let rejections = Mutex<Set<Rejection>>([])

    /// Creates a store without rejections.
    public init() {}

    /// Reads the credentials for a request.
    ///
    /// - Parameters:
    ///   - settings: Where the credentials are, and the allowed schemes.
    ///   - host: The host whose entry of a netrc(5) file is used.
    ///   - place: The destination of the credentials: scheme, host and port.
    public func find(_ settings: AuthenticationSettings, for host: Host, at place: String) -> CredentialLookup {
        do {
            guard let secret = try read(settings.source, for: host) else {
                return .unavailable("there is no entry for \(host) in it")
            }
            if rejections.withLock({ $0.contains(Rejection(place: place, secret: secret.hashValue)) }) {
                return .withheld(secret)
            }
            return .login(.init(secret: secret, schemes: settings.schemes))
        } catch {
            return .unavailable(error.reason)
        }
    }

    /// Records the result of a login.
    public func record(_ login: HTTPProbe.Login, at place: String, _ outcome: HTTPEvidence.Authentication.Outcome) {
        // Tickets are not stored here, and an account is not locked because of them.
        if case .tickets = login.secret.content { return }
        let rejection = Rejection(place: place, secret: login.secret.hashValue)
        rejections.withLock { rejections in
            if outcome == .rejected {
                if rejections.count >= Self.maxRejections { rejections.removeAll() }
                rejections.insert(rejection)
            } else if outcome == .accepted {
                rejections.remove(rejection)
            }
        }
    }

    private func read(_ source: CredentialSource, for host: Host) throws(SettingsError) -> Secret? {
        switch source {
        case .service(let name): return try CredentialFile.service(name).secret()
        case .file(let path): return try CredentialFile(path: path).secret()
        case .netrc(let path):
            return Netrc(try CredentialFile(path: path).text(maxBytes: 1 << 20)).secret(for: host)
        case .kerberos: return Secret(.tickets)
        case .given(let secret): return secret
        case .secretService:
            throw SettingsError("the Secret Service of a desktop is only available on the command line")
        }
    }
}

/// A file with credentials, which other users must not be able to read.
public struct CredentialFile: Sendable, Hashable {
    let path: String
    let refusedMode: mode_t

    /// Creates a reference to a file, which is not read before ``secret()``.
    public init(path: String) {
        self.path = path
        refusedMode = ServiceCredential.refusedMode(of: path)
    }

    /// The file of a credential of the service manager, by its name in the unit.
    static func service(_ name: String) throws(SettingsError) -> CredentialFile {
        guard let folder = ServiceCredential.directory else {
            throw SettingsError("the service manager has handed over no credentials (LoadCredential= in the unit)")
        }
        return CredentialFile(path: "\(folder)/\(name)")
    }

    /// Checks that the file is usable, and reads it.
    ///
    /// - Throws: `SettingsError`, without any part of the content.
    public func secret() throws(SettingsError) -> Secret {
        let text = try text(maxBytes: 16_384)
        let line = text.prefix { !$0.isNewline }
        guard !line.isEmpty else { throw SettingsError("\(shown) is empty; it must contain name:password, or a token") }
        guard text[line.endIndex...].allSatisfy(\.isWhitespace) else {
            throw SettingsError("\(shown) has more than one line; it must contain name:password, or a token")
        }
        guard !line.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
            throw SettingsError("\(shown) contains a control character; it must contain name:password, or a token")
        }
        // By scalars: a password may begin with a combining one.
        let scalars = line.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else { return Secret(.token(String(line))) }
        return Secret(
            .password(user: String(scalars[..<colon]), password: String(scalars[colon...].dropFirst())))
    }

    /// Checks that the file is usable.
    ///
    /// - Throws: `SettingsError` if it is not.
    public func check() throws(SettingsError) {
        _ = try text(maxBytes: 1 << 20)
    }

    func text(maxBytes: Int) throws(SettingsError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SettingsError("\(shown) cannot be read: \(SystemError.text(errno))") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SettingsError("\(shown) is not a regular file")
        }
        guard status.st_mode & refusedMode == 0 else {
            throw SettingsError(
                "\(shown) can be read by others (mode 0\(String(status.st_mode & 0o7777, radix: 8))); run: chmod 600 \(shown)"
            )
        }
        guard status.st_size <= maxBytes else { throw SettingsError("\(shown) has more than \(maxBytes) bytes") }
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var count = 0
        while count <= maxBytes {
            let more = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, maxBytes + 1 - count) }
            guard more >= 0 else { throw SettingsError("\(shown) cannot be read: \(SystemError.text(errno))") }
            guard more > 0 else { break }
            count += more
        }
        guard count <= maxBytes, let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw SettingsError("\(shown) does not hold text of at most \(maxBytes) bytes")
        }
        return text
    }

    private var shown: String { SafeText.escaped(path) }
}
