/// A scheme of URLs, which a kind of target brings along.
public struct RegisteredScheme: Sendable, Hashable {
    /// What is asked over.
    public enum Transport: Sendable, Hashable {
        /// TCP without TLS at the beginning; a kind may start TLS later.
        case tcp
        /// TCP with TLS from the first byte.
        case tls
        /// UDP.
        case udp
        /// Echo requests (RFC 792, RFC 4443): there are no ports.
        case icmp
        /// A stream socket of this machine, by its path (unix(7)): there is neither network nor port.
        case unix

        /// Whether a network lies between: links, addresses, gateways and names are examined for it.
        public var isNetwork: Bool {
            switch self {
            case .tcp, .tls, .udp, .icmp: true
            case .unix: false
            }
        }
    }

    /// What may follow host and port.
    public enum Path: Sendable, Hashable {
        /// Nothing but a `/`.
        case none
        /// One that the kind gives a meaning; in words, as in `the service's name`.
        case optional(meaning: String)
        /// The path and query of a resource (RFC 9110 section 4.2): `/` where there is none.
        case resource
        /// What a DNS server is asked for: `/example.org?type=AAAA` (``Target/question``).
        case question
    }

    /// Groups of settings that a kind may share with others, by their keys in configurations; any may choose the address of a
    /// target's name.
    public enum SharedSettings: String, Sendable, Hashable, CaseIterable {
        /// How TLS is made, from the first byte or later.
        case tls
        /// Who asks.
        case credentials
        /// The fields of a request, its method and body, and what its answer has to be.
        case http
        /// What is done over a WebSocket.
        case websocket
        /// What is done at an FTP server.
        case ftp
        /// What is said over TCP.
        case script
        /// What a DNS server has to answer.
        case records
        /// How many echo requests are sent.
        case ping
    }

    /// In lower case, as in `ntp`: ASCII letters and digits, a letter first (RFC 3986 section 3.1).
    public let name: String
    /// The layer of its kind.
    public let layer: Layer
    /// What the kind is asked over.
    public let transport: Transport
    /// The port where the target names none; `nil` if it has to, or where there are no ports.
    public let defaultPort: UInt16?
    /// What may follow host and port.
    public let path: Path
    /// The groups of settings that targets of the scheme may have.
    public let sharedSettings: Set<SharedSettings>
    /// Whose variable of the environment names the proxy, as in `https` for `https_proxy`, after curl(1); `nil`: it is asked
    /// without a proxy.
    public let proxyVariable: String?

    /// - Parameter sharedSettings: With those of TLS wherever TLS is the transport.
    public init(
        _ name: String, layer: Layer, transport: Transport, defaultPort: UInt16?, path: Path = .none,
        sharing sharedSettings: Set<SharedSettings> = [], proxyVariable: String? = nil
    ) {
        self.sharedSettings = transport == .tls ? sharedSettings.union([.tls]) : sharedSettings
        self.name = name
        self.layer = layer
        self.transport = transport
        self.defaultPort = defaultPort
        self.path = path
        self.proxyVariable = proxyVariable
    }
}

extension RegisteredScheme {
    /// How a target of it is written, as in `dns://host/name?type=TYPE`.
    public var form: String {
        let tail =
            switch path {
            case .none: ""
            case .optional(let meaning): "/\(meaning.split(separator: " ").joined(separator: "-"))"
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
        sharing: [.http, .credentials], proxyVariable: "https")
    /// Of `host:port` too.
    public static let tcp = RegisteredScheme(
        "tcp", layer: .tcp, transport: .tcp, defaultPort: nil, sharing: [.script, .tls])
}

/// The schemes that targets may have.
public struct SchemeTable: Sendable {
    private let schemes: [String: RegisteredScheme]
    /// All of them, in a sentence.
    let list: String

    /// Those of pages: where redirects and the network's own announcements may lead.
    public static let web = SchemeTable([.http, .https])

    /// - Parameter schemes: The first one of a name counts.
    public init(_ schemes: [RegisteredScheme]) {
        self.schemes = Dictionary(schemes.map { ($0.name, $0) }) { first, _ in first }
        let names = schemes.map(\.name)
        list = names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }

    subscript(name: String) -> RegisteredScheme? { schemes[name] }
}
