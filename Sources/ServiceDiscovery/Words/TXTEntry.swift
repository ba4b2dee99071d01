public import NetworkModel

/// One string of a TXT record (RFC 6763 section 6.3).
public struct TXTEntry: Sendable, Hashable {
    /// Printable ASCII without `=`; at most nine characters is usual.
    public var key: String
    /// The key with its value takes at most 255 bytes.
    public var value: TXTValue

    /// Creates an entry; it is checked when the service is published.
    public init(key: String, value: TXTValue) {
        self.key = key
        self.value = value
    }
}
