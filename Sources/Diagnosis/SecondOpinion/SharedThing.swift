package import NetworkModel

/// Something that fails here and that other daemons on the link may watch as well.
package enum SharedThing: Sendable, Hashable {
    /// By its text in the configuration.
    case target(String)
    case resolver(IPAddress)
    /// The link that it is on has its name on this machine.
    case gateway(IPAddress, interface: String)
    /// The way to the Internet behind a gateway.
    case uplink(gateway: IPAddress, interface: String)

    package var subject: FaultScope.Subject {
        switch self {
        case .target: .target
        case .resolver: .resolver
        case .gateway: .gateway
        case .uplink: .uplink
        }
    }

    /// The link that hosts have to be on so as to have the same; `nil`: any.
    package var interface: String? {
        switch self {
        case .target, .resolver: nil
        case .gateway(_, let interface), .uplink(_, let interface): interface
        }
    }

    /// So many are compared; beyond them, others are not asked about.
    package static let maxCount = 256

    /// What fails, as the machine's verdict and the targets say. What exists on each machine by itself, such as its loopback, is
    /// none of it.
    ///
    /// - Parameter host: Of the target at a place in the list.
    package static func failing(
        _ machine: MachineVerdict, targets: [StatusDocument.TargetStatus], host: (Int) -> Host
    ) -> [SharedThing] {
        var things: [SharedThing] = machine.gateways.filter { $0.status == .connectionDown }.map {
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
        case .name(let name): name.lowercased() == "localhost" || name.lowercased().hasSuffix(".localhost")
        case .socket: true
        }
    }
}
