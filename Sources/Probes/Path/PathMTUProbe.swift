public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Finds the sizes of packets that pass to a host and back (RFC 8899 section 1.1, RFC 4821 section 7.2). It sends
/// unfragmented echo requests of the usual sizes at once, and then narrows the range between the largest that passed and the
/// next one. A size is only too large if a smaller request that is sent right after it is answered, several times: a host that
/// limits its replies, and a lossy path, answer some of many requests at random.
public struct PathMTUProbe: Sendable {
    private let address: IPAddress
    private let interfaceMTU: Int
    private let loop: EventLoop
    /// The sizes are IPv6's minimum (RFC 8200), those of tunnels, PPPoE (RFC 2516), and Ethernet.
    private static let usual = [576, 1280, 1400, 1420, 1440, 1460, 1480, 1492, 1500]

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - interfaceMTU: The MTU of the outgoing interface, 576 to 65,535 bytes, which is the largest size that can be
    ///     sent.
    ///   - loop: The loop on which the probe runs.
    public init(address: IPAddress, interfaceMTU: Int, loop: EventLoop) {
        self.address = address
        self.interfaceMTU = min(max(interfaceMTU, 576), 65_535)
        self.loop = loop
    }

    /// Sends the requests.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(1_200)) async throws -> PathEvidence.Sizes {
        let deadline = ContinuousClock.now + limit
        var sizes = Set(Self.usual.filter { $0 < interfaceMTU })
        sizes.insert(interfaceMTU)
        var found = PathEvidence.Sizes(address: address)
        // The distance of the host is not known yet.
        var patience = min(limit / 3, Self.patienceAtFirst)
        // What is not confirmed is not found.
        var reserve = Duration.zero
        for _ in 0...Self.maxRefinements where ContinuousClock.now < deadline - reserve {
            let slowest = try await round(sizes, into: &found, until: min(.now + patience, deadline - reserve))
            patience = max(Self.leastPatience, (slowest ?? .zero) * 6)
            reserve = min(max(Self.leastReserve, (slowest ?? .zero) * 2), limit / 2)
            guard let largest = found.blackHole, let next = found.silent.first(where: { $0 > largest }) else { break }
            guard next - largest > 1 else { break }
            let step = max(1, (next - largest) / Self.sizesAtOnce)
            sizes = Set(stride(from: largest + step, to: next, by: step))
        }
        try await confirm(&found, patience: max(Self.leastPatience, patience / 2), until: deadline)
        return found
    }

    /// Compares the largest size with a reply to the next one until that is confirmed, or refuted.
    private func confirm(
        _ found: inout PathEvidence.Sizes, patience: Duration, until deadline: ContinuousClock.Instant
    ) async throws {
        var (confirmed, missed) = (0, 0)
        // A size that had no reply passes now: packets are lost whatever their size, so that one comparison is not enough.
        var isLossy = false
        for _ in 0..<Self.maxComparisons where ContinuousClock.now < deadline {
            guard confirmed < Self.confirmations, missed <= 1, let largest = found.blackHole,
                let next = found.silent.first(where: { $0 > largest })
            else { break }
            switch try await compare(next, with: largest, until: min(.now + patience, deadline)) {
            case .bothPass:
                found.silent.removeAll { $0 == next }
                found.answered.append(next)
                found.answered.sort()
                (confirmed, missed, isLossy) = (0, 0, true)
            case .onlySmallerPasses: confirmed += 1
            case .neitherPasses: missed += 1
            case .tooBig(let error): found.tooBig = error
            }
        }
        if found.blackHole != nil, confirmed <= missed || isLossy && confirmed < Self.confirmations {
            found.isDoubtful = true
        }
    }

    private enum Comparison: Sendable {
        case bothPass, onlySmallerPasses, neitherPasses
        case tooBig(ICMPError)
    }

    /// Sends a size without a reply, one with a reply, and the first one again. A host that limits its replies prefers the first
    /// request; a path that loses every other packet loses the third one only if it passes the first one the next time.
    private func compare(
        _ large: Int, with small: Int, until deadline: ContinuousClock.Instant
    ) async throws -> Comparison {
        guard case .open(let socket) = EchoSocket.openUnfragmented(to: address) else { return .neitherPasses }
        let identifier = UInt16.random(in: 1...UInt16.max)
        for (number, size) in [large, small, large].enumerated() {
            let code = socket.sendUnfragmented(identifier: identifier, sequence: UInt16(number + 1), size: size)
            guard code == 0 || code == EAGAIN || code == ENOBUFS else { return .neitherPasses }
        }
        var isSmallerHeard = false
        while try await socket.socket.wait(until: deadline, on: loop) {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            received: for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply(2, _): isSmallerHeard = true
                case .reply(1, _), .reply(3, _): return .bothPass
                case .error(let error):
                    if let icmp = error.icmp, icmp.meaning == .tooBig { return .tooBig(icmp) }
                case .nothing: break received
                case .reply, .unrelated: continue
                }
            }
        }
        return isSmallerHeard ? .onlySmallerPasses : .neitherPasses
    }

    /// How often the smallest size without a reply has to be silent beside a smaller one with a reply.
    private static let confirmations = 3
    /// The maximum number of comparisons, of which each may refute one size.
    private static let maxComparisons = 8

    /// How often the range is narrowed, and with how many sizes each time: from 900 bytes to one.
    private static let maxRefinements = 3
    private static let sizesAtOnce = 12
    /// Routers on the link, and this machine itself, may be busy.
    private static let leastPatience = Duration.milliseconds(100)
    private static let patienceAtFirst = Duration.milliseconds(270)
    /// The least time that is left for comparisons.
    private static let leastReserve = Duration.milliseconds(250)

    private enum PacketOutcome: Sendable {
        case answered(Duration)
        case tooBig(ICMPError)
        case silent, notPermitted, unsent
    }

    /// Sends each size at most twice.
    ///
    /// - Returns: The longest round trip of those with a reply.
    private func round(
        _ sizes: Set<Int>, into found: inout PathEvidence.Sizes, until deadline: ContinuousClock.Instant
    ) async throws -> Duration? {
        let half = ContinuousClock.now + ContinuousClock.now.duration(to: deadline) / 2
        let fates = try await withThrowingTaskGroup(of: (Int, PacketOutcome).self) { group in
            for size in sizes {
                group.addTask { (size, try await outcome(of: size, half, deadline)) }
            }
            return try await group.reduce(into: [(Int, PacketOutcome)]()) { $0.append($1) }
        }
        var slowest: Duration?
        for (size, fate) in fates {
            switch fate {
            case .answered(let roundTrip):
                found.answered.append(size)
                found.silent.removeAll { $0 == size }
                slowest = max(slowest ?? .zero, roundTrip)
            case .silent where found.silent.contains(size): break
            case .silent: found.silent.append(size)
            case .tooBig(let error): found.tooBig = error
            case .notPermitted: found.isNotPermitted = true
            case .unsent: break
            }
        }
        found.answered.sort()
        found.silent.sort()
        return slowest
    }

    private func outcome(
        of size: Int, _ half: ContinuousClock.Instant, _ deadline: ContinuousClock.Instant
    ) async throws -> PacketOutcome {
        switch EchoSocket.openUnfragmented(to: address) {
        case .notPermitted: return .notPermitted
        case .failed: return .unsent
        case .open(let socket):
            let identifier = UInt16.random(in: 1...UInt16.max)
            for (number, wait) in [half, deadline].enumerated() {
                let sent = ContinuousClock.now
                let code = socket.sendUnfragmented(
                    identifier: identifier, sequence: UInt16(number + 1), size: size)
                // A queue that drops what is too large for the other end reports ENOBUFS (IP_RECVERR).
                guard code == 0 || code == EAGAIN || code == ENOBUFS else { return .unsent }
                if let fate = try await outcome(on: socket, identifier, since: sent, until: wait) { return fate }
            }
            return .silent
        }
    }

    private func outcome(
        on socket: EchoSocket, _ identifier: UInt16, since sent: ContinuousClock.Instant,
        until deadline: ContinuousClock.Instant
    ) async throws -> PacketOutcome? {
        while try await socket.socket.wait(until: deadline, on: loop) {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            received: for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply: return .answered(sent.duration(to: .now))
                case .error(let error):
                    if let icmp = error.icmp, icmp.meaning == .tooBig { return .tooBig(icmp) }
                    return .unsent
                case .nothing: break received
                case .unrelated: continue
                }
            }
        }
        return nil
    }
}
