/// What changed in the network of this host, as the kernel reports it (rtnetlink(7)).
public enum NetworkEvent: Sendable, Hashable {
    case link(String, Link)
    /// An address with its prefix length.
    case address(IPAddress, prefixLength: Int, interface: String, Address)
    /// The routes to one destination: all next hops before, and after.
    case route(before: [Route], after: [Route])
    /// The rules of policy routing (ip-rule(8)).
    case rules
    case gateway(IPAddress, interface: String, Gateway)

    /// What changed of an interface.
    public enum Link: Sendable, Hashable {
        case added
        case removed
        case renamed(from: String)
        case isAdminUp(Bool)
        case hasCarrier(Bool)
        /// The carrier went and came back between two messages.
        case carrierInterrupted
        case operationalState(String)
        /// Whether it joined a bridge or bond, or left it.
        case isEnslaved(Bool)
        /// Bytes.
        case mtu(Int)
        case hardwareAddress(String?)
        case isIPv6Disabled(Bool)
        case kind
    }

    /// What changed of an address (RFC 4862).
    public enum Address: Sendable, Hashable {
        case added
        /// Added, and being checked for duplicates.
        case addedTentative
        case removed
        /// No duplicate was found.
        case ready
        case duplicate
        case isDeprecated(Bool)
        case flags
    }

    /// What changed of the neighbour entry of a gateway.
    public enum Gateway: Sendable, Hashable {
        case answers
        case doesNotAnswer
        case hardwareAddress(String)
    }

    /// The interface concerned, where there is one.
    public var interface: String? {
        switch self {
        case .link(let name, _): name
        case .address(_, _, let interface, _), .gateway(_, let interface, _): interface
        case .route(let before, let after): (after.first ?? before.first)?.interface
        case .rules: nil
        }
    }

    /// What the event is about, as ``NetworkChange`` names it.
    public var subject: NetworkChange.Subject {
        switch self {
        case .link: .link
        case .address: .address
        case .route, .rules: .route
        case .gateway: .neighbour
        }
    }
}
