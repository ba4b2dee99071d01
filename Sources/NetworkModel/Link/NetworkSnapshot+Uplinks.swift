extension NetworkSnapshot {
    /// The default routes that traffic takes: of each family, those with the lowest metric.
    public var preferredDefaultRoutes: [Route] {
        let routes = defaultRoutes.filter { $0.kind == .unicast }
        return routes.filter { route in
            !routes.contains { $0.family == route.family && $0.metric < route.metric }
        }
    }

    /// Of a default route with several next hops (multipath), those by another interface than the first one: which of them a
    /// packet takes depends on its addresses.
    public var otherLegs: [Route] {
        guard let first = preferredDefaultRoutes.first else { return [] }
        var interfaces = Set([first.interface ?? ""])
        return preferredDefaultRoutes.filter { route in
            route.family == first.family && route.metric == first.metric
                && interfaces.insert(route.interface ?? "").inserted
        }
    }

    /// The default routes that traffic takes once the preferred ones are gone: the best one of each interface that none of
    /// those leaves by.
    public var spareDefaultRoutes: [Route] {
        var interfaces = Set(preferredDefaultRoutes.compactMap(\.interface))
        return defaultRoutes.filter { route in
            guard route.kind == .unicast, let interface = route.interface else { return false }
            return interfaces.insert(interface).inserted
        }
    }
}
