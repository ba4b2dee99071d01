/// What was seen of the way beyond the gateway, once something on it failed.
public struct PathEvidence: Sendable, Hashable, Codable {
    public init() {}
}
