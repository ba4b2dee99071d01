package import NetworkModel

/// Something that fails here, and that other daemons on the link may monitor as well.
package enum SharedDependency: Sendable, Hashable {
    /// A target, by its text in the configuration.
    case target(String)
    case resolver(IPAddress)
    /// A gateway, with this machine's name of its link.
    case gateway(IPAddress, interface: String)
    /// The path to the Internet behind a gateway.
    case uplink(gateway: IPAddress, interface: String)

    package var subject: FaultScope.Subject {
        switch self {
        case .target: .target
        case .resolver: .resolver
        case .gateway: .gateway
        case .uplink: .uplink
        }
    }

    /// This machine's interface to the link that hosts must share to have the same thing; `nil` for any.
    package var interface: String? {
        switch self {
        case .target, .resolver: nil
        case .gateway(_, let interface), .uplink(_, let interface): interface
        }
    }

    /// The maximum number of things that are compared. Peers are not queried about further ones.
    package static let maxCount = 256

    /// What fails, according to the machine's verdict and the targets. Things that are different on each machine, such as its
    /// loopback, are left out.
    ///
    /// - Parameter host: The host of the target at an index of the list.
    package static func failing(
        _ machine: MachineVerdict, targets: [StatusDocument.TargetStatus], host: (Int) -> Host
    ) -> [SharedDependency] {
        var things: [SharedDependency] = machine.gateways.filter { $0.status == .connectionDown }.map {
            .gateway($0.address, interface: $0.interface)
        }
        if let uplink = machine.uplink, uplink.status == .connectionDown,
            let gateway = uplink.evidence?.gateway ?? machine.gateways.first?.address,
            let interface = uplink.evidence?.interface
                ?? machine.gateways.first(where: { $0.address == gateway })?.interface
        {
            things.append(.uplink(gateway: gateway, interface: interface))
        }
        for resolver in machine.resolvers where resolver.status == .connectionDown {
            if !resolver.resolver.address.isLoopback { things.append(.resolver(resolver.resolver.address)) }
        }
        for (place, target) in targets.enumerated() where target.status == .connectionDown {
            guard things.count < maxCount else { break }
            if !isOwn(host(place)) { things.append(.target(target.target)) }
        }
        return Array(things.prefix(maxCount))
    }

    /// Whether the host is another one on each machine.
    private static func isOwn(_ host: Host) -> Bool {
        switch host {
        case .address(let address): address.isLoopback
        case .name(let name): LocalhostName(name) != nil
        case .socket: true
        }
    }
}
