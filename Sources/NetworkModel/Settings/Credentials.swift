/// An HTTP authentication scheme (RFC 9110 section 11).
public enum AuthenticationScheme: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// RFC 7617, RFC 7616, RFC 4559, MS-NLMP and RFC 6750.
    case basic, digest, negotiate, ntlm, bearer

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Where a name and a password, or a token, are found. They are read for each check, so that a change counts at once.
public enum CredentialSource: Sendable, Hashable {
    /// A credential of the service manager (systemd.exec(5)): `name:password`, or a token alone.
    case service(name: String)
    /// A file of the same form that nobody but its owner may read.
    case file(String)
    /// netrc(5), which nobody but its owner may read; the entry is that of the server's host.
    case netrc(String)
    /// The tickets of Kerberos that this process has (kinit(1)), or gets with the keytab in `KRB5_CLIENT_KTNAME`.
    case kerberos
    /// The Secret Service of the desktop, for the CLI alone.
    case secretService
    /// From a proxy's URL in the environment.
    case given(Secret)
}

/// How a client authenticates to a server or proxy.
public struct AuthenticationSettings: Sendable, Hashable {
    /// Where the name and the password, or the token, are found.
    public var source: CredentialSource
    /// The schemes that may be used; of those that are offered, the strongest is.
    public var schemes: Set<AuthenticationScheme>

    /// Creates settings; without schemes, `negotiate` for Kerberos, and all others for other sources.
    public init(source: CredentialSource, schemes: Set<AuthenticationScheme>? = nil) {
        self.source = source
        self.schemes =
            schemes
            ?? {
                if case .kerberos = source { return [.negotiate] }
                return [.basic, .digest, .ntlm, .bearer]
            }()
    }
}

/// A name and password, or a token. Nothing prints it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What the secret is.
    public enum Content: Sendable, Hashable {
        /// A name with a password.
        case password(user: String, password: String)
        /// A token (`bearer`, RFC 6750).
        case token(String)
        /// Tickets that the library finds by itself.
        case tickets
    }

    /// What the secret is; to be sent only, never shown.
    public let content: Content

    /// Wraps a name and password, or a token.
    public init(_ content: Content) {
        self.content = content
    }

    /// A text without the secret, wherever a server has repeated it. One of a character or two would be found in any text.
    public func masked(_ text: String) -> String {
        let secret: String
        switch content {
        case .password(_, let password): secret = password
        case .token(let token): secret = token
        case .tickets: return text
        }
        guard secret.utf8.count >= 3 else { return text }
        var result = ""
        var rest = text[...]
        while let found = rest.range(of: secret) {
            result += rest[..<found.lowerBound] + "…"
            rest = rest[found.upperBound...]
        }
        return result + rest
    }

    public var description: String { "(a secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
