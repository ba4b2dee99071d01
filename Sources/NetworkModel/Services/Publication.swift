/// The state of the daemon's own service on the link.
public struct Publication: Sendable, Hashable, Codable {
    /// Whether a service is announced, and under which name.
    public enum State: String, Sendable, Hashable, Codable {
        /// Announced under the name that was asked for.
        case published
        /// Announced under another name, since the first was taken.
        case renamed
        /// Not announced; it will be as soon as avahi-daemon is there.
        case waiting
        /// Switched off in the configuration.
        case off
    }

    /// Whether the service is announced, and under which name.
    public var state: State
    /// The instance's name on the link; `nil` while there is none.
    public var name: String?
    /// The types of the service, as in `_http._tcp`.
    public var types: [String]
    /// The port of the service; 0 where there is none.
    public var port: UInt16
    /// Why it is not simply published: the name that was taken, or what is missing.
    public var reason: String?

    /// Creates the state of a publication.
    public init(state: State, name: String? = nil, types: [String] = [], port: UInt16 = 0, reason: String? = nil) {
        self.state = state
        self.name = name
        self.types = types
        self.port = port
        self.reason = reason
    }

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
