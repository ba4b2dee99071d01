package import EventLoopKit
package import NetworkModel
import Probes
import Synchronization

/// Connects to the ports of announced services, to find out whether they respond. Each connection is closed at once, and
/// nothing is sent over it.
///
/// Any host can send an announcement. Connections are only made to hosts on the link on which it was received, and to this
/// machine.
package final class PortCheck: Sendable {
    /// The state of a service's port.
    package enum Judgement: Sendable, Hashable {
        case answers
        case stale(ServiceInstance.StaleReason)
        /// Nothing was tried, or could be.
        case unknown
    }

    private enum Outcome: Sendable {
        case open, refused, silent
        /// This machine itself failed: no descriptors, or a packet filter.
        case untold
    }

    /// An address responds in a millisecond, or not at all.
    package static let patience = Duration.seconds(1)
    package static let maxAtOnce = 32
    /// The head start of the first address of an instance before the others.
    private static let headStart = Duration.milliseconds(200)
    /// How long a result is valid.
    package static let keeping = Duration.seconds(30)
    /// The maximum number of addresses of an instance.
    package static let maxAddresses = 8
    private static let maxKept = 4_096

    private struct CachedOutcome {
        let outcome: Outcome
        /// When the check began.
        let at: ContinuousClock.Instant
    }

    /// The maximum age of a result.
    package struct MaxAge: Sendable {
        var open: Duration
        /// The maximum age of results without a response.
        var other: Duration

        package init(open: Duration, other: Duration) {
            self.open = open
            self.other = other
        }
    }

    private let loop: EventLoop
    private let snapshot: @Sendable () async throws -> NetworkSnapshot
    private let scope = Mutex<(at: ContinuousClock.Instant, value: LinkScope)?>(nil)
    private let limiter = Limiter(maxAtOnce)
    private let known = Mutex<[SocketAddress: CachedOutcome]>([:])

    /// Creates a check.
    ///
    /// - Parameter snapshot: Reads the current state of the kernel.
    package init(loop: EventLoop, snapshot: @escaping @Sendable () async throws -> NetworkSnapshot) {
        self.loop = loop
        self.snapshot = snapshot
    }

    /// Whether there is something to check: a TCP port (RFC 6763 section 7) at an address.
    package static func applies(to instance: ServiceInstance) -> Bool {
        instance.type.lowercased().hasSuffix("._tcp") && (instance.port ?? 0) != 0
            && instance.addresses?.isEmpty == false
    }

    /// The state of an instance's port.
    ///
    /// - Throws: `CancellationError`.
    package func verdict(on instance: ServiceInstance, _ freshness: MaxAge) async throws -> Judgement {
        guard Self.applies(to: instance), let port = instance.port, let scope = await currentScope()
        else {
            return .unknown
        }
        let places = (instance.addresses ?? []).filter {
            scope.isOwn($0) || scope.isOnLink($0, instance.interface) || scope.isHere($0, instance.interface)
        }.prefix(Self.maxAddresses).map { SocketAddress($0, port: port) }
        return try await verdict(on: places, freshness)
    }

    /// The current link scope. Hundreds of services arrive at once, and share one reading of the kernel's state.
    private func currentScope() async -> LinkScope? {
        if let known = scope.withLock({ $0 }), known.at.duration(to: .now) < .seconds(1) { return known.value }
        guard let facts = try? await snapshot() else { return nil }
        let new = LinkScope(snapshot: facts)
        scope.withLock { $0 = (.now, new) }
        return new
    }

    private enum Step: Sendable {
        case ended(Outcome)
        case headStartOver
    }

    /// The state of the port at several addresses. The other addresses are only tried if the first one does not respond, or
    /// not soon.
    private func verdict(on places: [SocketAddress], _ freshness: MaxAge) async throws -> Judgement {
        guard let first = places.first else { return .unknown }
        let asked = ContinuousClock.now
        let outcome = { @Sendable place in try await self.outcome(at: place, freshness, asked: asked) }
        return try await withThrowingTaskGroup(of: Step.self) { [loop] group in
            group.addTask { .ended(try await outcome(first)) }
            group.addTask {
                try await loop.sleep(until: .now + Self.headStart)
                return .headStartOver
            }
            defer { group.cancelAll() }
            var others = places.dropFirst()
            var left = places.count
            var (isUntold, isRefused) = (false, false)
            while left > 0, let step = try await group.next() {
                if case .ended(let outcome) = step {
                    left -= 1
                    switch outcome {
                    case .open: return .answers
                    case .refused: isRefused = true
                    case .untold: isUntold = true
                    case .silent: break
                    }
                }
                for place in others { group.addTask { .ended(try await outcome(place)) } }
                others = []
            }
            return isUntold ? .unknown : .stale(isRefused ? .refused : .noAnswer)
        }
    }

    private func outcome(
        at place: SocketAddress, _ freshness: MaxAge, asked: ContinuousClock.Instant
    ) async throws -> Outcome {
        if let outcome = cachedOutcome(place, freshness, asked) { return outcome }
        return try await limiter.withPermit { [self] in
            // Another caller may have checked it meanwhile.
            if let outcome = cachedOutcome(place, freshness, asked) { return outcome }
            let begun = ContinuousClock.now
            let probe = TCPProbe(addresses: [place], loop: loop)
            let (evidence, _) = try await probe.observe(until: .now + Self.patience) { _ in }
            let outcome = Self.outcome(evidence.attempts.first?.outcome)
            store(outcome, of: place, begun)
            return outcome
        }
    }

    private static func outcome(_ outcome: TCPEvidence.Outcome?) -> Outcome {
        switch outcome {
        case .connected: .open
        case .refused, .reset: .refused
        case .timeout, .hostUnreachable: .silent
        default: .untold
        }
    }

    private func cachedOutcome(
        _ place: SocketAddress, _ freshness: MaxAge, _ asked: ContinuousClock.Instant
    ) -> Outcome? {
        guard let known = known.withLock({ $0[place] }) else { return nil }
        let age = known.outcome == .open ? freshness.open : freshness.other
        return known.at >= asked || known.at.duration(to: .now) < age ? known.outcome : nil
    }

    private func store(_ outcome: Outcome, of place: SocketAddress, _ begun: ContinuousClock.Instant) {
        known.withLock { known in
            if known.count >= Self.maxKept {
                let now = ContinuousClock.now
                known = known.filter { $0.value.at.duration(to: now) < Self.keeping }
                if known.count >= Self.maxKept { known = [:] }
            }
            known[place] = CachedOutcome(outcome: outcome, at: begun)
        }
    }
}
