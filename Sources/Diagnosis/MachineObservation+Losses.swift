import NetworkModel

extension MachineObservation {
    /// The time after which a query without a response is repeated, and that in which a response is one to the first query.
    private static let repetition = Duration.milliseconds(400)
    private static let prompt = Duration.milliseconds(100)

    /// Whether the server that answers programs was late for a name that caches have, and prompt for another query: the first query
    /// or its response may have been lost. Names that no cache has take longer anyway.
    public var hasUnevenAnswers: Bool {
        guard let names, !names.server.isEmpty else { return false }
        let states = resolvers.filter { "\($0.resolver.address)" == names.server && $0.status == .connectionUp }
        let known = names.timesOnWire + states.compactMap { $0.duration?.duration }
        let queries = (uplink?.allQueries ?? []).filter { "\($0.server)" == names.server && $0.outcome != .timeout }
        // It is 0 if it was not measured.
        let unknown = queries.map(\.duration.duration).filter { $0 > .zero }
        return known.contains { $0 >= Self.repetition } && (known + unknown).contains { $0 <= Self.prompt }
    }
}

extension MachineNames {
    /// The times until the responses of DNS servers.
    fileprivate var timesOnWire: [Duration] {
        answersOnWire.map { $0.duration.duration }
            + resolution.failures.filter { $0.source == .dns && !$0.hasNoAnswer }.map { $0.duration.duration }
    }
}
