public import EventLoopKit
public import NetworkModel

/// Sends packets to a destination with the default hop limit and, if requested, with every smaller one as well, and collects
/// the responses: which host rejects the packets, and how far they get (traceroute(1)). It requires no privilege: a socket
/// with an error queue receives ICMP errors, since Linux 5.8 also while its SYN is in progress.
public struct TraceProbe: Sendable {
    /// The largest hop limit that is tried. Faults that users can correct are near.
    public static let maxHops = 16

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let hops: Int
    private let loop: EventLoop
    /// The time between two packets, since routers limit the rate of their ICMP errors (RFC 4443 section 2.4).
    private static let spacing = Duration.milliseconds(2)

    /// Creates a trace.
    ///
    /// - Parameters:
    ///   - destination: The destination, whose port does not matter for ICMP.
    ///   - transport: The protocol of the packets.
    ///   - hops: The largest hop limit to try, from 1; 0 for only the packet with the default one.
    ///   - loop: The loop on which the probe runs.
    public init(
        _ destination: SocketAddress, as transport: PathEvidence.Transport, hops: Int = maxHops, loop: EventLoop
    ) {
        self.destination = destination
        self.transport = transport
        self.hops = min(max(hops, 0), Self.maxHops)
        self.loop = loop
    }

    /// Sends the packets. It ends when all results are known, or at the time limit, which a silent router exhausts.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(800)) async throws -> PathEvidence.Trace {
        let begun = ContinuousClock.now
        var deadline = begun + limit
        let damaged = ChecksumErrors.count
        async let arrival = ArrivalProbe(destination: destination, transport: transport, loop: loop)
            .observe(until: begun + limit, after: hops > 0 ? Self.lead : min(ArrivalProbe.head, limit / 8))
        // The key 0 denotes the default hop limit.
        var answers: [Int: TracePacket.Response] = [:]
        if hops > 0, transport == .tcp, limit >= Self.lead * 2 {
            answers[1] = try await nearest(until: begun + Self.lead)
            // The other packets have as much time as without it.
            deadline += begun.duration(to: .now)
        }
        let end = deadline
        let isNearestKnown = answers[1] != nil
        try await withThrowingTaskGroup(of: (Int, TracePacket.Response).self) { group in
            for hop in 0...hops where hop != 1 || !isNearestKnown {
                let packet = TracePacket(
                    destination: destination, transport: transport, hopLimit: hop == 0 ? nil : hop, loop: loop)
                let start = ContinuousClock.now + Self.spacing * hop
                group.addTask { [loop] in
                    if hop > 0 { try await loop.sleep(until: start) }
                    return (hop, try await packet.response(until: end))
                }
            }
            var moreSYNs = transport == .tcp && hops > 0 ? Self.moreSYNs : 0
            func waitForNextSYN() {
                let next = min(ContinuousClock.now + Self.spacingOfSYNs, end)
                group.addTask { [loop] in
                    try await loop.sleep(until: next)
                    return (Self.timer, .silent)
                }
            }
            if moreSYNs > 0 { waitForNextSYN() }
            while let (hop, answer) = try await group.next() {
                if hop == Self.timer {
                    guard moreSYNs > 0, answers[0] == nil else { continue }
                    moreSYNs -= 1
                    let packet = TracePacket(destination: destination, transport: .tcp, hopLimit: nil, loop: loop)
                    group.addTask { (0, try await packet.response(until: end)) }
                    waitForNextSYN()
                    continue
                }
                // Of several SYNs with the default hop limit, one with a response decides.
                if case .silent = answer, answers[hop] != nil { continue }
                answers[hop] = answer
                guard isComplete(answers) else { continue }
                group.cancelAll()
                break
            }
        }
        var trace = trace(answers)
        // The kernel does not report that its own packet filter drops a SYN, and one that resets the connection looks like
        // the peer.
        let mayBeOwn = trace.outcome == .silent || trace.outcome == .answered
        if transport == .tcp, mayBeOwn, let code = RawSYN.refusal(of: destination) {
            (trace.outcome, trace.failure, trace.hops) = (.unsent, SystemError.name(code), [])
        }
        if trace.outcome == .silent {
            trace.arrival = try await arrival
            let count = ChecksumErrors.count - damaged
            // A response that arrived and was dropped is among them.
            var isOwn = trace.arrival != nil && trace.arrival?.isIntact != true && count > 0
            if !isOwn, trace.arrival == nil {
                isOwn = try await self.isOwn(damaged: count, in: begun.duration(to: .now))
            }
            if isOwn { trace.damaged = count }
        }
        return trace
    }

    /// The number of further SYNs with the default hop limit while there is no response, each of which is sent twice: if half of
    /// all packets are lost, a few are not enough to tell that from a host that does not respond.
    private static let moreSYNs = 3
    private static let spacingOfSYNs = Duration.milliseconds(150)
    /// The key for the time of the next of these SYNs.
    private static let timer = -1

    /// The time by which SYNs for the nearest router precede the others, if it does not report them.
    private static let lead = Duration.milliseconds(300)
    /// The number of those SYNs.
    private static let leadingPackets = 3

    /// The report of the nearest router about a SYN. If that router forwards SYNs back to this link, as a home router does for
    /// one of its own addresses, Linux sends a redirect for each, after which it reports nothing for a second.
    ///
    /// - Returns: `nil` if there was none.
    private func nearest(until deadline: ContinuousClock.Instant) async throws -> TracePacket.Response? {
        let packet = TracePacket(destination: destination, transport: transport, hopLimit: 1, loop: loop)
        let begun = ContinuousClock.now
        for number in 1...Self.leadingPackets {
            let end = begun + begun.duration(to: deadline) * number / Self.leadingPackets
            let answer = try await packet.response(until: end)
            guard case .silent = answer else { return answer }
        }
        return nil
    }

    /// The time without packets of this trace, after which damaged ones of other programs are known.
    private static let control = Duration.milliseconds(150)

    /// Whether packets that arrived damaged were responses to this trace: fewer of them arrive once it sends nothing.
    ///
    /// - Parameters:
    ///   - count: Their number while it waited for responses.
    ///   - time: How long it waited.
    private func isOwn(damaged count: Int, in time: Duration) async throws -> Bool {
        guard count > 1 else { return count > 0 }
        let before = ChecksumErrors.count
        let begun = ContinuousClock.now
        try await loop.sleep(until: begun + Self.control)
        return Self.isCorrelated(
            count, in: time, others: ChecksumErrors.count - before, inControl: begun.duration(to: .now))
    }

    /// Whether the number of damaged packets is at least two more than twice what other traffic explains.
    static func isCorrelated(_ count: Int, in time: Duration, others: Int, inControl control: Duration) -> Bool {
        let expected = Double(others) * (time / max(control, .milliseconds(1)))
        return Double(count) >= 2 + 2 * expected
    }

    /// Whether the results are known for the default packet, and for all hop limits up to the one that reached the end of the
    /// path.
    private func isComplete(_ answers: [Int: TracePacket.Response]) -> Bool {
        guard let usual = answers[0] else { return false }
        if case .unsent = usual { return true }
        guard let last = end(of: answers) else { return answers.count == hops + 1 }
        return (1..<last).allSatisfy { answers[$0] != nil }
    }

    /// The smallest hop limit with which the result is something else than silence or an exceeded hop limit.
    private func end(of answers: [Int: TracePacket.Response]) -> Int? {
        guard hops > 0 else { return 1 }
        return (1...hops).first { hop in
            switch answers[hop] {
            case .answered, .unsent: true
            case .error(let error, _): error.meaning != .timeExceeded
            case .silent, nil: false
            }
        }
    }

    /// The result of the default packet. A router that has exhausted its rate of errors is silent about it. Its error for a
    /// packet that would have got as far applies to both.
    private func defaultOutcome(_ answers: [Int: TracePacket.Response], _ end: Int?) -> TracePacket.Response? {
        guard let end, end > 0, case .silent = answers[0] ?? .silent else { return answers[0] }
        return answers[end] ?? .silent
    }

    private func trace(_ answers: [Int: TracePacket.Response]) -> PathEvidence.Trace {
        var trace = PathEvidence.Trace(
            address: destination.address, port: transport == .icmp ? 0 : destination.port, transport: transport,
            outcome: .silent)
        let end = end(of: answers)
        if hops > 0, let end, case .answered = answers[end] { trace.answeredAt = end }
        switch defaultOutcome(answers, end) {
        case .answered: trace.outcome = .answered
        case .error(let error, _): (trace.outcome, trace.error) = (.refused, error)
        case .unsent(let name): (trace.outcome, trace.failure) = (.unsent, name)
        case .silent, nil: break
        }
        let last = end ?? hops + 1
        for limit in 1..<max(last, 1) where limit <= hops {
            guard case .error(let error, let roundTrip) = answers[limit] else {
                trace.hops.append(.init(limit: limit))
                continue
            }
            trace.hops.append(.init(limit: limit, address: error.reporter, roundTrip: roundTrip))
        }
        while let last = trace.hops.last, last.address == nil { trace.hops.removeLast() }
        return trace
    }
}
