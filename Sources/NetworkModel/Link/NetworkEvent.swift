/// A change of the network of this host, as reported by the kernel (rtnetlink(7)).
public enum NetworkEvent: Sendable, Hashable {
    /// A change of an interface, with its current name.
    case link(String, LinkChange)
    /// A change of an address with its prefix length.
    case address(IPAddress, prefixLength: Int, interface: String, Address)
    /// A change of the routes to one destination: all next hops before and after.
    case route(before: [Route], after: [Route])
    /// A change of the rules of policy routing (ip-rule(8)).
    case rules
    /// A change of the neighbour entry of a gateway.
    case gateway(IPAddress, interface: String, Gateway)

    /// A change of an interface.
    public enum LinkChange: Sendable, Hashable {
        /// The interface appeared.
        case added
        /// The interface was removed.
        case removed
        /// The interface was renamed.
        case renamed(from: String)
        /// The interface was set up (`IFF_UP`) or down.
        case isAdminUp(Bool)
        /// The interface got a carrier, or lost it.
        case hasCarrier(Bool)
        /// The carrier disappeared and came back between two messages.
        case carrierInterrupted
        /// The new operational state of RFC 2863 (`IFLA_OPERSTATE`).
        case operationalState(String)
        /// The interface joined a bridge or bond, or left it.
        case isEnslaved(Bool)
        /// The new MTU in bytes.
        case mtu(Int)
        /// The new hardware address; `nil` for none.
        case hardwareAddress(String?)
        /// IPv6 was disabled on the interface, or enabled.
        case isIPv6Disabled(Bool)
        /// The type of the driver changed (`IFLA_INFO_KIND`).
        case kind
    }

    /// A change of an address (RFC 4862).
    public enum Address: Sendable, Hashable {
        /// The address was added, and is usable.
        case added
        /// The address was added, and duplicate address detection is in progress.
        case addedTentative
        /// The address was removed.
        case removed
        /// Duplicate address detection found no other host.
        case ready
        /// Duplicate address detection found another host with the address.
        case duplicate
        /// The address became deprecated, or preferred again.
        case isDeprecated(Bool)
        /// Other flags changed.
        case flags
    }

    /// A change of the neighbour entry of a gateway.
    public enum Gateway: Sendable, Hashable {
        /// ARP or NDP gets replies again.
        case answers
        /// ARP or NDP gets no replies.
        case doesNotAnswer
        /// The gateway has a new hardware address.
        case hardwareAddress(String)
    }

    /// The interface; `nil` if the event concerns none.
    public var interface: String? {
        switch self {
        case .link(let name, _): name
        case .address(_, _, let interface, _), .gateway(_, let interface, _): interface
        case .route(let before, let after): (after.first ?? before.first)?.interface
        case .rules: nil
        }
    }

    /// The subject of the event for ``NetworkChange``.
    public var subject: NetworkChange.Subject {
        switch self {
        case .link: .link
        case .address: .address
        case .route, .rules: .route
        case .gateway: .neighbour
        }
    }
}
