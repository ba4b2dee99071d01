import NetworkModel

/// The policy that determines the destination of each of the command's packets.
struct RoutePolicy {
    /// The decision about a connection or datagram.
    enum Decision: Hashable {
        /// It goes to this address on this machine's network.
        case remote(PacketAddress)
        /// It goes to the captive portal.
        case portal
        /// It is not forwarded, which an ICMP error reports.
        case failure(PacketWriter.Failure)
        /// It is refused: a connection with a reset, a datagram as by a closed port.
        case refused
        case silence
    }

    let settings: CableSettings
    /// Whether the terms of the portal were accepted.
    var hasAccepted = false

    private var isBehindPortal: Bool { settings.hasPortal && !hasAccepted }

    /// The interference with DNS queries at present.
    var dns: DNSInterference? { isBehindPortal ? .hijack(CableNetwork.router) : settings.dns }

    /// Decides about a destination of TCP, UDP or echo requests.
    func decide(_ destination: PacketAddress, port: UInt16, isTCP: Bool) -> Decision {
        if isTCP, port == 53, let dns {
            switch dns {
            case .silent: return .silence
            case .slow: break
            case .nxdomain, .servfail, .hijack: return .refused
            }
        }
        let place = CableNetwork.place(of: destination)
        if settings.hasPortal, isTCP, port == 80, isBehindPortal || place == .router { return .portal }
        if isBehindPortal { return isTCP ? .refused : .failure(.prohibited) }
        switch place {
        case .host:
            return .remote(
                PacketAddress(isIPv6: destination.isIPv6, high: 0, low: destination.isIPv6 ? 1 : 0x7f00_0001))
        case .resolver(let index):
            guard port == 53, settings.reach == .outside, index < settings.resolvers.count else { return .refused }
            return .remote(PacketAddress(settings.resolvers[index]))
        case .router: return .refused
        case .command, .link, .vacant: return .failure(.hostUnreachable)
        case nil: break
        }
        guard settings.reach == .outside else { return .failure(.networkUnreachable) }
        // Loopback, link-local and multicast addresses are not forwarded.
        let address = destination.address
        guard destination.isUnicast, !address.isLoopback, !address.isLinkLocal else {
            return .failure(.hostUnreachable)
        }
        return .remote(destination)
    }
}
