import NetworkModel

extension MachineObservation {
    /// The configured resolvers that were queried. If something below them is broken, none was.
    var queriedResolvers: [StatusDocument.ResolverStatus] { resolvers.filter { $0.status != .noErr } }
}
