package import NetworkModel

extension MachineObservation {
    /// When queries without a response are repeated, with EDNS and without, and how soon after that a response is one to the
    /// repetition. Those of a distant server arrive at any time.
    private static let repetitions = [400, 500, 900, 1_200, 1_300].map { Duration.milliseconds($0) }
    private static let soon = Duration.milliseconds(60)
    /// The same for names that no cache has, which take longer anyway.
    private static let soonForUnknown = Duration.milliseconds(30)
    /// Within this time, a response is one to the first query.
    private static let prompt = Duration.milliseconds(100)

    /// Whether the server that answers programs responded to the repetition of a query, and to another query at once: the first query or
    /// its response may have been lost.
    public var hasUnevenAnswers: Bool {
        guard let names, !names.server.isEmpty else { return false }
        let states = resolvers.filter { "\($0.resolver.address)" == names.server && $0.status == .connectionUp }
        let ofStates = states.compactMap { $0.duration?.duration }
        let known = names.timesOnWire + ofStates
        // If programs waited as long, which repeat nothing so soon, the server is slow for the name.
        let doubtful = names.timesOnWire.filter { !names.resolution.isTimeOfPrograms(Milliseconds($0)) } + ofStates
        let queries = (uplink?.allQueries ?? []).filter { "\($0.server)" == names.server && $0.outcome != .timeout }
        // It is 0 if it was not measured.
        let unknown = queries.map(\.duration.duration).filter { $0 > .zero }
        let isRepeated =
            doubtful.contains { Self.isRepeated($0, within: Self.soon) }
            || unknown.contains { Self.isRepeated($0, within: Self.soonForUnknown) }
        return isRepeated && (known + unknown).contains { $0 <= Self.prompt }
    }

    /// Whether a router reports packets over one transport, and is silent about one over the other, over which a router behind it reports
    /// some: that packet, or the report, may have been lost. A router that limits its reports does the same.
    public var hasLostReport: Bool {
        let sent = (uplink?.packets ?? []).filter { $0.limit != nil && $0.failure == nil && $0.isEarlier != true }
        return sent.contains { silent in
            guard silent.error == nil, silent.answer == nil, let limit = silent.limit else { return false }
            let reported = sent.filter { packet in
                packet.destination.family == silent.destination.family && packet.error?.meaning == .timeExceeded
            }
            let alike = reported.filter { $0.transport == silent.transport }.compactMap(\.limit)
            return alike.contains { $0 > limit } && !alike.contains(limit)
                && reported.contains { $0.limit == limit && $0.transport != silent.transport }
        }
    }

    /// Whether some of the echo requests to a gateway got no reply.
    public var hasLostToGateway: Bool { gateways.contains(where: \.hasLost) }

    /// The first two gateways to which a ping, or a query to a DNS server there, may have been lost, although only one ping was sent:
    /// more of them tell. A host on the link answers known names long before a query is repeated.
    package var gatewaysToMeasure: [Int] {
        let times: [(IPAddress, Duration)] =
            resolvers.filter { $0.status == .connectionUp }.map {
                ($0.resolver.address, $0.duration?.duration ?? .zero)
            }
            + (uplink?.allQueries ?? []).map { ($0.server, $0.duration.duration) }
        let mayLose = hasUnevenAnswers || names?.trial?.isTelling == true
        return gateways.indices.prefix(2).filter { index in
            let hop = gateways[index]
            guard let gateway = hop.route.gateway else { return false }
            let isRepeated = times.contains { $0.0.bytes == gateway.bytes && $0.1 >= Self.repetitions[0] }
            // A response to a query shows as much as the neighbour entry.
            let isThere =
                isRepeated
                && resolvers.contains { $0.status == .connectionUp && $0.resolver.address.bytes == gateway.bytes }
            guard hop.isWorthSeries || isThere && hop.isWorthSeries(ifThere: true) else { return false }
            return mayLose || hop.echo?.outcome == .timeout || isRepeated
        }
    }

    private static func isRepeated(_ time: Duration, within soon: Duration) -> Bool {
        repetitions.contains { time >= $0 && time <= $0 + soon }
    }
}

extension MachineNames {
    /// The times until the responses of DNS servers.
    fileprivate var timesOnWire: [Duration] {
        answersOnWire.map { $0.duration.duration }
            + resolution.failures.filter { $0.source == .dns && !$0.hasNoAnswer }.map { $0.duration.duration }
    }
}

extension GatewayEvidence.Hop {
    /// Whether further echo requests show losses on the link to it: it answered the first one, or is there, and may have lost it.
    package var isWorthSeries: Bool { isWorthSeries(ifThere: neighbour?.state == .reachable) }

    /// The same, given whether something besides echo replies shows that it is there.
    fileprivate func isWorthSeries(ifThere isThere: Bool) -> Bool {
        guard route.gateway != nil, series == nil, arp != .silent else { return false }
        return echo?.outcome == .reply || echo?.outcome == .timeout && isThere
    }
}
