import EventLoopKit
public import NetworkModel

extension HostResolver {
    /// How much longer than a system resolver with an answer avahi-daemon may take. What programs got from it is in its
    /// cache.
    private static let graceForLink = Duration.milliseconds(250)

    private enum LinkPart: Sendable {
        case system(Resolution)
        case link([Resolution.Answer], DNSEvidence.Multicast)
        /// The system resolver has an answer, and avahi-daemon still has none.
        case overdue
    }

    /// The addresses of a name below `.local`, by the system resolver or else by avahi-daemon, and the state of
    /// multicast DNS on this machine.
    ///
    /// - Throws: `CancellationError`; ``HostResolutionError`` if the name is not valid.
    public func resolveOnLink(
        _ name: String, families: Set<AddressFamily>, configuration: ResolverConfiguration, timeout: Duration
    ) async throws -> (resolution: Resolution, view: DNSEvidence.Multicast) {
        let deadline = ContinuousClock.now + timeout
        return try await withThrowingTaskGroup(of: LinkPart.self) { group in
            group.addTask {
                .system(try await resolve(name, families: families, configuration: configuration, timeout: timeout))
            }
            group.addTask {
                let (answers, view) = try await multicast.lookUp(name, families: families, until: deadline)
                return .link(answers, view)
            }
            var system: Resolution?
            var link: (answers: [Resolution.Answer], view: DNSEvidence.Multicast)?
            while system == nil || link == nil, let part = try await group.next() {
                switch part {
                case .system(let resolution):
                    system = resolution
                    guard link == nil, !resolution.answers.isEmpty else { break }
                    group.addTask {
                        try await loop.sleep(until: min(deadline, .now + Self.graceForLink))
                        return .overdue
                    }
                case .link(let answers, let view): link = (answers, view)
                case .overdue:
                    if link == nil { link = ([], Self.silent(nameServices)) }
                }
            }
            group.cancelAll()
            let view = link?.view ?? Self.silent(nameServices)
            var resolution = (system ?? Resolution(name: name, answers: [], failures: [])).attributed(by: view)
            if resolution.answers.isEmpty, let answers = link?.answers, !answers.isEmpty {
                resolution = Resolution(name: resolution.name, answers: answers, failures: resolution.failures)
            }
            return (resolution, view)
        }
    }

    private static func silent(_ services: [String]) -> DNSEvidence.Multicast {
        DNSEvidence.Multicast(responder: .silent, nameServices: services)
    }
}
