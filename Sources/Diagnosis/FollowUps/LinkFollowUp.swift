public import NetworkModel

/// Questions about the links and the next hops.
@frozen public enum LinkFollowUp: Sendable, Hashable {
    /// The losses of interfaces, by their counters over a second or more.
    case losses(interfaces: [String])
    /// The loss and round trips of several echo requests to a gateway.
    case series(gateway: IPAddress)
    /// Whether another host on the link has an address of this machine, at which no DNS server runs.
    case ownHolder(IPAddress)
    /// Whether another host on the link has the hardware address of an interface.
    case twin(interface: String)
    /// Whether the gateways of the other default routes respond.
    case rivals
    /// Whether the gateways that the packets of a tunnel leave through respond, if its other end does not.
    case underlay
    /// Whether other hosts reply for this machine's address, or the gateways', if nothing is received from beyond them.
    case holders
    /// Whether another host replies for this machine's address, if packets got lost.
    case sharing
    /// Whether the host responds over the default route, although a subnet of this machine contains its address.
    case detour
    /// Whether the gateways of the default routes respond, if a resolver on the link fails.
    case gateways
    /// Whether the target, a host on the link that does not respond, is the gateway of a default route, and is gone.
    case targetAsGateway(IPAddress)
    /// The hardware address from which a host on the link responds that has a permanent neighbour entry.
    case neighbour(IPAddress)
    /// Whether a second host on the link responds to ARP requests for a target's address.
    case otherHolder(IPAddress)
    /// Whether the gateway, and resolvers that are on the link because of a short prefix, respond.
    case witnesses
    /// Whether a target next to a long prefix of this machine is on the link.
    case nearby
    /// Whether the gateways respond to packets from the preferred source address of a route, and from another one.
    case sources
    /// Whether the network translates IPv6 addresses to IPv4 addresses, and with which prefix.
    case translation
    /// Whether the target, or its DNS server, responds to packets from each IPv6 prefix of the interface.
    case prefixes
}
