public import NetworkModel

/// An address of a host, as seen on one interface.
public struct FoundAddress: Sendable, Hashable {
    /// The address that the host answers at.
    public let address: IPAddress
    /// `nil` for unicast DNS.
    public let interface: String?
}

/// The name of a host, as seen on one interface.
public struct FoundName: Sendable, Hashable {
    /// In full, for example `printer.local`.
    public let name: String
    /// `nil` for unicast DNS.
    public let interface: String?
}
