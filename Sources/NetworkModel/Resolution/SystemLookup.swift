/// The result of name resolution by programs on this machine: the answer of `getaddrinfo(3)`.
public struct SystemLookup: Sendable, Hashable, Codable {
    /// In the order in which programs try them (RFC 6724), at most 256; empty where there is a ``failure``.
    public var addresses: [IPAddress]
    /// Why there is none; `timeout` where the call had not returned in time.
    public var failure: Resolution.FailureReason?
    /// How long the call took, or was waited for. JSON key: `duration_ms`.
    public var duration: Milliseconds

    enum CodingKeys: String, CodingKey {
        case addresses, failure
        case duration = "duration_ms"
    }

    /// Creates what programs get for a name.
    public init(addresses: [IPAddress], failure: Resolution.FailureReason? = nil, duration: Duration) {
        self.addresses = addresses
        self.failure = failure
        self.duration = Milliseconds(duration)
    }
}
