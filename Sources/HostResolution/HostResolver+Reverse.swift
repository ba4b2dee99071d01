import EventLoopKit
public import NetworkModel

extension HostResolver {
    private enum Part: Sendable {
        case found(LookupFindings)
        /// The answer of multicast DNS; `nil` if no host responded, or the time limit was exceeded.
        case onLink(Resolution.Answer?)
    }

    /// How long to wait for multicast DNS if the other sources have an answer.
    private static let graceForLink = Duration.milliseconds(120)

    /// The names of an address: PTR on the wire, the result of the system resolver (getnameinfo(3)), and multicast DNS if
    /// avahi-daemon runs and no servers are given. If nothing has an answer and avahi-daemon does not run, that is a failure with
    /// the reason `closed`.
    ///
    /// Servers, time limits and sources are as in ``resolve(_:families:configuration:servers:timeout:)``. Loopback and
    /// link-local addresses are never sent to a configured server.
    ///
    /// - Throws: `CancellationError`; ``HostResolutionError`` if c-ares could not start.
    public func reverse(
        _ address: IPAddress, configuration: ResolverConfiguration, servers: [SocketAddress]? = nil,
        timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        let plan = LookupPlan(reverse: address, configuration: configuration, servers: servers, timeout: timeout)
        return try await withThrowingTaskGroup(of: Part.self) { group in
            group.addTask {
                .found(try await gather(plan, types: [.ptr], wire: wire(plan)) { try await system.name(of: address) })
            }
            var isLinkWaitedFor = servers == nil && !address.isLoopback
            if isLinkWaitedFor {
                let end = min(plan.deadline, .now + Self.maxMulticastTime)
                group.addTask { .onLink(await multicast.name(of: address, until: end)) }
            }
            var found: LookupFindings?
            var onLink: Resolution.Answer?
            while found == nil || isLinkWaitedFor, let part = try await group.next() {
                switch part {
                case .found(let findings):
                    found = findings
                    let isNamed = !findings.answers(types: [.ptr], about: address).isEmpty
                    guard isLinkWaitedFor, isNamed else { continue }
                    group.addTask { [loop] in
                        try await loop.sleep(until: .now + Self.graceForLink)
                        return .onLink(nil)
                    }
                case .onLink(let answer):
                    (onLink, isLinkWaitedFor) = (answer, false)
                }
            }
            group.cancelAll()
            guard let found else { throw CancellationError() }
            var answers = found.answers(types: [.ptr], about: address)
            // The system resolver may have used avahi-daemon as well.
            if let onLink, !answers.contains(where: { $0.name?.lowercased() == onLink.name?.lowercased() }) {
                answers.append(onLink)
            }
            var failures = found.failures
            let isLinkMeant = servers == nil && !address.isLoopback && !nameServices.contains("resolve")
            if answers.isEmpty, !failures.isEmpty, isLinkMeant, !multicast.isRunning {
                failures.append(.init(source: .mdns, type: "PTR", reason: .closed, duration: .zero))
            }
            return Resolution(
                name: address.description, answers: answers, failures: failures, aliases: found.wire.aliases)
        }
    }
}
