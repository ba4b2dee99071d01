import Diagnosis
import LinkFacts
import NetworkModel

extension DiagnosticEngine {
    /// The routes to some addresses, according to the rules of policy routing if there are any.
    ///
    /// - Parameter flow: The protocol and port of the packets, by which rules may select.
    func routes(
        to destinations: [IPAddress], for flow: RouteFlow? = nil, in routedSnapshot: RoutedSnapshot
    ) async throws -> RouteSelection {
        guard !destinations.isEmpty, try await mustAskKernel(routedSnapshot.snapshot) else {
            return routedSnapshot.routes(to: destinations)
        }
        // Kernels before 4.19 have no such rules, and do not understand the request.
        let flow = try await links.selectsByFlow() ? flow : nil
        var ruled: [IPAddress: Route] = [:]
        // A name with more addresses has them in the same few networks.
        for destination in destinations.prefix(64) {
            ruled[destination] = try await ruledRoute(to: destination, for: flow, in: routedSnapshot.snapshot)
        }
        return RouteSelection(
            snapshot: routedSnapshot.snapshot, destinations: destinations, remembered: routedSnapshot.remembered,
            ruled: ruled)
    }

    /// Whether the routes in the snapshot are not sufficient to determine where packets go.
    private func mustAskKernel(_ snapshot: NetworkSnapshot) async throws -> Bool {
        if snapshot.routesOmitted != nil { return true }
        return try await links.isPolicyRouted()
    }

    /// A snapshot with the routes of other tables that rules lead to, if the main table has none: to other networks and to
    /// the machine's resolvers. It also contains what rules reject there. If rules lead out through another gateway than the
    /// main table, that is the family's default route instead; if they lead into a tunnel, it comes first.
    func completed(_ snapshot: NetworkSnapshot) async throws -> NetworkSnapshot {
        var completed = snapshot.withWideRoutes
        guard try await mustAskKernel(snapshot) else { return completed }
        var refusals = completed.refusals ?? []
        for address in Self.outside + snapshot.resolvers.servers.map(\.address).prefix(8) {
            guard var route = try await ruledRoute(to: address, in: completed) else { continue }
            guard route.rejects else {
                let known = completed.route(to: address)
                let isOther = known?.gateway?.bytes != route.gateway?.bytes || known?.interface != route.interface
                let isWide = route.prefixLength <= InternetRoutes.longest(route.family)
                // A route that is missing from the snapshot may cover only a part of the Internet.
                let leadsOutside = isOther && snapshot.routesOmitted == nil && Self.outside.contains(address)
                if leadsOutside, route.gateway == nil, isWide, known != nil {
                    completed.prefer(route)
                } else if leadsOutside, route.gateway != nil {
                    (route.destination, route.prefixLength) = (nil, 0)
                    completed.routes.removeAll { $0.isDefault && $0.family == route.family }
                    completed.routes.append(route)
                } else if known == nil {
                    completed.routes.append(route)
                } else if isOther, !isWide, let link = completed.links.first(where: { $0.name == route.interface }),
                    !link.hasCarrier || !link.isAdminUp
                {
                    // The route to a resolver of a VPN that is not running. Others may still take the main table.
                    (route.destination, route.prefixLength) = (address, address.family == .ipv4 ? 32 : 128)
                    completed.routes.append(route)
                }
                continue
            }
            guard route.rule != nil || route.table != nil else { continue }
            if Self.outside.contains(address) { (route.destination, route.prefixLength) = (nil, 0) }
            refusals.append(route)
        }
        completed.refusals = refusals.isEmpty ? nil : refusals
        return completed
    }

    /// Addresses in no network of this machine: those of a.root-servers.net. Nothing is sent to them.
    private static let outside = [IPAddress("198.41.0.4"), IPAddress("2001:503:ba3e::2:30")].compactMap(\.self)

    /// The route to an address that rules determine.
    ///
    /// - Returns: `nil` if the kernel uses the main table, with any of several equivalent routes.
    private func ruledRoute(
        to address: IPAddress, for flow: RouteFlow? = nil, in snapshot: NetworkSnapshot
    ) async throws -> Route? {
        guard !address.isLoopback, !address.isUnspecified, !address.isLinkLocal else { return nil }
        let taken: Route?
        do {
            taken = try await links.route(to: address, for: flow)
        } catch LinkFactsError.refused {
            return nil
        }
        // Addresses of this machine, broadcast and multicast have tables of their own.
        guard let taken, taken.kind != .other else { return nil }
        if taken.rule != nil { return taken }
        let best = snapshot.route(to: address)
        let isOfMainTable = snapshot.routes.contains { route in
            route.covers(address) && route.prefixLength == best?.prefixLength && route.kind == taken.kind
                && route.gateway?.bytes == taken.gateway?.bytes && route.interface == taken.interface
        }
        return isOfMainTable ? nil : taken
    }
}
