public import EventLoopKit
public import NetworkModel

/// Connects to every address of a target, in the order and with the delay of RFC 8305. It passes on the first connection
/// while the others are still being tried, so that a dead address does not delay a healthy target.
public struct TCPProbe: Sendable {
    /// The "Connection Attempt Delay" (RFC 8305 section 5).
    public static let attemptDelay = Duration.milliseconds(250)
    /// How long an address may be silent after another one has responded before it counts as dead: long enough for one
    /// retransmission of the SYN, which Linux sends after a second.
    public static let graceAfterWinner = Duration.milliseconds(1_500)
    /// The maximum number of addresses that are tried; the report lists those.
    public static let maxAddresses = 16

    private let addresses: [SocketAddress]
    /// The number of addresses, from the first, of which nothing bad is known.
    private let certain: Int
    private let loop: EventLoop
    private let source: IPAddress?

    /// Creates a probe of addresses.
    ///
    /// - Parameters:
    ///   - addresses: The addresses in the resolver's order; they are interlaced by address family here.
    ///   - loop: The loop on which the probe runs.
    ///   - source: The source address; `nil` for that chosen by the kernel.
    ///   - doubtful: The addresses that are probably silent. They are tried last, and not waited for once another one is connected.
    public init(
        addresses: [SocketAddress], loop: EventLoop, from source: IPAddress? = nil,
        doubting doubtful: Set<IPAddress> = []
    ) {
        self.source = source
        var all = Self.interlaced(addresses)
        var certain = all.count
        if !doubtful.isEmpty {
            let better = Self.interlaced(addresses.filter { !doubtful.contains($0.address) })
            all = better + Self.interlaced(addresses.filter { doubtful.contains($0.address) })
            if !better.isEmpty { certain = better.count }
        }
        self.addresses = all.count > Self.maxAddresses ? Array(all.prefix(Self.maxAddresses)) : all
        self.certain = min(certain, Self.maxAddresses)
        self.loop = loop
    }

    /// Tries all addresses, and runs the body with the first connection as soon as there is one.
    ///
    /// - Parameters:
    ///   - deadline: When attempts without a response end as `TCPEvidence/Outcome/timeout`.
    ///   - body: Uses the connection, concurrently with the remaining attempts.
    /// - Returns: The evidence, and the body's result if a connection was established.
    /// - Throws: `CancellationError`, and what the body throws.
    public func observe<Upper: Sendable>(
        until deadline: ContinuousClock.Instant,
        whenConnected body: @escaping @Sendable (ConnectedSocket) async throws -> Upper
    ) async throws -> (evidence: TCPEvidence, upper: Upper?) {
        guard addresses.count == 1 else { return try await observeSeveral(until: deadline, whenConnected: body) }
        return try await observeOne(until: deadline, whenConnected: body)
    }

    /// Tries several addresses. A single one needs none of this function's memory.
    @inline(never)
    private func observeSeveral<Upper: Sendable>(
        until deadline: ContinuousClock.Instant,
        whenConnected body: @Sendable (ConnectedSocket) async throws -> Upper
    ) async throws -> (evidence: TCPEvidence, upper: Upper?) {
        let (winners, continuation) = AsyncStream.makeStream(
            of: ConnectedSocket.self, bufferingPolicy: .bufferingOldest(1))
        async let attempts = race(until: deadline) { winner in
            if let winner { continuation.yield(winner) }
            continuation.finish()
        }
        var upper: Upper?
        var used: (peer: SocketAddress, packets: TCPEvidence.Packets?)?
        for await winner in winners {
            upper = try await body(winner)
            used = (winner.peer, winner.finishCounting())
        }
        var evidence = TCPEvidence(attempts: await attempts)
        if let used, let packets = used.packets,
            let index = evidence.attempts.firstIndex(where: {
                $0.address == used.peer.address && $0.port == used.peer.port
            })
        {
            evidence.attempts[index].packets = packets
        }
        try Task.checkCancellation()
        return (evidence, upper)
    }

    /// Tries a single address, which needs neither a race nor the tasks for one.
    private func observeOne<Upper: Sendable>(
        until deadline: ContinuousClock.Instant,
        whenConnected body: @Sendable (ConnectedSocket) async throws -> Upper
    ) async throws -> (evidence: TCPEvidence, upper: Upper?) {
        let address = addresses[0]
        let result = await ConnectionAttempt(address: address, loop: loop, source: source).run(until: deadline)
        try Task.checkCancellation()
        var attempt = TCPEvidence.Attempt(address, result)
        var upper: Upper?
        if let socket = result.socket {
            upper = try await body(socket)
            attempt.packets = socket.finishCounting()
        }
        return (TCPEvidence(attempts: [attempt]), upper)
    }

    private enum Step: Sendable {
        case ended(Int, ConnectionAttempt.Result)
        /// The delay after the start of this number of attempts is over.
        case delayOver(Int)
        case graceOver
    }

    private func race(
        until deadline: ContinuousClock.Instant, decided: @Sendable (ConnectedSocket?) -> Void
    ) async -> [TCPEvidence.Attempt] {
        var results = [ConnectionAttempt.Result?](repeating: nil, count: addresses.count)
        await withTaskGroup(of: Step?.self) { [loop, source] group in
            var started = 0
            var ended = 0
            var isDecided = false
            func startNext() {
                guard started < addresses.count else { return }
                let (index, attempt) = (
                    started, ConnectionAttempt(address: addresses[started], loop: loop, source: source)
                )
                started += 1
                group.addTask { .ended(index, await attempt.run(until: deadline)) }
                guard started < addresses.count, !isDecided else { return }
                let count = started
                group.addTask {
                    (try? await loop.sleep(until: .now + Self.attemptDelay)).map { .delayOver(count) }
                }
            }
            /// Whether an attempt is still waited for. That to a doubtful address is of use only if no other one succeeds.
            func isWaiting() -> Bool {
                isDecided ? results[..<certain].contains { $0 == nil } : ended < addresses.count
            }
            startNext()
            while isWaiting(), let step = await group.next() {
                switch step {
                case .ended(let index, let result):
                    ended += 1
                    results[index] = result
                    if result.outcome == .connected, !isDecided {
                        isDecided = true
                        if let socket = result.socket { decided(socket) }
                        while started < certain { startNext() }
                        let grace = max(Self.graceAfterWinner, result.duration * 4)
                        group.addTask { (try? await loop.sleep(until: min(.now + grace, deadline))).map { .graceOver } }
                    } else if !isDecided {
                        startNext()
                    }
                case .delayOver(let count):
                    if count == started, !isDecided { startNext() }
                case .graceOver:
                    group.cancelAll()
                case nil:
                    break
                }
            }
            group.cancelAll()
            if !isDecided { decided(nil) }
        }
        return addresses.indices.compactMap { index in
            results[index].map { result in
                var attempt = TCPEvidence.Attempt(addresses[index], result)
                // The grace period is over. For a waiting user, an address without a response in this time is dead.
                if attempt.outcome == .abandoned, index < certain { attempt.outcome = .timeout }
                return attempt
            }
        }
    }

    /// The addresses with alternating address families, beginning with that of the first one (RFC 8305 section 4).
    public static func interlaced(_ addresses: [SocketAddress]) -> [SocketAddress] {
        guard addresses.count > 1 else { return addresses }
        let first = addresses[0].address.family
        let preferred = addresses.filter { $0.address.family == first }
        let others = addresses.filter { $0.address.family != first }
        var result: [SocketAddress] = []
        for index in 0..<max(preferred.count, others.count) {
            if index < preferred.count { result.append(preferred[index]) }
            if index < others.count { result.append(others[index]) }
        }
        return result
    }
}

extension TCPEvidence.Attempt {
    fileprivate init(_ address: SocketAddress, _ result: ConnectionAttempt.Result) {
        self.init(
            address: address.address, port: address.port, outcome: result.outcome, duration: result.duration,
            error: result.error)
        refusal = result.refusal
        if result.isRepeated { isRepeated = true }
        let isUnanswered = result.isRepeated || result.outcome == .timeout
        if isUnanswered, ECNSetting.isRequested { isECNRequested = true }
    }
}
