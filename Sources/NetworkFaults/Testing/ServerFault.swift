public import NetworkModel

/// A fault of a server, by the cause that a check reports of it.
public struct ServerFault: Sendable, Hashable {
    /// The cause that a check of the server reports.
    public let cause: CauseID
    /// In what form, as `netdiag serve --fault ID=ARGUMENTS` takes it; empty: the usual one.
    public let arguments: String

    /// - Parameters:
    ///   - cause: An id of the catalogue: `tls.expired`.
    ///   - arguments: As in `days=30`; `netdiag serve --list-faults` names them.
    public init(_ cause: CauseID, _ arguments: String = "") {
        self.cause = cause
        self.arguments = arguments
    }

    /// The same fault in another form: `ServerFault.tlsAlert.with("handshake_failure")`.
    public func with(_ arguments: String) -> ServerFault { ServerFault(cause, arguments) }
}

/// Faults of `tcp`.
extension ServerFault {
    /// Takes the request and closes the connection (FIN).
    public static let tcpClosed = ServerFault("tcp.closed")
    /// Holds a port and does not listen on it: the SYN is answered with an RST.
    public static let tcpRefused = ServerFault("tcp.refused")
    /// Takes the request and resets the connection (RST).
    public static let tcpReset = ServerFault("tcp.reset")
    /// Has a full backlog: the SYN is not answered.
    public static let tcpTimeout = ServerFault("tcp.timeout")
    /// Greets with another text than a check expects.
    public static let tcpUnexpectedAnswer = ServerFault("tcp.unexpected-answer")
}

/// Faults of `tls`.
extension ServerFault {
    /// Ends the handshake with a fatal alert.
    public static let tlsAlert = ServerFault("tls.alert")
    /// Demands a certificate of the client.
    public static let tlsClientCertificate = ServerFault("tls.client-certificate")
    /// Shows a certificate that has expired.
    public static let tlsExpired = ServerFault("tls.expired")
    /// Shows a certificate that expires soon, in three days.
    public static let tlsExpiresSoon = ServerFault("tls.expires-soon")
    /// Shows a certificate that is for clients alone.
    public static let tlsFailed = ServerFault("tls.failed")
    /// Accepts the connection, and does not answer the ClientHello.
    public static let tlsHandshakeTimeout = ServerFault("tls.handshake-timeout")
    /// Shows a certificate without the intermediate that issued it.
    public static let tlsIncompleteChain = ServerFault("tls.incomplete-chain")
    /// Shows a trusted certificate of another authority than the one that is expected.
    public static let tlsIntercepted = ServerFault("tls.intercepted")
    /// Answers a ClientHello with HTTP in the clear.
    public static let tlsNotTLS = ServerFault("tls.not-tls")
    /// Shows a certificate that is not valid yet.
    public static let tlsNotYetValid = ServerFault("tls.not-yet-valid")
    /// Staples a response that says that its certificate is revoked.
    public static let tlsRevoked = ServerFault("tls.revoked")
    /// Shows a certificate that it has signed itself.
    public static let tlsSelfSigned = ServerFault("tls.self-signed")
    /// Shows a certificate and its root, which nobody trusts.
    public static let tlsUntrustedIssuer = ServerFault("tls.untrusted-issuer")
    /// Speaks TLS 1.0 and 1.1 alone.
    public static let tlsVersion = ServerFault("tls.version")
    /// Shows an RSA key of 1024 bits, or speaks TLS 1.0 alone.
    public static let tlsWeak = ServerFault("tls.weak")
    /// Shows a certificate for another name, other.example.
    public static let tlsWrongHost = ServerFault("tls.wrong-host")
}

/// Faults of `proxy`.
extension ServerFault {
    /// The proxy rejects every login.
    public static let proxyAuthRejected = ServerFault("proxy.auth-rejected")
    /// The proxy asks for a login.
    public static let proxyAuthRequired = ServerFault("proxy.auth-required")
    /// The proxy asks for a login by a scheme that name and password are not for.
    public static let proxyAuthScheme = ServerFault("proxy.auth-scheme")
    /// The proxy's port greets like another service.
    public static let proxyFailed = ServerFault("proxy.failed")
    /// The proxy refuses to lead to the target.
    public static let proxyRefused = ServerFault("proxy.refused")
    /// The proxy leads to a target that cannot be reached directly, and that is excepted from it.
    public static let proxyRequired = ServerFault("proxy.required")
    /// The proxy speaks HTTPS, and shows a certificate that it has signed itself.
    public static let proxyTLS = ServerFault("proxy.tls")
    /// Nothing listens on the proxy's port.
    public static let proxyUnreachable = ServerFault("proxy.unreachable")
}

/// Faults of `http`.
extension ServerFault {
    /// Answers 401 to all credentials.
    public static let httpAuthRejected = ServerFault("http.auth-rejected")
    /// Answers 401 to requests without credentials.
    public static let httpAuthRequired = ServerFault("http.auth-required")
    /// Answers 401 and offers a scheme that the credentials are not for.
    public static let httpAuthScheme = ServerFault("http.auth-scheme")
    /// Answers 401 to a client whose netrc(5) has no entry for the server.
    public static let httpAuthUnavailable = ServerFault("http.auth-unavailable")
    /// Answers as a captive portal does: 511, Network Authentication Required.
    public static let httpCaptivePortal = ServerFault("http.captive-portal")
    /// Answers with a 4xx that no other cause stands for.
    public static let httpClientError = ServerFault("http.client-error")
    /// Answers 403.
    public static let httpForbidden = ServerFault("http.forbidden")
    /// Answers 502, 503 or 504.
    public static let httpGatewayError = ServerFault("http.gateway-error")
    /// Answers with what is not HTTP, or breaks its framing.
    public static let httpMalformed = ServerFault("http.malformed")
    /// Takes the request and never answers.
    public static let httpNoAnswer = ServerFault("http.no-answer")
    /// Answers 404, or 410.
    public static let httpNotFound = ServerFault("http.not-found")
    /// Answers 429 with `Retry-After`.
    public static let httpRateLimited = ServerFault("http.rate-limited")
    /// Redirects from HTTPS to HTTP.
    public static let httpRedirectDowngrade = ServerFault("http.redirect-downgrade")
    /// Redirects to the same page for ever.
    public static let httpRedirectLoop = ServerFault("http.redirect-loop")
    /// Redirects to where no client may follow.
    public static let httpRedirectRefused = ServerFault("http.redirect-refused")
    /// Answers with a 5xx that no other cause stands for.
    public static let httpServerError = ServerFault("http.server-error")
    /// Answers late.
    public static let httpSlow = ServerFault("http.slow")
    /// Stops in the middle of the body.
    public static let httpStalled = ServerFault("http.stalled")
    /// Closes in the middle of the body.
    public static let httpTruncated = ServerFault("http.truncated")
    /// Answers with another text than a check expects.
    public static let httpUnexpectedBody = ServerFault("http.unexpected-body")
    /// Answers 200, where a check expects 204.
    public static let httpUnexpectedStatus = ServerFault("http.unexpected-status")
}

/// Faults of `ws`.
extension ServerFault {
    /// Closes with a code of its own when a message comes.
    public static let webSocketClosed = ServerFault("ws.closed")
    /// Answers 101, but not to this handshake.
    public static let webSocketHandshakeInvalid = ServerFault("ws.handshake-invalid")
    /// Opens, and does not answer a ping.
    public static let webSocketNoPong = ServerFault("ws.no-pong")
    /// Opens, and sends a frame that RFC 6455 does not allow.
    public static let webSocketProtocolError = ServerFault("ws.protocol-error")
    /// Answers a message with another one than the one that is expected.
    public static let webSocketUnexpectedMessage = ServerFault("ws.unexpected-message")
    /// Answers the upgrade with another status than 101.
    public static let webSocketUpgradeRefused = ServerFault("ws.upgrade-refused")
}

/// Faults of `dns`.
extension ServerFault {
    /// Answers with aliases that lead nowhere.
    public static let dnsCNAMEBroken = ServerFault("dns.cname-broken")
    /// Answers SERVFAIL unless checking is disabled.
    public static let dnsDNSSECBogus = ServerFault("dns.dnssec-bogus")
    /// Answers with what is no answer to the question.
    public static let dnsMalformed = ServerFault("dns.malformed")
    /// Answers without an address for a name that has only a TXT record.
    public static let dnsNoAddress = ServerFault("dns.no-address")
    /// Answers NXDOMAIN for a name that its zone does not have.
    public static let dnsNxdomain = ServerFault("dns.nxdomain")
    /// Answers REFUSED.
    public static let dnsRefused = ServerFault("dns.refused")
    /// Nothing listens on the port, as an ICMP error says.
    public static let dnsServerClosed = ServerFault("dns.server-closed")
    /// Answers nothing.
    public static let dnsServerUnreachable = ServerFault("dns.server-unreachable")
    /// Answers SERVFAIL.
    public static let dnsServfail = ServerFault("dns.servfail")
    /// Answers late.
    public static let dnsSlow = ServerFault("dns.slow")
    /// Truncates its answers, and refuses TCP.
    public static let dnsTCPBlocked = ServerFault("dns.tcp-blocked")
    /// Answers with another address than the one that is expected.
    public static let dnsUnexpectedAnswer = ServerFault("dns.unexpected-answer")
}

/// Faults of `ftp`.
extension ServerFault {
    /// Names a port for data on which nothing listens.
    public static let ftpDataBlocked = ServerFault("ftp.data-blocked")
    /// Greets with 421, as a server that is full.
    public static let ftpFailed = ServerFault("ftp.failed")
    /// Rejects the login (530).
    public static let ftpLoginRejected = ServerFault("ftp.login-rejected")
    /// Greets like another service.
    public static let ftpMalformed = ServerFault("ftp.malformed")
    /// Falls silent, at the greeting or in a transfer.
    public static let ftpNoAnswer = ServerFault("ftp.no-answer")
    /// Has no TLS (502), which is asked for.
    public static let ftpNoTLS = ServerFault("ftp.no-tls")
    /// Has no file at the path (550).
    public static let ftpNotFound = ServerFault("ftp.not-found")
    /// Stores nothing (553).
    public static let ftpWriteDenied = ServerFault("ftp.write-denied")
}

/// Faults of `smtp`.
extension ServerFault {
    /// Ends the connection instead of answering EHLO.
    public static let smtpClosed = ServerFault("smtp.closed")
    /// Greets, and does not answer EHLO.
    public static let smtpNoAnswer = ServerFault("smtp.no-answer")
    /// Accepts the connection, and does not greet.
    public static let smtpNoGreeting = ServerFault("smtp.no-greeting")
    /// Greets like another service.
    public static let smtpNotSMTP = ServerFault("smtp.not-smtp")
    /// Greets with 554.
    public static let smtpRefused = ServerFault("smtp.refused")
    /// Offers STARTTLS, and refuses it.
    public static let smtpSTARTTLSRefused = ServerFault("smtp.starttls-refused")
}

/// Faults of `imap`.
extension ServerFault {
    /// Greets with BYE.
    public static let imapBye = ServerFault("imap.bye")
    /// Accepts the connection, and does not greet.
    public static let imapNoGreeting = ServerFault("imap.no-greeting")
    /// Greets like another service.
    public static let imapNotIMAP = ServerFault("imap.not-imap")
}
