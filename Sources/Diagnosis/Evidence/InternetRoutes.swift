package import NetworkModel

/// The routes of a family's Internet traffic in the main table, for each part of the address space.
///
/// VPNs keep the default route and cover it by two routes to half of the Internet each (OpenVPN's `def1`: 0.0.0.0/1 and
/// 128.0.0.0/1). Kill switches reject the same halves. Traffic takes these routes, and not the default route.
package struct InternetRoutes {
    /// The longest prefix of such a route: an eighth of IPv4, half of 2000::/3. Longer prefixes are routes to networks, not
    /// to the Internet.
    package static func longest(_ family: AddressFamily) -> Int { family == .ipv4 ? 3 : 4 }

    /// The route to each part that the kernel takes; `nil` if there is none.
    private let taken: [Route?]

    package init(_ family: AddressFamily, among routes: [Route]) {
        let wide = routes.filter { $0.family == family && $0.prefixLength <= Self.longest(family) }
        taken = Self.parts(family).map { part in
            wide.filter { $0.covers(part) }.min { ($1.prefixLength, $0.metric) < ($0.prefixLength, $1.metric) }
        }
    }

    /// The first address of each part, without multicast and reserved addresses (RFC 1112 section 4).
    private static func parts(_ family: AddressFamily) -> [IPAddress] {
        switch family {
        case .ipv4: (0..<7).compactMap { IPAddress(bytes: [UInt8($0 * 32), 0, 0, 0]) }
        case .ipv6: [0x20, 0x30].compactMap { IPAddress(bytes: [$0] + [UInt8](repeating: 0, count: 15)) }
        }
    }

    /// The routes that reject packets, without duplicates.
    package var rejecting: [Route] { distinct(taken.compactMap(\.self).filter(\.rejects)) }

    /// Whether all parts are rejected.
    package var areAllRejecting: Bool { taken.allSatisfy { $0?.rejects == true } }

    /// The routes that replace the default route: no traffic takes that one.
    package var insteadOfDefault: [Route] {
        let open = taken.compactMap(\.self).filter { !$0.rejects }
        return open.contains { $0.isDefault } ? [] : distinct(open)
    }

    private func distinct(_ routes: [Route]) -> [Route] {
        routes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension NetworkSnapshot {
    /// The same snapshot, in which the routes that Internet traffic takes are the default routes, and those that reject it
    /// are among the refusals. A default route that is covered becomes a spare one, since the covering route may be a tunnel
    /// over it.
    package var withWideRoutes: NetworkSnapshot {
        var result = self
        for family in AddressFamily.allCases {
            let wide = InternetRoutes(family, among: routes)
            for route in wide.rejecting { result.refusals = (result.refusals ?? []) + [route] }
            for route in wide.insteadOfDefault.reversed() {
                let isPart = { (other: Route) in
                    other.family == family && !other.isDefault && other.prefixLength <= InternetRoutes.longest(family)
                        && other.interface == route.interface && other.gateway == route.gateway
                        && other.kind == route.kind
                }
                var whole = route
                // Who wants to remove them needs their destinations.
                whole.parts = routes.filter(isPart).compactMap { part in
                    part.destination.map { "\($0)/\(part.prefixLength)" }
                }
                result.routes.removeAll(where: isPart)
                result.prefer(whole)
            }
        }
        return result
    }

    /// Makes a route the preferred default route of its family.
    package mutating func prefer(_ route: Route) {
        var first = route
        (first.destination, first.prefixLength, first.metric) = (nil, 0, 0)
        routes.removeAll {
            $0.isDefault && $0.family == first.family && $0.interface == first.interface && $0.gateway == first.gateway
        }
        for index in routes.indices where routes[index].isDefault && routes[index].family == route.family {
            routes[index].metric = max(routes[index].metric, 1)
        }
        routes.append(first)
    }

    /// The address families in which all outgoing traffic is rejected: by a rule, or by routes that cover the whole Internet.
    var refusedFamilies: [AddressFamily] {
        let refusals = refusals ?? []
        return AddressFamily.allCases.filter { family in
            let own = refusals.filter { $0.family == family }
            return own.contains { $0.isDefault } || !own.isEmpty && InternetRoutes(family, among: own).areAllRejecting
        }
    }
}
