extension NetworkSnapshot {
    /// The default routes that traffic takes: those with the lowest metric of each address family.
    public var preferredDefaultRoutes: [Route] {
        let routes = defaultRoutes.filter { $0.kind == .unicast }
        return routes.filter { route in
            !routes.contains { $0.family == route.family && $0.metric < route.metric }
        }
    }

    /// For default routes with several next hops (multipath), those over another interface than the first. The addresses of a
    /// packet determine which next hop it takes.
    public var otherLegs: [Route] {
        guard let first = preferredDefaultRoutes.first else { return [] }
        var interfaces = Set([first.interface ?? ""])
        return preferredDefaultRoutes.filter { route in
            route.family == first.family && route.metric == first.metric
                && interfaces.insert(route.interface ?? "").inserted
        }
    }

    /// The default routes that traffic would take without the preferred ones: the best one of each interface that no
    /// preferred route uses.
    public var spareDefaultRoutes: [Route] {
        var interfaces = Set(preferredDefaultRoutes.compactMap(\.interface))
        return defaultRoutes.filter { route in
            guard route.kind == .unicast, let interface = route.interface else { return false }
            return interfaces.insert(interface).inserted
        }
    }
}
