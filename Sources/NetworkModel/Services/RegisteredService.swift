/// A service that the daemon announces for others: declared in its configuration, or registered at run time.
public struct RegisteredService: Sendable, Hashable, Codable {
    /// The origin of the service.
    public enum ServiceOrigin: String, Sendable, Hashable, Codable {
        /// The section `services:` of the configuration.
        case configuration
        /// A request `PUT /v1/services/{name}`.
        case registration
    }

    /// The origin of the service.
    public var origin: ServiceOrigin
    /// The requested name; the publication has the actual one.
    public var name: String
    /// The state of the service on the link.
    public var publication: Publication
    /// The check that must succeed before it is announced; `nil` for none.
    public var check: String?
    /// The status of the last check.
    public var status: ConnectionStatus?

    /// Creates the state of a service.
    public init(
        origin: ServiceOrigin, name: String, publication: Publication, check: String? = nil,
        status: ConnectionStatus? = nil
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
    /// The service types, at least one, as in `_http._tcp`.
    public var types: [String]
    /// The port of the service, 0 to 65535.
    public var port: UInt16
    /// The TXT record by keys; `nil` for an empty one.
    public var txt: [String: TXTValue]?
    /// The subtypes, as in `_printer`; `nil` for none.
    public var subtypes: [String]?
    /// The full name of the host that provides the service; `nil` for this host.
    public var host: String?
    /// The lifetime of the registration in seconds unless it is renewed, 1 to 3,600. `nil` if it ends with the connection,
    /// whose response is a stream of ``Publication`` objects, one per line.
    public var lease: Int?

    /// Creates the body of a registration.
    ///
    /// - Parameters:
    ///   - types: The service types, at least one, as in `_http._tcp`.
    ///   - port: The port of the service.
    ///   - txt: The TXT record by keys; `nil` for an empty one.
    ///   - subtypes: The subtypes, as in `_printer`; `nil` for none.
    ///   - host: The full name of the host that provides the service; `nil` for this host.
    ///   - lease: The lifetime in seconds, 1 to 3,600; `nil` if the registration ends with the connection.
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
