import NetworkModel
import Probes

/// Queries an NTP server once (RFC 5905 section 14, client mode).
enum NTPProbe {
    static func observe(_ request: KindRequest<NTPSettings>, _ channel: DatagramChannel) async throws -> NTPEvidence {
        // Clients reject a server with a root distance of more than 1.5 s, to which half of the round trip adds.
        let exchange = try await channel.endingEarlier().exchange(attempts: 3, every: .seconds(1)) { _ in
            question()
        } isAnswer: {
            isAnswer($0, to: $1)
        }
        var evidence = NTPEvidence(
            exchange: exchange.evidence, reply: nil, maxOffset: Milliseconds(request.settings.maxOffset),
            maxStratum: request.settings.maxStratum)
        if let answer = exchange.answer {
            evidence.reply = NTPEvidence.Reply(answer, sent: exchange.sentAt, received: exchange.receivedAt)
        }
        return evidence
    }

    /// A request of version 4, mode 3. Only the transmit timestamp is set, to a random number: the response repeats it,
    /// and it says nothing about this machine's clock (draft-ietf-ntp-data-minimization).
    private static func question() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 48)
        bytes[0] = 4 << 3 | 3
        for index in 40..<48 { bytes[index] = UInt8.random(in: 0...255) }
        return bytes
    }

    /// Whether a packet is from a server, and repeats what was sent.
    static func isAnswer(_ answer: [UInt8], to question: [UInt8]) -> Bool {
        answer.count >= 48 && answer[0] & 7 == 4 && answer[24..<32].elementsEqual(question[40..<48])
    }
}

extension NTPEvidence.Reply {
    /// The codes in place of a reference (RFC 5905 section 7.4). A server that is not synchronised has one of them at stratum 16
    /// as well.
    private static let kissCodes: Set<String> = [
        "ACST", "AUTH", "AUTO", "BCST", "CRYP", "DENY", "DROP", "RSTR", "INIT", "MCST", "NKEY", "NTSN", "RATE", "RMOT",
        "STEP",
    ]

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - packet: The packet, at least 48 bytes.
    ///   - sent: When the request was sent, since 1970, by this machine's clock.
    ///   - received: When the response arrived, by the same clock.
    init(_ packet: [UInt8], sent: Duration, received: Duration) {
        let (sent, received) = (sent / .seconds(1), received / .seconds(1))
        func word(_ index: Int) -> UInt32 { packet[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) } }
        /// A duration in seconds, from the 16.16 format.
        func short(_ index: Int) -> Double { Double(word(index)) / 65_536 }
        /// A moment in seconds since 1970. The 32 bits of seconds roll over in 2036; the value nearest to this
        /// machine's clock is meant (RFC 5905 section 6).
        func moment(_ index: Int) -> Double {
            let era = 4_294_967_296.0
            // The seconds from 1900 to 1970.
            let seconds = Double(word(index)) + Double(word(index + 4)) / era - 2_208_988_800
            return seconds + ((received - seconds) / era).rounded() * era
        }
        version = Int(packet[0] >> 3 & 7)
        leap =
            switch packet[0] >> 6 {
            case 0: .none
            case 1: .addSecond
            case 2: .removeSecond
            default: .unsynchronised
            }
        stratum = Int(packet[1])
        let identifier = packet[12..<16]
        let letters = String(decoding: identifier.prefix { $0 != 0 }, as: UTF8.self)
        if stratum <= 1 && !letters.isEmpty || stratum >= 16 && Self.kissCodes.contains(letters) {
            reference = String(decoding: identifier.prefix { (0x20...0x7e).contains($0) }, as: UTF8.self)
        } else {
            reference = identifier.map { "\($0)" }.joined(separator: ".")
        }
        let offset = ((moment(32) - sent) + (moment(40) - received)) / 2
        self.offset = Milliseconds(.microseconds(Int64((offset * 1_000_000).rounded())))
        rootDistance = Milliseconds(.microseconds(Int64(((short(4) / 2 + short(8)) * 1_000_000).rounded())))
    }
}
