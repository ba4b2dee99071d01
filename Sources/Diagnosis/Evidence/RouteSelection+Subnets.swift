package import NetworkModel

/// Faults of this machine's own subnets that routes can hide. These functions find candidates in a snapshot. Packets then
/// show whether something is wrong.
extension RouteSelection {
    /// The usual prefix length of a link.
    private static func usualLength(_ family: AddressFamily) -> Int { family == .ipv4 ? 24 : 64 }

    /// The route that packets to a destination would take without the one that covers it, such as that of a VPN, or else the default
    /// route; `nil` if that is over the same interface, or rejects them.
    private static func otherRoute(
        past route: Route, to destination: IPAddress, in snapshot: NetworkSnapshot
    ) -> Route? {
        var rest = snapshot
        rest.routes.removeAll { $0.interface == route.interface && $0.prefixLength == route.prefixLength }
        guard let other = rest.route(to: destination), other.kind == .unicast, other.interface != route.interface else {
            return nil
        }
        return other
    }

    /// The subnet of this machine that contains the first matching destination; `nil` if there is none.
    package static func ownSubnet(of destinations: [IPAddress], in snapshot: NetworkSnapshot) -> OwnSubnet? {
        for destination in destinations where !destination.isLinkLocal {
            guard let route = snapshot.route(to: destination), route.kind == .unicast, route.gateway == nil,
                let prefix = route.destination, let name = route.interface, let link = snapshot.link(named: name),
                let kind = link.kind, !["vlan", "bond", "team", "vrf"].contains(kind),
                let other = otherRoute(past: route, to: destination, in: snapshot), let uplink = other.interface
            else { continue }
            let isNear = snapshot.link(named: uplink)?.addresses.contains { $0.covers(destination) } == true
            return OwnSubnet(
                destination: destination, prefix: prefix, prefixLength: route.prefixLength, interface: name, kind: kind,
                hasCarrier: link.hasCarrier && !isPortless(link, in: snapshot), uplink: uplink,
                router: isNear || other.gateway?.bytes == destination.bytes ? nil : other.gateway)
        }
        return nil
    }

    /// Whether an interface is a bridge without ports, which has a carrier nevertheless while it is new.
    private static func isPortless(_ link: Link, in snapshot: NetworkSnapshot) -> Bool {
        link.kind == "bridge" && !snapshot.links.contains { $0.master == link.index }
    }

    /// The subnet of a virtual interface that has the address of a route's gateway; `nil` if another interface has it.
    static func ownSubnet(with gateway: IPAddress, beside route: Route, in snapshot: NetworkSnapshot) -> OwnSubnet? {
        // Many links have the same link-local addresses.
        guard let uplink = route.interface, !gateway.isLinkLocal else { return nil }
        for link in snapshot.links where link.name != uplink && !link.isLoopback {
            guard let kind = link.kind,
                let own = link.addresses.first(where: {
                    $0.address.bytes == gateway.bytes && !$0.flags.contains(.dadFailed)
                })
            else { continue }
            let prefix = snapshot.routes.first {
                $0.interface == link.name && $0.gateway == nil && !$0.isDefault && $0.prefixLength == own.prefixLength
                    && $0.covers(gateway)
            }?.destination
            return OwnSubnet(
                destination: gateway, prefix: prefix ?? gateway, prefixLength: own.prefixLength, interface: link.name,
                kind: kind, hasCarrier: link.hasCarrier, uplink: uplink)
        }
        return nil
    }

    /// The prefix, shorter than usual, because of which the first matching destination is looked for on the link; `nil` if
    /// there is none.
    package static func wideSubnet(of destinations: [IPAddress], in snapshot: NetworkSnapshot) -> WideSubnet? {
        for destination in destinations where !destination.isLinkLocal {
            let usual = usualLength(destination.family)
            guard let route = snapshot.route(to: destination), route.kind == .unicast, route.gateway == nil,
                route.prefixLength > 0, route.prefixLength < usual, let name = route.interface,
                let link = snapshot.link(named: name),
                let own = link.addresses.first(where: {
                    $0.prefixLength == route.prefixLength && $0.covers(destination)
                }),
                let gateway = snapshot.defaultRoutes.first(where: {
                    $0.family == destination.family && $0.interface == name && $0.gateway?.isLinkLocal == false
                })?.gateway,
                !destination.isIn(prefix: own.address, length: usual),
                !destination.isIn(prefix: gateway, length: usual)
            else { continue }
            return WideSubnet(
                destination: destination, address: own.address, prefixLength: own.prefixLength, interface: name,
                gateway: gateway)
        }
        return nil
    }

    /// The subnet of an IPv4 address that covers addresses of the Internet, which this machine then looks for on the link of its gateway;
    /// `nil` if there is none. Its destination is one of those addresses. Nobody has a network of the Internet with a prefix
    /// shorter than 8 bits.
    package static func coveringSubnet(in snapshot: NetworkSnapshot) -> WideSubnet? {
        for route in snapshot.defaultRoutes where route.family == .ipv4 && route.kind == .unicast {
            guard let gateway = route.gateway, let link = route.interface.flatMap(snapshot.link(named:)),
                // Over a tunnel, no ARP is needed to reach any address.
                link.hardwareAddress != nil, link.isARPOff != true
            else { continue }
            for own in link.addresses where own.isUsable && own.address.family == .ipv4 && own.prefixLength > 0 {
                let block = networkLength(around: own.address)
                guard own.prefixLength < block, own.covers(gateway),
                    let other = own.address.flippingBit(block - 1), !other.isPrivate,
                    let taken = snapshot.route(to: other), taken.kind == .unicast, taken.gateway == nil,
                    taken.interface == link.name, taken.prefixLength == own.prefixLength
                else { continue }
                return WideSubnet(
                    destination: other, address: own.address, prefixLength: own.prefixLength, interface: link.name,
                    gateway: gateway)
            }
        }
        return nil
    }

    /// The length of the prefix of the private network that an IPv4 address is in (RFC 1918, RFC 6598, RFC 3927), or else of the
    /// largest network of the Internet.
    private static func networkLength(around address: IPAddress) -> Int {
        if address.isLinkLocal { return 16 }
        return switch (address.bytes[0], address.bytes[1]) {
        case (172, 16...31): 12
        case (192, 168): 16
        case (100, 64...127): 10
        default: 8
        }
    }

    /// The prefixes of IPv4 subnets that are longer than that of most networks, and not that of a line between two
    /// routers.
    private static let narrowLengths = 25...30

    /// The prefix, longer than usual, next to which the first matching destination is: packets to it are sent to a
    /// gateway, although both would be in one subnet with the usual prefix. `nil` if there is none.
    package static func narrowSubnet(of destinations: [IPAddress], in snapshot: NetworkSnapshot) -> NarrowSubnet? {
        for destination in destinations where destination.family == .ipv4 && destination.isPrivate {
            guard let route = snapshot.route(to: destination), route.kind == .unicast, let gateway = route.gateway,
                let name = route.interface, let link = snapshot.link(named: name),
                let own = link.addresses.first(where: {
                    $0.isUsable && $0.address.family == .ipv4 && narrowLengths.contains($0.prefixLength)
                        && !$0.covers(destination)
                        && destination.isIn(prefix: $0.address, length: narrowLengths.lowerBound - 1)
                })
            else { continue }
            return NarrowSubnet(
                destination: destination, address: own.address, prefixLength: own.prefixLength, interface: name,
                gateway: gateway)
        }
        return nil
    }

    /// A preferred source address that the gateway may not know, if the interface has another address that it does; `nil` if
    /// there is none.
    static func sourceTrial(of route: Route, in snapshot: NetworkSnapshot) -> SourceTrial? {
        guard let source = route.preferredSource, let gateway = route.gateway, gateway.family == source.family,
            !gateway.isLinkLocal, let link = route.interface.flatMap(snapshot.link(named:))
        else { return nil }
        let near = link.addresses.filter { $0.isUsable && $0.covers(gateway) }
        guard !near.contains(where: { $0.address.bytes == source.bytes }), let other = near.first else { return nil }
        return SourceTrial(source: source, other: other.address)
    }

    /// An interface of a VRF with a global address in one of the families, in which there is no route to other networks;
    /// `nil` if there is none.
    static func boundInterface(_ families: Set<AddressFamily>, in snapshot: NetworkSnapshot) -> BoundInterface? {
        for link in snapshot.links where link.isAdminUp {
            guard let master = snapshot.links.first(where: { $0.index == link.master }), master.kind == "vrf",
                link.addresses.contains(where: { $0.scope == .global && families.contains($0.address.family) })
            else { continue }
            return BoundInterface(interface: link.name, vrf: master.name)
        }
        return nil
    }
}

extension IPAddress {
    /// The address with one bit changed, counted from 0.
    fileprivate func flippingBit(_ bit: Int) -> IPAddress? {
        var changed = bytes
        changed[bit / 8] ^= UInt8(0x80) >> UInt8(bit % 8)
        return IPAddress(bytes: changed)
    }
}
