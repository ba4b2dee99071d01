/// The counts of what happened to the packets of a command. They are encoded as `netdiag.with/1`.
public struct CableSummary: Sendable, Hashable {
    /// How long the command ran.
    public var duration: Duration = .zero
    /// The seed of the run (``CableSettings/seed``), to repeat it.
    public var seed: UInt64 = 0
    /// Packets from the command to the network.
    public var up = DirectionSummary()
    /// Packets from the network to the command.
    public var down = DirectionSummary()
    /// TCP connections that were established.
    public var connections = 0
    /// TCP connections that were refused since there were too many at once.
    public var connectionsRefused = 0
    /// DNS queries over UDP.
    public var questions = 0
    /// DNS queries over UDP that were not passed on unchanged and at once.
    public var questionsInterferedWith = 0
    /// Echo requests that were not sent, since the user has no permission to send them (`net.ipv4.ping_group_range`).
    public var echoRefused = 0
    /// Malformed packets, and packets of protocols that are not supported.
    public var notCarried = 0
    /// Whether the terms of the captive portal were accepted; `nil` without a portal.
    public var hasAcceptedPortal: Bool?

    /// Creates a summary without packets.
    public init() {}
}

extension CableSummary: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, seed, up, down, connections, dns, portal
        case duration = "duration_ms"
        case connectionsRefused = "connections_refused"
        case echoRefused = "echo_refused"
        case notCarried = "not_carried"
    }

    private enum DNSKeys: String, CodingKey {
        case questions
        case interferedWith = "interfered_with"
    }

    private enum DirectionKeys: String, CodingKey {
        case packets, bytes, dropped, lost, outage, corrupted, duplicated, reordered, delayed
        case queueFull = "queue_full"
        case tooBig = "too_big"
        case averageDelay = "average_delay_ms"
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("netdiag.with/1", forKey: .schema)
        try container.encode(seed, forKey: .seed)
        try container.encode(Self.milliseconds(duration), forKey: .duration)
        for (direction, key) in [(up, CodingKeys.up), (down, .down)] {
            var nested = container.nestedContainer(keyedBy: DirectionKeys.self, forKey: key)
            try nested.encode(direction.packets, forKey: .packets)
            try nested.encode(direction.bytes, forKey: .bytes)
            try nested.encode(direction.dropped, forKey: .dropped)
            try nested.encode(direction.lost, forKey: .lost)
            try nested.encode(direction.outage, forKey: .outage)
            try nested.encode(direction.queueFull, forKey: .queueFull)
            try nested.encode(direction.tooBig, forKey: .tooBig)
            try nested.encode(direction.corrupted, forKey: .corrupted)
            try nested.encode(direction.duplicated, forKey: .duplicated)
            try nested.encode(direction.reordered, forKey: .reordered)
            try nested.encode(direction.delayed, forKey: .delayed)
            try nested.encode(Self.milliseconds(direction.averageDelay), forKey: .averageDelay)
        }
        try container.encode(connections, forKey: .connections)
        try container.encode(connectionsRefused, forKey: .connectionsRefused)
        var dns = container.nestedContainer(keyedBy: DNSKeys.self, forKey: .dns)
        try dns.encode(questions, forKey: .questions)
        try dns.encode(questionsInterferedWith, forKey: .interferedWith)
        try container.encode(echoRefused, forKey: .echoRefused)
        try container.encode(notCarried, forKey: .notCarried)
        if let hasAcceptedPortal { try container.encode(hasAcceptedPortal ? "accepted" : "closed", forKey: .portal) }
    }

    /// The duration in milliseconds, rounded to microseconds.
    private static func milliseconds(_ duration: Duration) -> Double {
        (Double(duration.nanoseconds) / 1_000).rounded() / 1_000
    }
}
