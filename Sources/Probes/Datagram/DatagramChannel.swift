public import EventLoopKit
import FoundationEssentials
import Glibc
public import NetworkModel
import SystemAddresses

/// Sends datagrams to a server, and receives the responses, including ICMP errors.
public struct DatagramChannel: Sendable {
    /// The result of an exchange.
    public struct Exchange: Sendable {
        /// The result for reports, which the evidence of a kind contains (`JudgedEvidence.datagrams`).
        public var evidence: DatagramEvidence
        /// The datagram that was accepted as the response; `nil` if there was none.
        public var answer: [UInt8]?
        /// The last datagram that was sent, to which ``answer`` is the response; empty if none was created.
        public var question: [UInt8] = []
        /// When that was sent, by the wall clock: since 1970, with microsecond resolution.
        public var sentAt = Duration.zero
        /// When the response was received, by the wall clock: since 1970, with microsecond resolution.
        public var receivedAt = Duration.zero
    }

    /// The maximum length of a received datagram in bytes; longer ones are truncated.
    private static let maxBytes = 65_536
    /// The maximum number of addresses of a name that are tried.
    private static let maxAddresses = 4
    /// The number of other datagrams that are received as they come. Then a pause follows each batch, and the kernel drops what
    /// does not fit into the buffer meanwhile: receiving a flood took up to half a processor.
    private static let maxUnpaused = 1_024
    private static let pause = Duration.milliseconds(20)

    private let destinations: [SocketAddress]
    private let loop: EventLoop
    private let deadline: ContinuousClock.Instant

    /// Creates a channel to a server.
    ///
    /// - Parameters:
    ///   - destinations: The addresses of the server, of which the first four are used.
    ///   - loop: The loop on which the datagrams are received.
    ///   - deadline: When an exchange ends at the latest.
    /// - Returns: `nil` if there is no address.
    public init?(to destinations: [SocketAddress], loop: EventLoop, until deadline: ContinuousClock.Instant) {
        guard !destinations.isEmpty else { return nil }
        self.destinations = Array(destinations.prefix(Self.maxAddresses))
        self.loop = loop
        self.deadline = deadline
    }

    /// The same channel for four fifths of the remaining time, for protocols whose responses are of no use that late. The rest is for
    /// finding out the reason of silence.
    public func endingEarlier() -> DatagramChannel {
        let now = ContinuousClock.now
        return DatagramChannel(self, until: now + now.duration(to: deadline) * 4 / 5)
    }

    private init(_ channel: DatagramChannel, until deadline: ContinuousClock.Instant) {
        (destinations, loop, self.deadline) = (channel.destinations, channel.loop, deadline)
    }

    /// Tries the addresses in turn until one of them responds. Each gets an equal share of the remaining time.
    ///
    /// - Parameters:
    ///   - attempts: How often an address without a response is tried, 1 to 10.
    ///   - interval: The time from one attempt to the next.
    ///   - question: Creates the datagram for an attempt, counted from 0; called for each attempt, and for each address.
    ///   - isAnswer: Whether a datagram is the response to a request. Other datagrams are counted and ignored.
    /// - Returns: The exchange with the first address that responded, or else with the first one that is the most informative: a
    ///   refusal, another ICMP error, datagrams that are no response, silence. If all addresses are silent, it names the others.
    /// - Throws: `CancellationError`, or ``ProbeError`` if no socket is available.
    public func exchange(
        attempts: Int, every interval: Duration, _ question: @Sendable (_ attempt: Int) -> [UInt8],
        isAnswer: @Sendable (_ answer: [UInt8], _ question: [UInt8]) -> Bool
    ) async throws -> Exchange {
        var failed: [Exchange] = []
        for (index, destination) in destinations.enumerated() {
            let now = ContinuousClock.now
            let share = now + now.duration(to: deadline) / (destinations.count - index)
            let exchange = try await exchange(
                destination, attempts: min(max(attempts, 1), 10), every: interval, question, isAnswer, until: share)
            if exchange.evidence.outcome == .answered { return exchange }
            failed.append(exchange)
        }
        guard var best = failed.first else { return .unsent(destinations[0], ETIMEDOUT) }
        for exchange in failed where exchange.evidence.information > best.evidence.information { best = exchange }
        if failed.count > 1, failed.allSatisfy({ $0.evidence.isSilence }) {
            best.evidence.alsoSilent = failed.map(\.evidence.address).filter { $0 != best.evidence.address }
        }
        return best
    }

    private func exchange(
        _ destination: SocketAddress, attempts: Int, every interval: Duration,
        _ question: @Sendable (Int) -> [UInt8], _ isAnswer: @Sendable ([UInt8], [UInt8]) -> Bool,
        until deadline: ContinuousClock.Instant
    ) async throws -> Exchange {
        let socket = try ProbeSocket.datagrams(destination.address.family)
        do throws(ProbeSocket.Failure) {
            try socket.connect(to: destination)
        } catch {
            return .unsent(destination, error.code)
        }
        var exchange = Exchange(evidence: DatagramEvidence(destination, outcome: .silent))
        for attempt in 0..<attempts {
            exchange.question = question(attempt)
            let begun = ContinuousClock.now
            guard begun < deadline else { break }
            exchange.sentAt = Self.wallClock
            let code = socket.send(exchange.question)
            // The next call reports an error for the previous datagram. One that an interface of this machine drops is lost like
            // any other: its link may just have gone down.
            guard [0, ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENOBUFS].contains(code) else {
                if exchange.evidence.sent > 0 { break }
                return .unsent(destination, code)
            }
            exchange.evidence.sent += 1
            let pause = attempt == attempts - 1 ? deadline : min(deadline, begun + interval)
            if try await receive(&exchange, on: socket, isAnswer, since: begun, until: pause) { break }
        }
        return exchange
    }

    private static var wallClock: Duration { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) }

    /// Receives datagrams and errors.
    ///
    /// - Returns: Whether the exchange is finished.
    private func receive(
        _ exchange: inout Exchange, on socket: ProbeSocket, _ isAnswer: ([UInt8], [UInt8]) -> Bool,
        since begun: ContinuousClock.Instant, until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        while try await socket.wait(until: deadline, on: loop) {
            if let error = socket.takeError() {
                guard let icmp = error.icmp else {
                    (exchange.evidence.outcome, exchange.evidence.failure) = (.unsent, SystemError.name(error.code))
                    return true
                }
                let isPeers = icmp.reporter?.bytes == exchange.evidence.address.bytes
                exchange.evidence.error = icmp
                exchange.evidence.outcome = icmp.meaning == .portUnreachable && isPeers ? .refused : .unreachable
                return true
            }
            // Bounded, so that a flood cannot delay the deadline.
            for _ in 0..<64 {
                guard let datagram = socket.receive(atMost: Self.maxBytes) else { break }
                guard isAnswer(datagram, exchange.question) else {
                    exchange.evidence.strays = min(exchange.evidence.strays + 1, 1_000_000)
                    continue
                }
                exchange.receivedAt = Self.wallClock
                exchange.answer = datagram
                exchange.evidence.outcome = .answered
                exchange.evidence.roundTrip = Milliseconds(begun.duration(to: .now))
                return true
            }
            guard ContinuousClock.now < deadline else { return false }
            if exchange.evidence.strays >= Self.maxUnpaused {
                try await loop.sleep(until: min(deadline, .now + Self.pause))
            }
        }
        return false
    }
}

extension DatagramEvidence {
    /// How much a failed exchange tells about the server.
    fileprivate var information: Int {
        switch outcome {
        case .answered: 5
        case .refused: 4
        case .unreachable: 3
        case .silent: strays > 0 ? 2 : 1
        case .unsent: 0
        }
    }

    fileprivate var isSilence: Bool { outcome == .silent && strays == 0 }
}

extension DatagramChannel.Exchange {
    fileprivate static func unsent(_ destination: SocketAddress, _ code: CInt) -> Self {
        var evidence = DatagramEvidence(destination, outcome: .unsent)
        evidence.failure = SystemError.name(code)
        return Self(evidence: evidence)
    }
}
