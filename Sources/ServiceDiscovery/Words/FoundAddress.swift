public import NetworkModel

/// An address of a host on one interface.
public struct FoundAddress: Sendable, Hashable {
    /// The address of the host.
    public let address: IPAddress
    /// The name of the interface; `nil` for unicast DNS.
    public let interface: String?
}

/// The name of a host on one interface.
public struct FoundName: Sendable, Hashable {
    /// The full name, for example `printer.local`.
    public let name: String
    /// The name of the interface; `nil` for unicast DNS.
    public let interface: String?
}
