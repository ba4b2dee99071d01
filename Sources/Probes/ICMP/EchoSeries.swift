public import EventLoopKit
import Glibc
import SystemAddresses
public import NetworkModel

/// Several echo requests in a row, to measure their loss and the variation of round trips.
public struct EchoSeries: Sendable {
    private let address: IPAddress
    private let loop: EventLoop
    private let settings: EchoSettings
    private let patience: Duration
    private let interface: String?

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - loop: The loop on which the probe runs.
    ///   - settings: The number, interval and form of the requests.
    ///   - patience: How long to wait for the last reply; longer if the others were slow.
    ///   - interface: The interface to use regardless of routes; `nil` for that chosen by the kernel.
    public init(
        address: IPAddress, loop: EventLoop, settings: EchoSettings, patience: Duration = .seconds(1),
        on interface: String? = nil
    ) {
        self.interface = interface
        self.patience = patience
        self.address = address
        self.loop = loop
        self.settings = settings
    }

    /// The results so far.
    private struct Counts {
        var sent: [ContinuousClock.Instant] = []
        var roundTrips: [Duration] = []
        var answered: Set<UInt16> = []
        var error: QueuedError?
        var failure: CInt?
    }

    /// Sends all requests, one after each interval, and waits for the replies.
    ///
    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> EchoEvidence {
        switch EchoSocket.open(to: address, on: interface) {
        case .notPermitted: return .notPermitted(to: address)
        case .failed(let code): return .notSent(to: address, code)
        case .open(let socket):
            return evidence(try await run(on: socket, until: deadline))
        }
    }

    private func run(on socket: EchoSocket, until deadline: ContinuousClock.Instant) async throws -> Counts {
        let identifier = UInt16.random(in: 1...UInt16.max)
        var tally = Counts()
        while tally.failure == nil, ContinuousClock.now < deadline {
            if tally.sent.count < settings.count {
                tally.sent.append(.now)
                let code = socket.send(identifier: identifier, sequence: UInt16(tally.sent.count))
                if code != 0, code != EAGAIN, code != ENOBUFS { tally.failure = code }
            }
            let isLast = tally.sent.count == settings.count
            let paused = ContinuousClock.now
            // The first reply may show that the others take longer as well, as over a satellite.
            func end(_ longest: Duration?) -> ContinuousClock.Instant {
                min(paused + (isLast ? max(patience, (longest ?? .zero) * 2) : settings.interval), deadline)
            }
            while try await socket.socket.wait(until: end(tally.roundTrips.max()), on: loop) {
                // Bounded, so that a flood of other replies cannot delay the deadline.
                received: for _ in 0..<64 {
                    switch socket.receive(identifier: identifier) {
                    case .reply(let sequence, let late) where (1...tally.sent.count).contains(Int(sequence)):
                        guard tally.answered.insert(sequence).inserted else { continue }
                        tally.roundTrips.append(EchoSocket.roundTrip(since: tally.sent[Int(sequence) - 1], taken: late))
                    case .error(let error): tally.error = error
                    case .nothing: break received
                    case .reply, .unrelated: continue
                    }
                }
                if isLast, tally.roundTrips.count == tally.sent.count { return tally }
                if isLast, tally.error != nil, tally.roundTrips.isEmpty { return tally }
            }
            if isLast { return tally }
        }
        return tally
    }

    private func evidence(_ tally: Counts) -> EchoEvidence {
        let isHeard = !tally.roundTrips.isEmpty
        var evidence = EchoEvidence(
            address: address,
            outcome: isHeard ? .reply : tally.error != nil || tally.failure != nil ? .unreachable : .timeout,
            sent: tally.sent.count, received: tally.roundTrips.count, roundTrip: tally.roundTrips.min(),
            reporter: tally.error?.reporter, detail: tally.error?.detail ?? tally.failure.map(SystemError.text),
            error: tally.error?.icmp, failure: tally.failure.map(SystemError.name))
        guard isHeard else { return evidence }
        if Self.areLimited(tally.answered.map(Int.init), of: tally.sent.count) { evidence.isLimited = true }
        evidence.meanRoundTrip = Milliseconds(tally.roundTrips.reduce(.zero, +) / tally.roundTrips.count)
        evidence.medianRoundTrip = Milliseconds(tally.roundTrips.sorted()[tally.roundTrips.count / 2])
        // RFC 3550 section 6.4.1: the estimate changes by a sixteenth of each difference.
        var jitter = Duration.zero
        for (before, after) in zip(tally.roundTrips, tally.roundTrips.dropFirst()) {
            let difference = after > before ? after - before : before - after
            jitter += (difference - jitter) / 16
        }
        evidence.jitter = Milliseconds(jitter)
        return evidence
    }

    /// Whether those requests of a series that were answered suggest that the host limits the rate of its replies. Random loss
    /// rarely leaves the first requests alone, or equal pauses.
    ///
    /// - Parameter answered: The numbers of the requests that were answered, from 1.
    static func areLimited(_ answered: [Int], of count: Int) -> Bool {
        let answered = answered.sorted()
        guard answered.first == 1, answered.count < count else { return false }
        let gaps = zip(answered.dropFirst(), answered).map { $0 - $1 }
        // As many as the limit has saved up, and then one whenever it allows another.
        let later = gaps.drop { $0 == 1 }
        guard let shortest = later.min(), let longest = later.max() else { return true }
        return shortest > 1 && longest - shortest <= 1
    }
}
