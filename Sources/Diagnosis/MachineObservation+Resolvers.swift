import NetworkModel

extension MachineObservation {
    /// The configured resolvers that were queried. If something below them is broken, none was.
    var queriedResolvers: [StatusDocument.ResolverStatus] { resolvers.filter { $0.status != .noErr } }

    /// The resolvers as they are reported beside an uplink that is not proven to work: one that answers from its cache
    /// alone, and fails for the name that no cache has, does not work either.
    var resolversWithoutUplink: [StatusDocument.ResolverStatus] {
        guard let uplink else { return resolvers }
        let isReached = uplink.allQueries.contains(where: \.reachesRoot)
        return resolvers.map { known in
            guard known.status == .connectionUp,
                let query = uplink.allQueries.first(where: { $0.server == known.resolver.address }),
                query.isOverTCPAlone != true, query.isTruncated != true, query.isLate != true
            else { return known }
            var failed = known
            switch query.outcome {
            case .refused:
                // The servers of a VPN may resolve its names alone.
                let isOfVPN = isReached && known.resolver.source == .systemdResolved
                guard !query.isRefusalOfName, !isOfVPN else { return known }
                failed.failure = .refused
            case .servfail: failed.failure = .servfail
            case .timeout:
                // A resolver that responds after the time limit of this query is slow, and not dead.
                guard (known.duration?.duration ?? .zero) <= .seconds(1) else { return known }
                failed.failure = .timeout
            case .closed: failed.failure = .closed
            case .malformed: failed.failure = .malformed
            case .nxdomain, .noData, .address: return known
            }
            failed.status = .connectionDown
            failed.duration = query.duration.duration > .zero ? query.duration : nil
            return failed
        }
    }
}

extension [StatusDocument.ResolverStatus] {
    /// Each server once, with its first state: resolv.conf(5) may list one several times.
    var withoutRepetitions: Self {
        reduce(into: []) { known, state in
            if !known.contains(where: { $0.resolver == state.resolver }) { known.append(state) }
        }
    }
}
