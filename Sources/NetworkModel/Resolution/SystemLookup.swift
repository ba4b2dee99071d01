/// The result of name resolution by programs on this machine: the answer of `getaddrinfo(3)`.
public struct SystemLookup: Sendable, Hashable, Codable {
    /// The addresses in the order in which programs try them (RFC 6724), at most 256; empty with a ``failure``.
    public var addresses: [IPAddress]
    /// Why there is no address; `timeout` if the call did not return in time.
    public var failure: Resolution.FailureReason?
    /// The duration of the call, or of waiting for it. JSON key: `duration_ms`.
    public var duration: Milliseconds

    enum CodingKeys: String, CodingKey {
        case addresses, failure
        case duration = "duration_ms"
    }

    /// Creates a result.
    public init(addresses: [IPAddress], failure: Resolution.FailureReason? = nil, duration: Duration) {
        self.addresses = addresses
        self.failure = failure
        self.duration = Milliseconds(duration)
    }
}
