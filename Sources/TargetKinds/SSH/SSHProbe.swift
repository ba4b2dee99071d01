import NetworkModel
import Probes

/// Exchanges identification strings and keys with a server, and closes the connection before a login.
///
/// Data that the server sends before there are keys is checked here first: the number and size of lines and packets are
/// limited before libssh gets them.
struct SSHProbe {
    /// The maximum number of bytes from a server in total; a key exchange takes some five thousand.
    private static let maxBytes = 256 * 1_024
    /// The maximum number of messages before the key exchange that have no effect: SSH_MSG_IGNORE and SSH_MSG_DEBUG.
    private static let maxIdleMessages = 16

    private let stream: ByteStream
    private var reader: StreamReader
    private var evidence: SSHEvidence
    private var isIdentified = false

    init(_ stream: ByteStream, _ settings: SSHSettings) {
        self.stream = stream
        reader = StreamReader(stream, allowance: Self.maxBytes)
        evidence = SSHEvidence(.silent, expected: settings.fingerprints)
    }

    /// Runs the exchange.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libssh is not available.
    consuming func observe() async throws -> SSHEvidence {
        var probe = self
        return try await SSHKeyExchange.run { exchange in
            do {
                try await probe.exchangeKeys(exchange)
            } catch let end as StreamEnd {
                probe.record(end)
            } catch let error as SSHMalformed {
                probe.end(.malformed, error.detail)
            }
            return probe.evidence
        }
    }

    private mutating func end(_ outcome: SSHEvidence.Outcome, _ detail: String? = nil) {
        evidence.outcome = outcome
        evidence.detail = detail.map { SafeText.cut($0, to: 300) }
    }

    /// Sends bytes. A server that closes the connection early may have sent the reason, so its data is read even if
    /// sending fails.
    private func send(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        do { try await stream.send(bytes) } catch is StreamEnd {}
    }

    // MARK: - The conversation

    private mutating func exchangeKeys(_ exchange: SSHKeyExchange) async throws {
        try await send(await exchange.advance([]).output)
        guard let line = try await identification() else { return end(.notSSH) }
        isIdentified = true
        let identification = try SSHIdentification(line)
        evidence.version = identification.version
        evidence.software = identification.software
        guard identification.isSupported else { return end(.wrongVersion) }
        var (output, progress) = await exchange.advance(line + [0x0d, 0x0a])
        let client = SSHOffer(packet: output)
        try await send(output)
        guard let first = try await keyExchangeInit() else { return }
        guard let offer = SSHOffer(first.packet.payload) else {
            return end(.malformed, "the lists of algorithms end in the middle")
        }
        evidence.offer = offer
        if case .underWay = progress { (output, progress) = await exchange.advance(first.bytes) }
        while case .underWay = progress {
            try await send(output)
            let next = try await reader.bytes(1)
            (output, progress) = await exchange.advance(next + (try await reader.bytes(reader.unread.count)))
        }
        switch progress {
        case .underWay: break
        case .done(let result):
            evidence.hostKey = .init(type: result.keyType, fingerprint: result.fingerprint)
            evidence.agreement = .init(keyExchange: result.keyExchange, cipher: result.cipher)
            end(.established)
            try await send(output + (await exchange.disconnect()))
        case .failed(let words):
            if let lack = client.flatMap(offer.lacks) { return end(.noCommonAlgorithm, lack) }
            end(.failed, words)
        }
    }

    /// Reads the identification string.
    ///
    /// - Returns: The line that begins with `SSH-`; `nil` if there is none among the first ones.
    private mutating func identification() async throws -> [UInt8]? {
        for _ in 0...SSHIdentification.maxLinesBefore {
            let line = try await reader.line(atMost: SSHIdentification.maxLineBytes)
            if SSHIdentification.begins(line) { return line }
            record(line)
        }
        return nil
    }

    /// Records the first line that is not empty.
    private mutating func record(_ line: [UInt8]) {
        guard evidence.text == nil, line.contains(where: { $0 > 0x20 }) else { return }
        evidence.text = String(decoding: line.prefix(200), as: UTF8.self)
    }

    /// The packet that begins the key exchange, with all bytes from the first packet on; `nil` if the server ends the
    /// session.
    private mutating func keyExchangeInit() async throws -> (bytes: [UInt8], packet: SSHPacket)? {
        var bytes: [UInt8] = []
        for _ in 0...Self.maxIdleMessages {
            let length = try await reader.bytes(4)
            let body = try await reader.bytes(try SSHPacket.count(length))
            let packet = try SSHPacket(body)
            bytes += length + body
            switch packet.number {
            case SSHMessage.keyExchangeInit: return (bytes, packet)
            case SSHMessage.ignore, SSHMessage.debug: continue
            case SSHMessage.disconnect:
                var fields = SSHFields(packet.payload)
                let reason = fields.number()
                let text = fields.string().map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? ""
                end(.closed, "it says: \(text) (reason \(reason.map(String.init) ?? "missing"))")
                return nil
            default: throw SSHMalformed("message \(packet.number) begins the key exchange")
            }
        }
        throw SSHMalformed("more than \(Self.maxIdleMessages) messages without a meaning")
    }

    // MARK: - Its end

    private mutating func record(_ end: StreamEnd) {
        let unread = reader.unread
        // A truncated identification string counts as its beginning.
        let isBegun = isIdentified || SSHIdentification.begins(unread)
        if !isBegun { record(Array(unread.prefix { $0 != 0x0a && $0 != 0x0d })) }
        switch end {
        case .closed, .reset:
            let words = end == .reset ? "it resets the connection" : "it closes the connection"
            // Data that is not SSH usually belongs to another protocol.
            if isBegun || evidence.text == nil || refuses { return self.end(.closed, words) }
            self.end(.notSSH, words)
        case .timeout:
            if isBegun { return self.end(.stalled) }
            self.end(evidence.text == nil && unread.isEmpty ? .silent : .notSSH)
        case .tooMuch:
            self.end(isBegun ? .malformed : .notSSH, "it sends more than is allowed")
        case .failed(let words): self.end(.closed, words)
        }
    }

    /// Whether the text is the one that sshd(8) sends before it closes a connection beyond its limit.
    private var refuses: Bool {
        guard let text = evidence.text else { return false }
        return ["Exceeded MaxStartups", "Not allowed at this time"].contains { text.utf8.starts(with: $0.utf8) }
    }
}

extension SSHOffer {
    /// Parses a packet.
    ///
    /// - Parameter packet: The packet with its length.
    init?(packet: [UInt8]) {
        guard packet.count > 4, let count = try? SSHPacket.count(Array(packet[..<4])), packet.count >= count + 4,
            let packet = try? SSHPacket(Array(packet[4..<(count + 4)])), packet.number == SSHMessage.keyExchangeInit
        else { return nil }
        self.init(packet.payload)
    }
}
