package import NetworkModel

/// Where the main table has a family's traffic to the Internet go, part by part.
///
/// VPNs leave the default route as it is and cover it by two routes of half the Internet each (OpenVPN's `def1`: 0.0.0.0/1 and
/// 128.0.0.0/1); kill switches reject the same halves. Both are what traffic takes, and the default route is not.
package struct WideRoutes {
    /// Longer prefixes are of networks, not of the Internet: an eighth of IPv4, half of 2000::/3.
    package static func longest(_ family: AddressFamily) -> Int { family == .ipv4 ? 3 : 4 }

    /// Of each part the route that the kernel takes; `nil` if it has none.
    private let taken: [Route?]

    package init(_ family: AddressFamily, among routes: [Route]) {
        let wide = routes.filter { $0.family == family && $0.prefixLength <= Self.longest(family) }
        taken = Self.parts(family).map { part in
            wide.filter { $0.covers(part) }.min { ($1.prefixLength, $0.metric) < ($0.prefixLength, $1.metric) }
        }
    }

    /// The first address of each part; multicast and what is reserved (RFC 1112 section 4) belong to none.
    private static func parts(_ family: AddressFamily) -> [IPAddress] {
        switch family {
        case .ipv4: (0..<7).compactMap { IPAddress(bytes: [UInt8($0 * 32), 0, 0, 0]) }
        case .ipv6: [0x20, 0x30].compactMap { IPAddress(bytes: [$0] + [UInt8](repeating: 0, count: 15)) }
        }
    }

    /// Those that reject, each once.
    package var rejecting: [Route] { distinct(taken.compactMap(\.self).filter(\.rejects)) }

    /// Whether all parts are rejected.
    package var areAllRejecting: Bool { taken.allSatisfy { $0?.rejects == true } }

    /// Those that stand in place of the default route: nothing that is let out takes that one.
    package var insteadOfDefault: [Route] {
        let open = taken.compactMap(\.self).filter { !$0.rejects }
        return open.contains { $0.isDefault } ? [] : distinct(open)
    }

    private func distinct(_ routes: [Route]) -> [Route] {
        routes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension NetworkSnapshot {
    /// The same with what traffic to the Internet takes as its default routes, and what it meets that rejects among the
    /// refusals. A default route that is covered becomes a spare one: what covers it may be a tunnel that runs over it.
    package var withWideRoutes: NetworkSnapshot {
        var result = self
        for family in AddressFamily.allCases {
            let wide = WideRoutes(family, among: routes)
            for route in wide.rejecting { result.refusals = (result.refusals ?? []) + [route] }
            for route in wide.insteadOfDefault.reversed() {
                result.routes.removeAll {
                    $0.family == family && !$0.isDefault && $0.prefixLength <= WideRoutes.longest(family)
                        && $0.interface == route.interface && $0.gateway == route.gateway && $0.kind == route.kind
                }
                result.prefer(route)
            }
        }
        return result
    }

    /// Makes a route the default one that its family's traffic takes, before those that there are.
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

    /// The families in which everything that goes out is rejected: by a rule, or by routes that cover all of the Internet.
    var refusedFamilies: [AddressFamily] {
        let refusals = refusals ?? []
        return AddressFamily.allCases.filter { family in
            let own = refusals.filter { $0.family == family }
            return own.contains { $0.isDefault } || !own.isEmpty && WideRoutes(family, among: own).areAllRejecting
        }
    }
}
