/// A change of the network of this host, as reported by the kernel (rtnetlink(7)).
public enum NetworkEvent: Sendable, Hashable {
    /// An interface, by its name now.
    case link(String, Link)
    /// An address with its prefix length.
    case address(IPAddress, prefixLength: Int, interface: String, Address)
    /// The routes to one destination: all next hops before, and after.
    case route(before: [Route], after: [Route])
    /// The rules of policy routing (ip-rule(8)).
    case rules
    /// The neighbour entry of a gateway.
    case gateway(IPAddress, interface: String, Gateway)

    /// What changed of an interface.
    public enum Link: Sendable, Hashable {
        /// The interface appeared.
        case added
        /// The interface was removed.
        case removed
        /// The interface has another name now.
        case renamed(from: String)
        /// Whether it was set up (`IFF_UP`) or down.
        case isAdminUp(Bool)
        /// Whether it got a carrier or lost it.
        case hasCarrier(Bool)
        /// The carrier went and came back between two messages.
        case carrierInterrupted
        /// The state of RFC 2863 that it has now, as `IFLA_OPERSTATE` says.
        case operationalState(String)
        /// Whether it joined a bridge or bond, or left it.
        case isEnslaved(Bool)
        /// Bytes.
        case mtu(Int)
        /// The address that it has now; `nil`: none.
        case hardwareAddress(String?)
        /// Whether IPv6 was switched off on it or on.
        case isIPv6Disabled(Bool)
        /// Its driver's kind (`IFLA_INFO_KIND`).
        case kind
    }

    /// What changed of an address (RFC 4862).
    public enum Address: Sendable, Hashable {
        /// Added, and usable.
        case added
        /// Added, and being checked for duplicates.
        case addedTentative
        /// Removed.
        case removed
        /// No duplicate was found.
        case ready
        /// Duplicate address detection has found another host with it.
        case duplicate
        /// Whether it is deprecated now or preferred again.
        case isDeprecated(Bool)
        /// Flags that none of the others is about.
        case flags
    }

    /// What changed of the neighbour entry of a gateway.
    public enum Gateway: Sendable, Hashable {
        /// ARP or NDP has an answer again.
        case answers
        /// ARP or NDP has none.
        case doesNotAnswer
        /// The gateway's hardware address is another one now.
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
