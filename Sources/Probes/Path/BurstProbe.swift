public import EventLoopKit
import Glibc
public import NetworkModel

/// Tests whether a host responds to a small burst as it does to single requests: echo requests one after the other, then as
/// many at once as a page's first flight has (RFC 6928: ten segments, twice).
public struct BurstProbe: Sendable {
    private let address: IPAddress
    private let loop: EventLoop
    private static let calm = 4
    private static let burst = 20
    /// The size of all IP packets, in bytes: one that passes every common link, unless a smaller one is known. Some hosts reply
    /// to small echo requests only, which single requests of the same size show.
    private let size: Int

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - largest: The size of the largest packets that pass to it, in bytes.
    ///   - loop: The loop on which the probe runs.
    public init(address: IPAddress, largest: Int = 1_280, loop: EventLoop) {
        self.address = address
        size = min(max(largest, 68), 1_280)
        self.loop = loop
    }

    /// Sends the requests.
    ///
    /// - Returns: `nil` without permission to send echo requests, and if none can be sent.
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration = .milliseconds(900)) async throws -> PathEvidence.Burst? {
        let end = ContinuousClock.now + limit
        guard case .open(let socket) = EchoSocket.open(to: address) else { return nil }
        let identifier = UInt16.random(in: 1...UInt16.max)
        var tally = Counts()
        for _ in 0..<Self.calm {
            guard tally.send(1, on: socket, identifier, size: size) else { return nil }
            let wait = ContinuousClock.now + limit / (Self.calm * 3)
            try await receiveReplies(&tally, on: socket, identifier, until: wait)
        }
        guard tally.send(Self.burst, on: socket, identifier, size: size) else { return nil }
        try await receiveReplies(&tally, on: socket, identifier, until: end)
        // A single request whose reply was late still has a reply.
        let calm = tally.load(of: 1...Self.calm)
        return .init(address: address, calm: calm, burst: tally.load(of: Self.calm + 1...Self.calm + Self.burst))
    }

    private struct Counts {
        var sent: [ContinuousClock.Instant] = []
        var roundTrips: [Int: Duration] = [:]

        mutating func send(
            _ count: Int, on socket: EchoSocket, _ identifier: UInt16, size: Int
        ) -> Bool {
            for _ in 0..<count {
                sent.append(.now)
                // A full queue of this machine is part of what is tested.
                let code = socket.send(identifier: identifier, sequence: UInt16(sent.count), size: size)
                guard code == 0 || code == EAGAIN || code == ENOBUFS else { return false }
            }
            return true
        }

        func load(of numbers: ClosedRange<Int>) -> PathEvidence.Burst.Load {
            let heard = numbers.compactMap { roundTrips[$0] }
            var load = PathEvidence.Burst.Load(
                sent: numbers.count, received: heard.count, longest: heard.max(), shortest: heard.min())
            if heard.count < numbers.count { load.leading = numbers.prefix { roundTrips[$0] != nil }.count }
            return load
        }
    }

    /// Receives replies until all have arrived.
    private func receiveReplies(
        _ tally: inout Counts, on socket: EchoSocket, _ identifier: UInt16,
        until deadline: ContinuousClock.Instant
    ) async throws {
        while tally.roundTrips.count < tally.sent.count,
            try await socket.socket.wait(until: deadline, on: loop)
        {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            received: for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply(let number, let late) where (1...tally.sent.count).contains(Int(number)):
                    let number = Int(number)
                    tally.roundTrips[number] =
                        tally.roundTrips[number] ?? EchoSocket.roundTrip(since: tally.sent[number - 1], taken: late)
                case .nothing: break received
                case .reply, .error, .unrelated: continue
                }
            }
        }
    }
}
