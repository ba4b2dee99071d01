public import NetworkModel

/// A string of a TXT record (RFC 6763 section 6.3).
public struct TXTEntry: Sendable, Hashable {
    /// The key: printable ASCII without `=`, usually at most nine characters.
    public var key: String
    /// The value. The key with its value has at most 255 bytes.
    public var value: TXTValue

    /// Creates an entry, which is validated when the service is published.
    public init(key: String, value: TXTValue) {
        self.key = key
        self.value = value
    }
}
