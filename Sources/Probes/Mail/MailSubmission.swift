import CCurl
import HostResolution
package import NetworkModel

/// Delivers a mail to a server by SMTP, with libcurl.
package struct MailSubmission: Sendable {
    /// The result of delivering a mail.
    package enum Outcome: Sendable {
        /// The server accepted it; with its reply.
        case accepted(String)
        /// It was not accepted; with a short reason.
        case failed(String)
    }

    private let engine: CurlEngine
    /// The host for which the certificate must be valid.
    private let host: Host
    private let port: UInt16
    /// Whether TLS is used from the first byte.
    package var isSecure = false
    /// Whether no TLS is used; otherwise STARTTLS is required (RFC 3207).
    package var isPlain = false
    package var login: Secret?
    package var certificateAuthorityFile: String?
    /// The name of this machine in `EHLO`.
    package var clientName = "localhost"

    package init(engine: CurlEngine, host: Host, port: UInt16) {
        self.engine = engine
        self.host = host
        self.port = port
    }

    /// Delivers a mail.
    ///
    /// - Parameters:
    ///   - message: Header and body, with lines that end in CR LF (RFC 5322). Dots at the beginning of lines are doubled
    ///     here.
    ///   - from: The sender address of the envelope, without brackets; `to` has the recipients' in the same form.
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    package func send(
        _ message: [UInt8], from: String, to: [String], over socket: ConnectedSocket, within limit: Duration
    ) async throws -> Outcome {
        let host = host.inASCII
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
        // Some servers repeat the command with the password.
        let reply = login?.masked(outcome.reply) ?? outcome.reply
        guard outcome.code != CURLE_OK else { return .accepted(SafeText.escaped(reply)) }
        let reason = CurlFailure.reason(outcome.code, outcome.error, limit)
        return .failed(
            outcome.status >= 400 ? "\(reason): \(SafeText.escaped(SafeText.cut(reply, to: 200)))" : reason)
    }
}
