import NetworkModel

/// Where the command's packets go: what each address stands for, and what stands before it.
struct RoutePolicy {
    /// What becomes of a connection or datagram.
    enum Decision: Hashable {
        /// To this address of this machine's network.
        case remote(PacketAddress)
        /// To the pages of the captive portal.
        case portal
        /// Nowhere, as these packets say.
        case failure(PacketWriter.Failure)
        /// A connection is refused with a reset, a datagram as to a closed port.
        case refused
        case silence
    }

    let settings: CableSettings
    /// Whether somebody has accepted the terms of the portal.
    var hasAccepted = false

    private var isBehindPortal: Bool { settings.hasPortal && !hasAccepted }

    /// What is done to DNS questions at the moment.
    var dns: DNSInterference? { isBehindPortal ? .hijack(CableNetwork.router) : settings.dns }

    /// For TCP and, without a portal, UDP and echo requests.
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
        // What belongs to a link or to one machine is not carried further.
        let address = destination.address
        guard destination.isUnicast, !address.isLoopback, !address.isLinkLocal else {
            return .failure(.hostUnreachable)
        }
        return .remote(destination)
    }
}
