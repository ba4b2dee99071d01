import CCurl
import CSockets
public import EventLoopKit
import Glibc
public import NetworkModel

/// Finds out which protocol a peer without TLS uses: by its greeting, or by its response to an unencrypted request.
public struct PlainTextProbe: Sendable {
    /// What a peer says.
    public struct Observation: Sendable, Hashable {
        /// A short readable text about it.
        public let words: String
        /// The protocol that it shows; `nil` if that is not known.
        public let spoken: TLSEvidence.PlainProtocol?
    }

    private let peer: SocketAddress
    private let loop: EventLoop
    /// How long to wait for a greeting before a request is sent: SSH, SMTP and FTP servers speak first.
    private static let greetingTime = Duration.milliseconds(300)

    /// Creates a probe of a peer.
    public init(peer: SocketAddress, loop: EventLoop) {
        self.peer = peer
        self.loop = loop
    }

    /// Observes the peer.
    ///
    /// - Returns: `nil` if the peer sends nothing informative.
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration) async throws -> Observation? {
        try await firstLine(within: limit).flatMap { Self.describe($0) }
    }

    /// Observes whether the peer speaks HTTP without TLS. That it answers 400 or 426, or redirects, proves nothing, since servers
    /// with TLS do so.
    ///
    /// - Returns: `nil` if it does not.
    /// - Throws: `CancellationError`.
    package func unencryptedHTTP(within limit: Duration) async throws -> Observation? {
        let line = try await firstLine(within: limit)
        guard let line, line.hasPrefix("HTTP/"), let status = line.split(separator: " ").dropFirst().first,
            status != "400", status != "426", !status.hasPrefix("3")
        else { return nil }
        return Self.describe(line)
    }

    /// Observes whether the peer greets first in a protocol other than HTTP, in which clients begin.
    ///
    /// - Returns: `nil` if it does not, or in an unknown protocol.
    /// - Throws: `CancellationError`.
    package func greeting(within limit: Duration) async throws -> Observation? {
        let deadline = ContinuousClock.now + limit
        guard let fd = try await connection(until: deadline) else { return nil }
        defer { close(fd) }
        return try await line(from: fd, until: deadline).flatMap { Self.protocolGreeting($0) }
    }

    private func connection(until deadline: ContinuousClock.Instant) async throws -> CInt? {
        let result = await ConnectionAttempt(address: peer, loop: loop).run(until: deadline)
        try Task.checkCancellation()
        return result.socket?.handOver()
    }

    private func firstLine(within limit: Duration) async throws -> String? {
        let deadline = ContinuousClock.now + limit
        guard let fd = try await connection(until: deadline) else { return nil }
        defer { close(fd) }
        if let greeting = try await line(from: fd, until: min(deadline, .now + Self.greetingTime)) {
            return greeting
        }
        let request = Array("HEAD / HTTP/1.0\r\n\r\n".utf8)
        guard send(fd, request, request.count, CInt(NETDIAG_NO_SIGNAL)) == request.count else { return nil }
        return try await line(from: fd, until: deadline)
    }

    /// The first line of the received data, at most 120 bytes; `nil` if nothing arrives.
    private func line(from fd: CInt, until deadline: ContinuousClock.Instant) async throws -> String? {
        guard try await !loop.ready(fd, for: .readable, until: deadline).isEmpty else { return nil }
        var buffer = [UInt8](repeating: 0, count: 120)
        let count = recv(fd, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
    }

    /// The protocol of a line, or the line itself; `nil` if it is not text, as in HTTP/2 or LDAP.
    private static func describe(_ line: String) -> Observation? {
        if line.hasPrefix("HTTP/") { return Observation(words: "it speaks HTTP in the clear", spoken: .http) }
        if let greeting = protocolGreeting(line) { return greeting }
        let isText = line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f || $0 == "\t" }
        return isText && !line.isEmpty ? Observation(words: "it says \"\(line)\"", spoken: nil) : nil
    }

    /// The protocol in which a line is a greeting; `nil` if that is not known.
    private static func protocolGreeting(_ line: String) -> Observation? {
        if line.hasPrefix("SSH-") { return Observation(words: "it speaks SSH", spoken: .ssh) }
        if line.hasPrefix("220") {
            return Observation(words: "it greets like a mail or FTP server (\(line))", spoken: .mailOrFTP)
        }
        // RFC 1939 section 4.
        if line.hasPrefix("+OK") {
            return Observation(words: "it greets like a POP3 server (\(line))", spoken: .pop3)
        }
        // RFC 9051 section 7.1.
        if ["* OK", "* PREAUTH", "* BYE"].contains(where: { line.hasPrefix($0) }) {
            return Observation(words: "it greets like an IMAP server (\(line))", spoken: .imap)
        }
        return nil
    }
}
