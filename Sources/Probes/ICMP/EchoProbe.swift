public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// ICMP echo (RFC 792, RFC 4443 section 4): whether the host is there, and how far away it is.
public struct EchoProbe: Sendable {
    private let address: IPAddress
    private let loop: EventLoop
    /// The maximum number of requests; the first reply ends the probe.
    private let attempts: Int
    /// The time from one request to the next.
    private let interval: Duration
    private let source: IPAddress?
    private let interface: String?

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - loop: The loop on which the probe runs.
    ///   - attempts: The number of requests, 1 to 10.
    ///   - interval: The time between requests, at least 10 ms.
    ///   - source: The source address; `nil` for that chosen by the kernel.
    ///   - interface: The interface to use regardless of routes; `nil` for that chosen by the kernel.
    public init(
        address: IPAddress, loop: EventLoop, attempts: Int = 2, interval: Duration = .milliseconds(400),
        from source: IPAddress? = nil, on interface: String? = nil
    ) {
        self.source = source
        self.interface = interface
        self.address = address
        self.loop = loop
        self.attempts = min(max(attempts, 1), 10)
        self.interval = max(interval, .milliseconds(10))
    }

    /// Sends a request, and another one after each interval without a reply. Returns with the first reply or ICMP error.
    ///
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration) async throws -> EchoEvidence {
        switch EchoSocket.open(to: address, from: source, on: interface) {
        case .notPermitted: return .notPermitted(to: address)
        case .failed(let code): return .notSent(to: address, code)
        case .open(let socket):
            return try await observe(on: socket, until: .now + limit)
        }
    }

    private func observe(
        on socket: EchoSocket, until deadline: ContinuousClock.Instant
    ) async throws -> EchoEvidence {
        let identifier = UInt16.random(in: 1...UInt16.max)
        var sent: [ContinuousClock.Instant] = []
        func ended(
            _ outcome: EchoEvidence.Outcome, roundTrip: Duration? = nil, reporter: IPAddress? = nil,
            detail: String? = nil, error: ICMPError? = nil, failure: String? = nil
        ) -> EchoEvidence {
            EchoEvidence(
                address: address, outcome: outcome, sent: sent.count, received: outcome == .reply ? 1 : 0,
                roundTrip: roundTrip, reporter: reporter, detail: detail, error: error, failure: failure)
        }
        while ContinuousClock.now < deadline {
            if sent.count < attempts {
                sent.append(.now)
                let code = socket.send(identifier: identifier, sequence: UInt16(sent.count))
                // A packet filter of this machine rejects packets with EPERM, which does not mean that the permission is
                // missing.
                if code != 0, code != EAGAIN, code != ENOBUFS {
                    return ended(.unreachable, detail: SystemError.text(code), failure: SystemError.name(code))
                }
            }
            let next = sent.count < attempts ? min(.now + interval, deadline) : deadline
            while try await socket.socket.wait(until: next, on: loop) {
                // Bounded, so that a flood of other replies cannot delay the deadline.
                received: for _ in 0..<64 {
                    switch socket.receive(identifier: identifier) {
                    case .reply(let sequence, let late) where (1...sent.count).contains(Int(sequence)):
                        return ended(
                            .reply, roundTrip: EchoSocket.roundTrip(since: sent[Int(sequence) - 1], taken: late))
                    case .error(let error):
                        return ended(.unreachable, reporter: error.reporter, detail: error.detail, error: error.icmp)
                    case .nothing:
                        break received
                    case .reply, .unrelated:
                        continue
                    }
                }
            }
        }
        return ended(.timeout)
    }
}
