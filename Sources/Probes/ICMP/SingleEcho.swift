public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// An echo request and its reply, with a given size, hop limit and source address.
public struct SingleEcho: Sendable {
    private let address: IPAddress
    private let loop: EventLoop
    private let settings: EchoSettings
    private let source: IPAddress?

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - loop: The loop on which the probe runs.
    ///   - settings: The form of the request: its size, its hop limit, and whether routers may fragment it.
    ///   - source: The source address; `nil` for that chosen by the kernel.
    public init(address: IPAddress, loop: EventLoop, settings: EchoSettings, from source: IPAddress? = nil) {
        self.address = address
        self.loop = loop
        self.settings = settings
        self.source = source
    }

    /// Sends the request, and waits for the reply.
    ///
    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> EchoEvidence {
        switch EchoSocket.open(to: address, from: source) {
        case .notPermitted: return .notPermitted(to: address)
        case .failed(let code): return .notSent(to: address, code)
        case .open(let socket): return try await observe(on: socket, until: deadline)
        }
    }

    private func ended(_ outcome: EchoEvidence.Outcome) -> EchoEvidence {
        EchoEvidence(address: address, outcome: outcome, sent: 1, received: 0)
    }

    private func observe(
        on socket: EchoSocket, until deadline: ContinuousClock.Instant
    ) async throws -> EchoEvidence {
        socket.socket.recordHopLimits()
        if let limit = settings.hopLimit { socket.socket.setHopLimit(limit) }
        if settings.isUnfragmented { socket.socket.disableFragmentation() }
        let (identifier, sequence) = (UInt16.random(in: 1...UInt16.max), UInt16(1))
        let begun = ContinuousClock.now
        let code = socket.send(identifier: identifier, sequence: sequence, payload: settings.payloadBytes)
        guard code == 0 else {
            var evidence = ended(.unreachable)
            (evidence.detail, evidence.failure) = (SystemError.text(code), SystemError.name(code))
            return evidence
        }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let nonce = Array(socket.nonce.prefix(settings.payloadBytes ?? .max))
        while try await socket.socket.wait(until: deadline, on: loop) {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            for _ in 0..<64 {
                if let error = socket.socket.takeError() {
                    guard !socket.isRaw || error.isAbout(identifier) else { continue }
                    var evidence = ended(.unreachable)
                    (evidence.reporter, evidence.detail, evidence.error) = (error.reporter, error.detail, error.icmp)
                    return evidence
                }
                guard let (bytes, hopLimit) = try? socket.socket.receiveWithHopLimit(into: &buffer) else { break }
                let found = EchoSocket.sequence(
                    in: bytes, address.family, isRaw: socket.isRaw, identifier: socket.isRaw ? identifier : nil,
                    nonce: nonce)
                guard found == sequence else { continue }
                var evidence = ended(.reply)
                evidence.received = 1
                evidence.roundTrip = Milliseconds(begun.duration(to: .now))
                evidence.hopLimit = hopLimit
                return evidence
            }
            guard ContinuousClock.now < deadline else { break }
        }
        return ended(.timeout)
    }
}
