package import NetworkModel

extension HostResolver {
    /// The addresses of a name, as ``resolve(_:families:configuration:servers:timeout:)``. Servers that do not respond in time have as
    /// long to do so as programs wait for each of them.
    ///
    /// - Parameters:
    ///   - silence: The time limit if the servers are silent; that of programs is `timeout`.
    ///   - late: Receives these responses.
    package func resolve(
        _ name: String, families: Set<AddressFamily>, configuration: ResolverConfiguration, timeout: Duration,
        silence: Duration? = nil, late: LateAnswers
    ) async throws -> Resolution {
        try await resolve(
            name, families: families, configuration: configuration, servers: nil, timeout: timeout,
            silence: silence ?? timeout,
            late: LateDelivery(answers: late, patience: Self.patience(of: configuration)))
    }

    /// How long programs wait for a server (resolv.conf(5), `timeout`).
    package static func patience(of configuration: ResolverConfiguration) -> Duration {
        .seconds(configuration.timeout) + graceForLate
    }

    /// A response that arrives this much later is one that programs got just in time.
    private static let graceForLate = Duration.milliseconds(50)

    /// The resolution of a name after late responses.
    ///
    /// - Parameters:
    ///   - early: The resolution without them, which has no address.
    ///   - answers: The responses.
    /// - Returns: `nil` if it is still not known whether the name has an address.
    package func resolution(after early: Resolution, _ answers: [DNSAnswer]) -> Resolution? {
        guard let name = (answers.first { $0.failure == nil } ?? answers.first)?.name else { return nil }
        var wire = WireLookup.Outcome()
        for answer in answers where answer.name == name { wire.add(late: answer) }
        guard !wire.answers.isEmpty || wire.failures.contains(where: { $0.reason.isFinal }) else { return nil }
        // What was known before stays, but for silence that has ended, and for that of servers which programs do not query then.
        let asked = early.failures.filter { $0.source == .dns }
        let last = asked.firstIndex { failure in answers.contains { $0.server.shownServer == failure.server } }
        let heard = last.map { place in Set(asked[...place].compactMap(\.server)) } ?? []
        let kept = asked.filter { failure in
            guard failure.reason == .timeout else { return true }
            return failure.server.map { heard.contains($0) } == true
                && !answers.contains { $0.isOf(failure, in: early) }
        }
        if wire.answers.isEmpty, kept.contains(where: { $0.reason == .timeout }) { return nil }
        wire.failures = kept + wire.failures
        var later = Resolution(
            name: early.name, answers: LookupFindings(wire: wire, system: nil).answers(types: [.a, .aaaa]),
            failures: wire.failures, aliases: wire.answers.flatMap(\.aliases))
        let written = (try? DomainName(early.name))?.text ?? early.name
        later.searched = written.lowercased() == name.lowercased() ? nil : name
        return later
    }
}

extension DNSAnswer {
    /// Whether it is the response to a query that had none before.
    package func isOf(_ failure: Resolution.Failure, in resolution: Resolution) -> Bool {
        guard failure.server == server.shownServer, failure.type == type.rawValue else { return false }
        let asked = failure.question ?? (try? DomainName(resolution.name))?.text ?? resolution.name
        return asked.lowercased() == name.lowercased()
    }
}
