package import NetworkModel

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
                query.isOverTCPAlone != true, query.isTruncated != true, query.isLate != true, !query.isDenial,
                let failure = query.failure
            else { return known }
            // The servers of a VPN may resolve its names alone.
            let isOfVPN = isReached && known.resolver.source == .systemdResolved
            return failure == .refused && isOfVPN ? known : known.failing(failure, in: query)
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

extension StatusDocument.ResolverStatus {
    /// The state after one more query that failed.
    package func failing(_ failure: Resolution.FailureReason, in query: UplinkEvidence.Query) -> Self {
        // A resolver that responds to others after the time limit of this query is slow, and not dead.
        let isSlow = status == .connectionUp && (duration?.duration ?? .zero) > .seconds(1)
        guard failure != .timeout || !isSlow else { return self }
        var failed = self
        // The time of its last answer is not that of the failure.
        if status == .connectionUp { failed.duration = query.duration.duration > .zero ? query.duration : nil }
        (failed.status, failed.failure) = (.connectionDown, failure)
        return failed
    }

    /// Removes what belongs to failures other than the present one.
    package mutating func removeOtherReasons() {
        if failure != .timeout { (isUnsent, refusal) = (nil, nil) }
        if failure != .malformed { repliedFrom = nil }
    }
}
