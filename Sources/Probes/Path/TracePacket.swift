import ARPWire
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// A packet of a trace with its hop limit, sent at most twice, and its response.
struct TracePacket: Sendable {
    let destination: SocketAddress
    let transport: PathEvidence.Transport
    /// The hop limit; `nil` for the default one.
    let hopLimit: Int?
    let loop: EventLoop

    enum Response: Sendable {
        case answered(Duration)
        case error(ICMPError, Duration)
        case silent
        /// The name of the error with which this machine refused to send it.
        case unsent(String)
    }

    /// How long to wait for the response to the first of two packets.
    private static let patience = Duration.milliseconds(350)
    private static let maxDamaged = 64
    /// The least time for the response to a second datagram, which shows that damage was no accident: a busy machine may have
    /// used up the time by then.
    private static let patienceAfterDamage = Duration.milliseconds(200)

    /// Sends the packet, and waits for a response.
    ///
    /// - Throws: `CancellationError`.
    func response(until deadline: ContinuousClock.Instant) async throws -> Response {
        for wait in [min(ContinuousClock.now + Self.patience, deadline), deadline] {
            let answer =
                switch transport {
                case .icmp: try await echo(until: wait)
                case .tcp, .udp: try await packet(until: wait)
                }
            guard case .silent = answer else { return answer }
            // Nothing would wait for the response to another one.
            guard wait < deadline else { break }
        }
        return .silent
    }

    private func packet(until deadline: ContinuousClock.Instant) async throws -> Response {
        let socket: ProbeSocket
        let family = destination.address.family
        let sent: ContinuousClock.Instant
        do throws(ProbeSocket.Failure) {
            socket = try ProbeSocket(transport == .tcp ? .stream(family) : .datagram(family))
            socket.resetOnClose()
            socket.queueErrors()
            if let hopLimit { socket.setHopLimit(hopLimit) }
            sent = .now
            try socket.connect(to: destination)
        } catch {
            return .unsent(SystemError.name(error.code))
        }
        if transport == .udp {
            let code = socket.send(Self.question)
            guard code == 0 else { return .unsent(SystemError.name(code)) }
        }
        let interest: EventLoop.Interest = transport == .tcp ? .writable : .readable
        var (isRepeated, end) = (false, deadline)
        // Bounded, so that a flood of damaged datagrams cannot delay the deadline.
        for _ in 0..<Self.maxDamaged {
            guard try await socket.wait(for: interest, until: end, on: loop) else { return .silent }
            let roundTrip = sent.duration(to: .now)
            if let error = socket.takeError() { return judged(error, roundTrip) }
            // The kernel verifies the checksum of a datagram when it is received, and drops it if that is wrong.
            let code = socket.takePendingError()
            if transport == .udp, code == 0, socket.receive(atMost: 1) == nil {
                // Single packets are damaged now and then: the response to a second one shows whether all are.
                if !isRepeated {
                    _ = socket.send(Self.question)
                    end = max(end, .now + Self.patienceAfterDamage)
                }
                isRepeated = true
                continue
            }
            return response(code, roundTrip)
        }
        return .silent
    }

    /// The response without an ICMP error: a connection, or a RST, both of which are from the destination.
    ///
    /// - Parameter code: The pending error of the socket; `nil` if it is not known.
    private func response(_ code: CInt?, _ roundTrip: Duration) -> Response {
        guard let code else { return .silent }
        switch code {
        case 0, ECONNREFUSED, ECONNRESET: return .answered(roundTrip)
        case ETIMEDOUT: return .silent
        default: return .unsent(SystemError.name(code))
        }
    }

    private func judged(_ error: QueuedError, _ roundTrip: Duration) -> Response {
        guard let icmp = error.icmp else { return .unsent(SystemError.name(error.code)) }
        // For a datagram, a closed port of the destination is a response, but not for a SYN.
        if transport != .tcp, icmp.meaning == .portUnreachable, icmp.reporter?.bytes == destination.address.bytes {
            return .answered(roundTrip)
        }
        return .error(icmp, roundTrip)
    }

    private func echo(until deadline: ContinuousClock.Instant) async throws -> Response {
        switch EchoSocket.open(to: destination.address) {
        case .notPermitted: return .unsent("EACCES")
        case .failed(let code): return .unsent(SystemError.name(code))
        case .open(let socket): return try await echo(on: socket, until: deadline)
        }
    }

    private func echo(on socket: EchoSocket, until deadline: ContinuousClock.Instant) async throws -> Response {
        if let hopLimit { socket.socket.setHopLimit(hopLimit) }
        let identifier = UInt16.random(in: 1...UInt16.max)
        let sent = ContinuousClock.now
        let code = socket.send(identifier: identifier, sequence: 1)
        guard code == 0 else { return .unsent(SystemError.name(code)) }
        while try await socket.socket.wait(until: deadline, on: loop) {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            received: for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply: return .answered(sent.duration(to: .now))
                case .error(let error): return judged(error, sent.duration(to: .now))
                case .nothing: break received
                case .unrelated: continue
                }
            }
        }
        return .silent
    }

    /// A query that resolvers answer and others ignore.
    static let question = SentRequest.query([0x6e, 0x64])
}
