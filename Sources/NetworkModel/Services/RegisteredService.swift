/// A service that the daemon announces for others: declared in its configuration, or registered at run time.
public struct RegisteredService: Sendable, Hashable, Codable {
    /// Who has declared the service.
    public enum Origin: String, Sendable, Hashable, Codable {
        /// `services:` of the configuration.
        case configuration
        /// `PUT /v1/services/{name}`.
        case registration
    }

    /// Who has declared the service.
    public var origin: Origin
    /// The name that was asked for, while the publication's is the one that was got.
    public var name: String
    /// How the service stands on the link.
    public var publication: Publication
    /// What is checked before it is announced; `nil`: nothing.
    public var check: String?
    /// The check's last status.
    public var status: ConnectionStatus?

    /// Creates the state of a service.
    public init(
        origin: Origin, name: String, publication: Publication, check: String? = nil, status: ConnectionStatus? = nil
    ) {
        self.origin = origin
        self.name = name
        self.publication = publication
        self.check = check
        self.status = status
    }
}

/// The body of `PUT /v1/services/{name}`.
public struct ServiceOrder: Sendable, Hashable, Codable {
    /// For example `_http._tcp`; at least one.
    public var types: [String]
    /// The port where the service is, 0 to 65535.
    public var port: UInt16
    /// The TXT record by its keys; `nil`: an empty one.
    public var txt: [String: TXTValue]?
    /// The subtypes, as in `_printer`; `nil`: none.
    public var subtypes: [String]?
    /// The host that serves it, in full; `nil`: this one.
    public var host: String?
    /// Seconds after which it is gone unless it is put again, 1 to 3,600; `nil`: it is gone when the connection is, whose
    /// answer is a stream of ``Publication``s, a JSON object a line.
    public var lease: Int?

    /// Creates the body of a registration.
    ///
    /// - Parameter lease: Seconds, 1 to 3,600.
    public init(
        types: [String], port: UInt16, txt: [String: TXTValue]? = nil, subtypes: [String]? = nil, host: String? = nil,
        lease: Int? = nil
    ) {
        self.types = types
        self.port = port
        self.txt = txt
        self.subtypes = subtypes
        self.host = host
        self.lease = lease
    }
}
