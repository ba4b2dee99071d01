import CCurl
package import NetworkModel

/// Hands a mail over to a server by SMTP, with libcurl.
package struct MailSubmission: Sendable {
    /// What came of it.
    package enum Outcome: Sendable {
        /// The server has taken it; with its reply.
        case accepted(String)
        /// It was not taken, for a reason in a few words.
        case failed(String)
    }

    private let engine: CurlEngine
    /// The server as it is named, for its certificate.
    private let host: Host
    private let port: UInt16
    /// TLS from the first byte.
    package var isSecure = false
    /// No TLS at all; otherwise STARTTLS is required (RFC 3207).
    package var isPlain = false
    package var login: Secret?
    package var certificateAuthorityFile: String?
    /// What this machine calls itself in `EHLO`.
    package var clientName = "localhost"

    package init(engine: CurlEngine, host: Host, port: UInt16) {
        self.engine = engine
        self.host = host
        self.port = port
    }

    /// - Parameters:
    ///   - message: Header and body, with lines that end in CR LF (RFC 5322); what begins with a dot is doubled here.
    ///   - from: The address of the envelope, as are those in `to`; without brackets.
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    package func send(
        _ message: [UInt8], from: String, to: [String], over socket: ConnectedSocket, within limit: Duration
    ) async throws -> Outcome {
        var plan = CurlPlan(
            url: "\(isSecure ? "smtps" : "smtp")://\(host.bracketed):\(port)/\(clientName)", socket: socket,
            places: [.init(host: host, port: port, address: socket.peer.address)], limit: limit)
        plan.requiresTLS = !isPlain
        plan.offersProtocols = false
        plan.tls.certificateAuthorityFile = certificateAuthorityFile
        plan.login = login.map { HTTPProbe.Login(secret: $0, schemes: []) }
        let asked = plan
        let outcome = try await engine.perform {
            try MailTransfer($0, asked, from: from, to: to, message: message)
        }
        guard outcome.code != CURLE_OK else { return .accepted(SafeText.escaped(outcome.reply)) }
        let reason = CurlFailure.reason(outcome.code, outcome.error, limit)
        return .failed(
            outcome.status >= 400 ? "\(reason): \(SafeText.escaped(SafeText.cut(outcome.reply, to: 200)))" : reason)
    }
}
