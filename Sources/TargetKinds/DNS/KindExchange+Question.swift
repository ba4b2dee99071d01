import HostResolution
import NetworkModel
import Probes

extension KindExchange {
    /// Sends a single query over the selected transport, and keeps the whole response.
    func observe(_ question: DNSSettings.Question) async throws -> KindObservation {
        let message: DNSQueryMessage
        do throws(HostResolutionError) {
            message = try DNSQueryMessage(question)
        } catch {
            throw SettingsError("\(error)")
        }
        let begun = ContinuousClock.now
        guard question.isStream else {
            guard let channel = DatagramChannel(to: destinations, loop: resources.loop, until: deadline) else {
                return KindObservation()
            }
            let exchange = try await channel.exchange(
                attempts: 1, every: .seconds(60), { _ in message.bytes },
                isAnswer: { answer, _ in message.isAnswered(by: answer) })
            let took = begun.duration(to: .now)
            let reason: Resolution.FailureReason =
                switch exchange.evidence.outcome {
                case .answered: .malformed
                case .refused: .closed
                case .unreachable, .silent, .unsent: .timeout
                }
            return observation(of: exchange.answer, to: question, .zero, took, otherwise: reason)
        }
        let (host, port) = (target.host, target.port ?? destinations.first?.port ?? 53)
        let (curl, loop, tls, deadline) = (resources.curl, resources.loop, settings.tls, deadline)
        let connected = try await connect { socket, _ in
            let connection = StreamConnection(
                socket, to: .init(host: host, port: port, tls: tls), engine: curl, loop: loop, until: deadline)
            @Sendable func query(_ stream: ByteStream) async throws -> (reply: [UInt8]?, asked: ContinuousClock.Instant)
            {
                let asked = ContinuousClock.now
                return (try await Self.query(message, over: stream), asked)
            }
            let answer =
                question.isEncrypted
                ? try await connection.withTLS(query) : try await query(try connection.plain())
            return (reply: answer?.reply, asked: answer?.asked ?? .now, tls: connection.handshake)
        }
        guard let value = connected.value else { return KindObservation(connected) }
        var result = observation(
            of: value.reply, to: question, begun.duration(to: value.asked), value.asked.duration(to: .now),
            otherwise: .timeout)
        result.observed[TCPEvidence.self] = connected.tcp
        var seen = value.tls?.evidence
        if let peer = connected.tcp.winner {
            try await inspect(
                failed: &seen, peer: SocketAddress(peer.address, port: peer.port), until: deadline)
        }
        result.observed[TLSEvidence.self] = seen
        return result
    }

    /// Sends a query over a stream.
    ///
    /// - Returns: The response; `nil` if none arrives, or one to another query.
    private static func query(_ message: DNSQueryMessage, over stream: ByteStream) async throws -> [UInt8]? {
        let size = UInt16(message.bytes.count)
        var received: [UInt8] = []
        do {
            try await stream.send([UInt8(size >> 8), UInt8(size & 0xff)] + message.bytes)
            // A message over TCP has at most 64 KiB.
            while received.count < 2 || received.count < 2 + (Int(received[0]) << 8 | Int(received[1])) {
                received += try await stream.receive()
            }
        } catch is StreamEnd {
            return nil
        }
        let reply = Array(received[2..<(2 + (Int(received[0]) << 8 | Int(received[1])))])
        return message.isAnswered(by: reply) ? reply : nil
    }

    private func observation(
        of reply: [UInt8]?, to question: DNSSettings.Question, _ connect: Duration, _ request: Duration,
        otherwise reason: Resolution.FailureReason
    ) -> KindObservation {
        let server = destinations.first?.description ?? target.host.description
        var message = reply.flatMap(DNSQueryMessage.read)
        message?.connect = Milliseconds(connect)
        message?.request = Milliseconds(request)
        let answers = (message?.answers ?? []).map {
            Resolution.Answer(record: $0, source: .dns, server: server, duration: connect + request)
        }
        var failures: [Resolution.Failure] = []
        if answers.isEmpty {
            let found: Resolution.FailureReason =
                switch message?.code {
                case nil: reason
                case 0: .noData
                case 1: .malformed
                case 3: .nxdomain
                case 4, 5: .refused
                default: .servfail
                }
            failures = [
                .init(
                    source: .dns, server: server, type: DNSRecordType(code: question.type)?.rawValue, reason: found,
                    duration: connect + request)
            ]
        }
        var dns = DNSEvidence(
            resolution: Resolution(name: question.name, answers: answers, failures: failures), servers: [server])
        dns.message = message
        return KindObservation(dns, took: connect + request)
    }
}
