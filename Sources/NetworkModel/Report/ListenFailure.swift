/// An address of `listen:` on which the daemon does not accept connections, since another program has the port.
public struct ListenFailure: Sendable, Hashable, Codable {
    /// The address, such as `[::]:8053` or `https://[::]:8443`.
    public var address: String
    /// The reason in the words of the system.
    public var reason: String

    /// Creates the failure to listen on an address.
    public init(address: String, reason: String) {
        self.address = address
        self.reason = reason
    }
}
