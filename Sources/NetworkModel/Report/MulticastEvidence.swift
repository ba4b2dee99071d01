/// What was seen of multicast DNS, once a name or service of the link failed.
public struct MulticastEvidence: Sendable, Hashable, Codable {
    public init() {}
}
