import Diagnosis
import LinkFacts
import NetworkModel

extension DiagnosticEngine {
    /// The way to some addresses, by the rules of policy routing where there are any.
    func routes(to destinations: [IPAddress], in routedSnapshot: RoutedSnapshot) async throws -> RouteSelection {
        guard !destinations.isEmpty, try await mustAskKernel(routedSnapshot.snapshot) else {
            return routedSnapshot.routes(to: destinations)
        }
        var ruled: [IPAddress: Route] = [:]
        // A name with more addresses than these has them in the same few networks.
        for destination in destinations.prefix(64) {
            ruled[destination] = try await ruledRoute(to: destination, in: routedSnapshot.snapshot)
        }
        return RouteSelection(
            snapshot: routedSnapshot.snapshot, destinations: destinations, remembered: routedSnapshot.remembered,
            ruled: ruled)
    }

    /// Whether the snapshot's routes are not all that decides where packets go.
    private func mustAskKernel(_ snapshot: NetworkSnapshot) async throws -> Bool {
        if snapshot.routesOmitted != nil { return true }
        return try await links.isPolicyRouted()
    }

    /// A snapshot with the routes of other tables that rules lead to where the main table leads nowhere, out of the
    /// machine's networks and to its resolvers, and with what rules refuse there. Where rules lead out by another gateway
    /// than the main table does, that is the family's default route in place of the main table's; one into a tunnel, before it.
    func completed(_ snapshot: NetworkSnapshot) async throws -> NetworkSnapshot {
        var completed = snapshot.withWideRoutes
        guard try await mustAskKernel(snapshot) else { return completed }
        var refusals = completed.refusals ?? []
        for address in Self.outside + snapshot.resolvers.servers.map(\.address).prefix(8) {
            guard var route = try await ruledRoute(to: address, in: completed) else { continue }
            guard route.rejects else {
                let known = completed.route(to: address)
                let isOther = known?.gateway?.bytes != route.gateway?.bytes || known?.interface != route.interface
                let isWide = route.prefixLength <= WideRoutes.longest(route.family)
                // A route that is left out of the snapshot may be of a part of the outside alone.
                let isWayOut = isOther && snapshot.routesOmitted == nil && Self.outside.contains(address)
                if isWayOut, route.gateway == nil, isWide, known != nil {
                    completed.prefer(route)
                } else if isWayOut, route.gateway != nil {
                    (route.destination, route.prefixLength) = (nil, 0)
                    completed.routes.removeAll { $0.isDefault && $0.family == route.family }
                    completed.routes.append(route)
                } else if known == nil {
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

    /// Addresses that no network of the machine's own has: a.root-servers.net. Nothing is sent to them.
    private static let outside = [IPAddress("198.41.0.4"), IPAddress("2001:503:ba3e::2:30")].compactMap(\.self)

    /// - Returns: `nil` if the kernel goes by the main table, by whichever of several routes that are as good.
    private func ruledRoute(to address: IPAddress, in snapshot: NetworkSnapshot) async throws -> Route? {
        guard !address.isLoopback, !address.isUnspecified, !address.isLinkLocal else { return nil }
        let taken: Route?
        do {
            taken = try await links.route(to: address)
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
