import NetworkModel

/// The rule for programs that give up before any DNS server answers: every server is silent, or takes longer than programs
/// wait for it (resolv.conf(5), `timeout`), and none is queried again.
enum ImpatienceRule {
    /// The finding about the option, if programs got nothing. The silent servers are not the only fault then.
    static func finding(_ observation: MachineObservation) -> Finding? {
        let configuration = observation.snapshot.resolvers
        guard configuration.attempts == 1, let names = observation.names,
            let system = names.resolution.system, system.addresses.isEmpty, system.failure != nil,
            names.nameServices.isEmpty || names.nameServices.contains("dns")
        else { return nil }
        let asked = observation.queriedResolvers
        let late = asked.filter { $0.status == .connectionUp }
        let limit = Duration.seconds(configuration.timeout) + observation.ownDelay
        let areLate = late.allSatisfy { $0.duration.map { $0.duration > limit } ?? false }
        let areSilent = asked.allSatisfy { $0.status == .connectionUp || $0.failure == .timeout }
        guard areLate, areSilent, let first = late.first,
            let reason = ResolverTimeouts(configuration).facts(beside: first.duration)
        else { return nil }
        return Finding(
            DNSCauses.systemDiffers, confidence: 0.95,
            [
                "name": names.name, "server": "\(first.resolver.address)",
                "here": FactPhrase.findNoAddress.text, "there": FactPhrase.answersAtAll.text,
            ].merging(reason) { $1 })
    }
}
