import FoundationEssentials

/// An HTTP authentication scheme (RFC 9110 section 11).
public enum AuthenticationScheme: String, Sendable, Hashable, CaseIterable, Comparable, Codable {
    /// The schemes of RFC 7617, RFC 7616, RFC 4559, MS-NLMP and RFC 6750.
    case basic, digest, negotiate, ntlm, bearer

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The source of a name and a password, or of a token. It is read for each check, so that changes apply at once.
public enum CredentialSource: Sendable, Hashable {
    /// A credential of the service manager (systemd.exec(5)), with `name:password` or a token.
    case service(name: String)
    /// The path of a file with the same content, which only its owner may be able to read.
    case file(String)
    /// The path of a netrc(5) file, which only its owner may be able to read. The entry for the server's host is used.
    case netrc(String)
    /// The Kerberos tickets of this process (kinit(1)), or those that the keytab in `KRB5_CLIENT_KTNAME` gives.
    case kerberos
    /// The Secret Service of the desktop, for the command line only.
    case secretService
    /// The credentials in a proxy's URL in the environment.
    case given(Secret)
}

/// How a client authenticates to a server or proxy.
public struct AuthenticationSettings: Sendable, Hashable {
    /// The source of the name and the password, or of the token.
    public var source: CredentialSource
    /// The allowed schemes. The strongest one that the server offers is used.
    public var schemes: Set<AuthenticationScheme>

    /// Creates settings. Without schemes, `negotiate` is allowed for Kerberos, and all others for other sources.
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

/// A name and password, or a token. It is never printed.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The content of a secret.
    public enum Content: Sendable, Hashable {
        /// A name and a password.
        case password(user: String, password: String)
        /// A token (`bearer`, RFC 6750).
        case token(String)
        /// Tickets that the library looks up itself.
        case tickets
    }

    /// The content, which may be sent but never shown.
    public let content: Content

    /// Wraps the content of a secret.
    public init(_ content: Content) {
        self.content = content
    }

    /// The length below which a text is not looked for: one or two characters would occur in any text, and so would the first
    /// characters of base64.
    private static let (minBytes, minEncodedBytes) = (3, 6)

    /// A text in which the secret is replaced wherever a server repeated it, also in the form in which logins are sent, and
    /// where it is percent-encoded.
    public func masked(_ text: String) -> String {
        forms.reduce(text) { MaskedText.masked($1, in: $0) }
    }

    /// The texts to look for, those that contain others first.
    private var forms: [String] {
        switch content {
        case .password(let user, let password):
            guard password.utf8.count >= Self.minBytes else { return [] }
            // RFC 7617, RFC 4616, and the mechanism LOGIN of mail servers.
            let encoded = ["\(user):\(password)", "\0\(user)\0\(password)", password].map { text in
                // Without the padding, which servers may leave out.
                String(Data(text.utf8).base64EncodedString().prefix { $0 != "=" })
            }
            return encoded.filter { $0.utf8.count >= Self.minEncodedBytes } + [password]
        case .token(let token): return token.utf8.count >= Self.minBytes ? [token] : []
        case .tickets: return []
        }
    }

    public var description: String { "(a secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
