/// The state of the daemon's own service on the link.
public struct Publication: Sendable, Hashable, Codable {
    /// Whether a service is announced, and under which name.
    public enum State: String, Sendable, Hashable, Codable {
        /// It is announced under the requested name.
        case published
        /// It is announced under another name, since the requested one was taken.
        case renamed
        /// It is not announced, but will be once avahi-daemon is available.
        case waiting
        /// The announcement is off in the configuration.
        case off
    }

    /// Whether the service is announced, and under which name.
    public var state: State
    /// The name of the instance on the link; `nil` while there is none.
    public var name: String?
    /// The types of the service, as in `_http._tcp`.
    public var types: [String]
    /// The port of the service; 0 if there is none.
    public var port: UInt16
    /// Why it is not announced under the requested name: the name that was taken, or what is missing.
    public var reason: String?

    /// Creates the state of a publication.
    public init(state: State, name: String? = nil, types: [String] = [], port: UInt16 = 0, reason: String? = nil) {
        self.state = state
        self.name = name
        self.types = types
        self.port = port
        self.reason = reason
    }

    /// The state in a status that was determined without a daemon.
    public static let withoutDaemon = Publication(state: .off, reason: "netdiagd is not running")

    private enum CodingKeys: String, CodingKey { case state, name, types, port, reason }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encode(name, forKey: .name)
        try container.encode(types, forKey: .types)
        try container.encode(port, forKey: .port)
        try container.encode(reason, forKey: .reason)
    }
}
