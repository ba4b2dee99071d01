/// A scheme that a registered kind of target brings along.
public struct RegisteredScheme: Sendable, Hashable {
    /// What is asked over.
    public enum Transport: Sendable, Hashable {
        case tcp
        /// TCP, and TLS from the first byte.
        case tls
        case udp
    }

    /// What may stand behind host and port.
    public enum Path: Sendable, Hashable {
        /// Nothing but a `/`.
        case none
        /// One that the kind gives a meaning; in words, as in `the service's name`.
        case optional(meaning: String)
    }

    /// Settings that kinds share, in groups of their own.
    public enum SharedSettings: Sendable, Hashable, CaseIterable {
        /// How TLS is made, from the first byte or later.
        case tls
        /// Who asks.
        case credentials
    }

    /// In lower case, as in `ntp`: ASCII letters and digits, a letter first (RFC 3986 section 3.1).
    public let name: String
    /// The layer of its kind.
    public let layer: Layer
    public let transport: Transport
    /// The port where the target names none; `nil` where it has to.
    public let defaultPort: UInt16?
    public let path: Path
    public let sharedSettings: Set<SharedSettings>

    /// - Parameter sharedSettings: With those of TLS wherever TLS is the transport.
    public init(
        _ name: String, layer: Layer, transport: Transport, defaultPort: UInt16?, path: Path = .none,
        sharing sharedSettings: Set<SharedSettings> = []
    ) {
        self.sharedSettings = transport == .tls ? sharedSettings.union([.tls]) : sharedSettings
        self.name = name
        self.layer = layer
        self.transport = transport
        self.defaultPort = defaultPort
        self.path = path
    }
}

/// The schemes that targets may have: those of this module, and those of registered kinds.
public struct SchemeTable: Sendable {
    private let registered: [String: RegisteredScheme]
    /// All of them, in a sentence.
    let list: String

    /// Without registered kinds: for places that can only be of another kind.
    public static let fixed = SchemeTable([])

    /// - Parameter registered: The first one of a name counts, and none that has the name of a ``Scheme``.
    public init(_ registered: [RegisteredScheme]) {
        self.registered = Dictionary(registered.map { ($0.name, $0) }) { first, _ in first }
        let names = Scheme.allCases.map(\.rawValue) + registered.map(\.name)
        list = names.dropLast().joined(separator: ", ") + " or " + names.suffix(1).joined()
    }

    subscript(name: String) -> RegisteredScheme? { registered[name] }
}
