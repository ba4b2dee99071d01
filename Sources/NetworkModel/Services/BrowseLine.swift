/// A line of the daemon's stream of services: an event, or a change of avahi-daemon's state.
public enum BrowseLine: Sendable, Hashable, Codable {
    /// An event of a service.
    case event(ServiceEvent)
    /// avahi-daemon is not available, so that nothing can be found. `{"event":"unavailable","reason":"…"}`
    case unavailable(reason: String)
    /// avahi-daemon is available again. `{"event":"available"}`
    case available
    /// The stream ends early. Later events are not reported. `{"event":"cut","reason":"…"}`
    case cut(reason: String)

    private enum CodingKeys: String, CodingKey { case event, reason }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .event) {
        case "unavailable": self = .unavailable(reason: try container.decode(String.self, forKey: .reason))
        case "available": self = .available
        case "cut": self = .cut(reason: try container.decode(String.self, forKey: .reason))
        default: self = .event(try ServiceEvent(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        if case .event(let event) = self { return try event.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .event: break
        case .available: try container.encode("available", forKey: .event)
        case .unavailable(let reason):
            try container.encode("unavailable", forKey: .event)
            try container.encode(reason, forKey: .reason)
        case .cut(let reason):
            try container.encode("cut", forKey: .event)
            try container.encode(reason, forKey: .reason)
        }
    }
}
