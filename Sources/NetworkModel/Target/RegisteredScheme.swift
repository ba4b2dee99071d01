/// A URL scheme of a kind of target.
public struct RegisteredScheme: Sendable, Hashable {
    /// The transport of a scheme.
    public enum Transport: Sendable, Hashable {
        /// TCP without TLS at the beginning; a kind may start TLS later.
        case tcp
        /// TCP with TLS from the first byte.
        case tls
        /// UDP.
        case udp
        /// ICMP echo requests (RFC 792, RFC 4443), without ports.
        case icmp
        /// A stream socket of this machine, identified by its path (unix(7)), without a network or port.
        case unix

        /// Whether the transport uses the network, so that links, addresses, gateways and names are examined.
        public var isNetwork: Bool {
            switch self {
            case .tcp, .tls, .udp, .icmp: true
            case .unix: false
            }
        }
    }

    /// What may follow host and port in a URL.
    public enum Path: Sendable, Hashable {
        /// Nothing except a `/`.
        case none
        /// A path whose meaning the kind defines; in words, as in `the service's name`.
        case optional(meaning: String)
        /// The same, without which a target is refused. A `/` alone is none.
        case required(meaning: String)
        /// The path and query of a resource (RFC 9110 section 4.2); `/` if there is none.
        case resource
        /// A DNS query: `/example.org?type=AAAA` (``Target/question``).
        case question
    }

    /// Groups of settings that several kinds share, by their keys in configurations. The address of a target's name can be
    /// set for all kinds.
    public enum SharedSettings: String, Sendable, Hashable, CaseIterable {
        /// How TLS is established, from the first byte or later.
        case tls
        /// The credentials.
        case credentials
        /// The fields, method and body of a request, and the expected response.
        case http
        /// The messages of a WebSocket session.
        case websocket
        /// The operations on an FTP server.
        case ftp
        /// The dialogue over TCP.
        case script
        /// The records that a DNS server must return.
        case records
        /// The number of echo requests.
        case ping
    }

    /// The scheme in lower case, as in `ntp`: ASCII letters and digits, beginning with a letter (RFC 3986 section 3.1).
    public let name: String
    /// The layer of its kind.
    public let layer: Layer
    /// The transport of the kind.
    public let transport: Transport
    /// The port of targets without one; `nil` if targets must have one, or if there are no ports.
    public let defaultPort: UInt16?
    /// What may follow host and port.
    public let path: Path
    /// The groups of settings that targets of the scheme may have.
    public let sharedSettings: Set<SharedSettings>
    /// The prefix of the variable that specifies the proxy, as in `https` for `https_proxy` (curl(1)); `nil` if no proxy is
    /// used.
    public let proxyVariable: String?
    /// How a server of the scheme speaks without TLS, so that one that does instead of TLS is recognised; `nil` if that is none of
    /// the protocols that netdiag recognises.
    public let plainProtocol: TLSEvidence.PlainProtocol?
    /// Whether a check usually needs libcurl: for TLS, from the first byte or as soon as the server offers it, or for the protocol
    /// itself. The command line then loads it in advance.
    package private(set) var usesLibcurl: Bool

    /// Creates a scheme.
    ///
    /// - Parameters:
    ///   - name: The scheme in lower case: ASCII letters and digits, beginning with a letter (RFC 3986 section 3.1).
    ///   - layer: The layer of its kind.
    ///   - transport: The transport of the kind.
    ///   - defaultPort: The port of targets without one; `nil` if targets must have one, or if there are no ports.
    ///   - path: What may follow host and port in a URL.
    ///   - sharedSettings: The groups of settings, to which those of TLS are added if the transport is TLS.
    ///   - proxyVariable: The prefix of the variable that specifies the proxy, as in `https` for `https_proxy`; `nil`
    ///     if no proxy is used.
    ///   - plainProtocol: How a server of the scheme speaks without TLS; `nil` if that is none of the protocols that netdiag
    ///     recognises.
    public init(
        _ name: String, layer: Layer, transport: Transport, defaultPort: UInt16?, path: Path = .none,
        sharing sharedSettings: Set<SharedSettings> = [], proxyVariable: String? = nil,
        plainProtocol: TLSEvidence.PlainProtocol? = nil
    ) {
        self.sharedSettings = transport == .tls ? sharedSettings.union([.tls]) : sharedSettings
        self.name = name
        self.layer = layer
        self.transport = transport
        self.defaultPort = defaultPort
        self.path = path
        self.proxyVariable = proxyVariable
        self.plainProtocol = plainProtocol
        usesLibcurl = transport == .tls
    }

    /// The same scheme, for whose checks libcurl is usually needed although they begin without TLS.
    package var usingLibcurl: Self {
        var scheme = self
        scheme.usesLibcurl = true
        return scheme
    }
}

extension RegisteredScheme {
    /// The form of its targets, as in `dns://host/name?type=TYPE`.
    public var form: String {
        let tail =
            switch path {
            case .none: ""
            case .optional(let meaning), .required(let meaning):
                "/\(meaning.split(separator: " ").joined(separator: "-"))"
            case .resource: "/path"
            case .question: "/name?type=TYPE"
            }
        return switch transport {
        case .tcp, .tls, .udp: "\(name)://host\(defaultPort == nil ? ":port" : "")\(tail)"
        case .icmp: "\(name)://host\(tail)"
        case .unix: "\(name):/socket" + (tail.isEmpty ? "" : ":\(tail)")
        }
    }

    /// `http`: HTTP over TCP, on port 80 (RFC 9110 section 4.2.1).
    public static let http = RegisteredScheme(
        "http", layer: HTTPEvidence.layer, transport: .tcp, defaultPort: 80, path: .resource,
        sharing: [.http, .tls, .credentials], proxyVariable: "http")
    /// `https`: HTTP over TLS, on port 443 (RFC 9110 section 4.2.2).
    public static let https = RegisteredScheme(
        "https", layer: HTTPEvidence.layer, transport: .tls, defaultPort: 443, path: .resource,
        sharing: [.http, .credentials], proxyVariable: "https", plainProtocol: .http)
    /// `tcp`: a TCP connection, also for targets of the form `host:port`.
    public static let tcp = RegisteredScheme(
        "tcp", layer: .tcp, transport: .tcp, defaultPort: nil, sharing: [.script, .tls])
}

/// The schemes of targets.
public struct SchemeTable: Sendable {
    private let schemes: [String: RegisteredScheme]
    /// All schemes, as part of a sentence.
    let list: String

    /// The schemes of web pages, to which redirects and the network's announcements may lead.
    public static let web = SchemeTable([.http, .https])

    /// Creates a table.
    ///
    /// - Parameter schemes: The schemes; of several with the same name, the first is used.
    public init(_ schemes: [RegisteredScheme]) {
        self.schemes = Dictionary(schemes.map { ($0.name, $0) }) { first, _ in first }
        list = schemes.map(\.name).joined(separator: ", ")
    }

    subscript(name: String) -> RegisteredScheme? { schemes[name] }
}
