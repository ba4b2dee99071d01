public import NetworkModel

/// A fault of a server, identified by the cause that a check reports.
public struct ServerFault: Sendable, Hashable {
    /// The cause that a check of the server reports.
    public let cause: CauseID
    /// The arguments, as in `netdiag serve --fault ID=ARGUMENTS`; empty for the defaults.
    public let arguments: String

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - cause: A cause of the catalogue, such as `tls.expired`.
    ///   - arguments: The arguments, as in `days=30`. `netdiag serve --list-faults` lists them.
    public init(_ cause: CauseID, _ arguments: String = "") {
        self.cause = cause
        self.arguments = arguments
    }

    /// Returns the same fault with other arguments: `ServerFault.tlsAlert.with("handshake_failure")`.
    public func with(_ arguments: String) -> ServerFault { ServerFault(cause, arguments) }
}

/// Faults of `tcp`.
extension ServerFault {
    /// Accepts the request and closes the connection (FIN).
    public static let tcpClosed = ServerFault("tcp.closed")
    /// Holds a port without listening on it, so that the response to a SYN is an RST.
    public static let tcpRefused = ServerFault("tcp.refused")
    /// Accepts the request and resets the connection (RST).
    public static let tcpReset = ServerFault("tcp.reset")
    /// Has a full backlog, so that a SYN gets no response.
    public static let tcpTimeout = ServerFault("tcp.timeout")
    /// Sends another greeting than a check expects.
    public static let tcpUnexpectedAnswer = ServerFault("tcp.unexpected-answer")
}

/// Faults of `tls`.
extension ServerFault {
    /// Aborts the handshake with a fatal alert.
    public static let tlsAlert = ServerFault("tls.alert")
    /// Requires a client certificate.
    public static let tlsClientCertificate = ServerFault("tls.client-certificate")
    /// Presents an expired certificate.
    public static let tlsExpired = ServerFault("tls.expired")
    /// Presents a certificate that expires in three days.
    public static let tlsExpiresSoon = ServerFault("tls.expires-soon")
    /// Presents a certificate that is only valid for clients.
    public static let tlsFailed = ServerFault("tls.failed")
    /// Accepts the connection, but does not respond to the ClientHello.
    public static let tlsHandshakeTimeout = ServerFault("tls.handshake-timeout")
    /// Presents a certificate without the intermediate certificate of its issuer.
    public static let tlsIncompleteChain = ServerFault("tls.incomplete-chain")
    /// Presents a trusted certificate of an authority other than the expected one.
    public static let tlsIntercepted = ServerFault("tls.intercepted")
    /// Responds to a ClientHello with HTTP without TLS.
    public static let tlsNotTLS = ServerFault("tls.not-tls")
    /// Presents a certificate that is not yet valid.
    public static let tlsNotYetValid = ServerFault("tls.not-yet-valid")
    /// Staples an OCSP response that reports its certificate as revoked.
    public static let tlsRevoked = ServerFault("tls.revoked")
    /// Presents a self-signed certificate.
    public static let tlsSelfSigned = ServerFault("tls.self-signed")
    /// Presents a certificate with an untrusted root.
    public static let tlsUntrustedIssuer = ServerFault("tls.untrusted-issuer")
    /// Supports only TLS 1.0 and 1.1.
    public static let tlsVersion = ServerFault("tls.version")
    /// Presents an RSA key of 1024 bits, or supports only TLS 1.0.
    public static let tlsWeak = ServerFault("tls.weak")
    /// Presents a certificate for another name, `other.example`.
    public static let tlsWrongHost = ServerFault("tls.wrong-host")
}

/// Faults of `proxy`.
extension ServerFault {
    /// The proxy rejects every login.
    public static let proxyAuthRejected = ServerFault("proxy.auth-rejected")
    /// The proxy requires a login.
    public static let proxyAuthRequired = ServerFault("proxy.auth-required")
    /// The proxy requires a login with a scheme that does not use a name and password.
    public static let proxyAuthScheme = ServerFault("proxy.auth-scheme")
    /// The proxy's port sends the greeting of another service.
    public static let proxyFailed = ServerFault("proxy.failed")
    /// The proxy refuses to connect to the target.
    public static let proxyRefused = ServerFault("proxy.refused")
    /// The target is only reachable through the proxy, but is excluded from it.
    public static let proxyRequired = ServerFault("proxy.required")
    /// The proxy uses HTTPS with a self-signed certificate.
    public static let proxyTLS = ServerFault("proxy.tls")
    /// Nothing listens on the proxy's port.
    public static let proxyUnreachable = ServerFault("proxy.unreachable")
}

/// Faults of `http`.
extension ServerFault {
    /// Responds 401 to all credentials.
    public static let httpAuthRejected = ServerFault("http.auth-rejected")
    /// Responds 401 to requests without credentials.
    public static let httpAuthRequired = ServerFault("http.auth-required")
    /// Responds 401 and offers a scheme for which the credentials are not suitable.
    public static let httpAuthScheme = ServerFault("http.auth-scheme")
    /// Responds 401 to a client whose netrc(5) file has no entry for the server.
    public static let httpAuthUnavailable = ServerFault("http.auth-unavailable")
    /// Responds like a captive portal: 511, Network Authentication Required.
    public static let httpCaptivePortal = ServerFault("http.captive-portal")
    /// Responds with a 4xx status that has no cause of its own.
    public static let httpClientError = ServerFault("http.client-error")
    /// Responds 403.
    public static let httpForbidden = ServerFault("http.forbidden")
    /// Responds 502, 503 or 504.
    public static let httpGatewayError = ServerFault("http.gateway-error")
    /// Sends a response that is not HTTP, or has invalid framing.
    public static let httpMalformed = ServerFault("http.malformed")
    /// Accepts the request and never responds.
    public static let httpNoAnswer = ServerFault("http.no-answer")
    /// Responds 404 or 410.
    public static let httpNotFound = ServerFault("http.not-found")
    /// Responds 429 with `Retry-After`.
    public static let httpRateLimited = ServerFault("http.rate-limited")
    /// Redirects from HTTPS to HTTP.
    public static let httpRedirectDowngrade = ServerFault("http.redirect-downgrade")
    /// Redirects to the same page endlessly.
    public static let httpRedirectLoop = ServerFault("http.redirect-loop")
    /// Redirects to a place to which clients must not follow.
    public static let httpRedirectRefused = ServerFault("http.redirect-refused")
    /// Responds with a 5xx status that has no cause of its own.
    public static let httpServerError = ServerFault("http.server-error")
    /// Responds late.
    public static let httpSlow = ServerFault("http.slow")
    /// Stops in the middle of the body.
    public static let httpStalled = ServerFault("http.stalled")
    /// Closes in the middle of the body.
    public static let httpTruncated = ServerFault("http.truncated")
    /// Responds with a text other than a check expects.
    public static let httpUnexpectedBody = ServerFault("http.unexpected-body")
    /// Responds 200 if a check expects 204.
    public static let httpUnexpectedStatus = ServerFault("http.unexpected-status")
}

/// Faults of `ws`.
extension ServerFault {
    /// Closes the WebSocket with a close code when it receives a message.
    public static let webSocketClosed = ServerFault("ws.closed")
    /// Responds 101 with a response that does not match the handshake.
    public static let webSocketHandshakeInvalid = ServerFault("ws.handshake-invalid")
    /// Opens the WebSocket, but does not respond to a ping.
    public static let webSocketNoPong = ServerFault("ws.no-pong")
    /// Opens the WebSocket, and sends a frame that RFC 6455 does not allow.
    public static let webSocketProtocolError = ServerFault("ws.protocol-error")
    /// Responds to a message with another one than expected.
    public static let webSocketUnexpectedMessage = ServerFault("ws.unexpected-message")
    /// Responds to the upgrade with a status other than 101.
    public static let webSocketUpgradeRefused = ServerFault("ws.upgrade-refused")
}

/// Faults of `dns`.
extension ServerFault {
    /// Responds with aliases that lead nowhere.
    public static let dnsCNAMEBroken = ServerFault("dns.cname-broken")
    /// Responds SERVFAIL unless checking is disabled.
    public static let dnsDNSSECBogus = ServerFault("dns.dnssec-bogus")
    /// Sends a response that does not match the query.
    public static let dnsMalformed = ServerFault("dns.malformed")
    /// Responds without an address for a name that has only a TXT record.
    public static let dnsNoAddress = ServerFault("dns.no-address")
    /// Responds NXDOMAIN for a name that its zone does not contain.
    public static let dnsNxdomain = ServerFault("dns.nxdomain")
    /// Responds REFUSED.
    public static let dnsRefused = ServerFault("dns.refused")
    /// Nothing listens on the port, which an ICMP error reports.
    public static let dnsServerClosed = ServerFault("dns.server-closed")
    /// Does not respond.
    public static let dnsServerUnreachable = ServerFault("dns.server-unreachable")
    /// Responds SERVFAIL.
    public static let dnsServfail = ServerFault("dns.servfail")
    /// Responds late.
    public static let dnsSlow = ServerFault("dns.slow")
    /// Truncates its responses, and refuses TCP.
    public static let dnsTCPBlocked = ServerFault("dns.tcp-blocked")
    /// Responds with an address other than the expected one.
    public static let dnsUnexpectedAnswer = ServerFault("dns.unexpected-answer")
}

/// Faults of `ftp`.
extension ServerFault {
    /// Announces a data port on which nothing listens.
    public static let ftpDataBlocked = ServerFault("ftp.data-blocked")
    /// Sends the greeting 421 of a server that is full.
    public static let ftpFailed = ServerFault("ftp.failed")
    /// Rejects the login (530).
    public static let ftpLoginRejected = ServerFault("ftp.login-rejected")
    /// Sends the greeting of another service.
    public static let ftpMalformed = ServerFault("ftp.malformed")
    /// Sends nothing more, at the greeting or in a transfer.
    public static let ftpNoAnswer = ServerFault("ftp.no-answer")
    /// Does not support TLS (502), although it is required.
    public static let ftpNoTLS = ServerFault("ftp.no-tls")
    /// Reports that there is no file at the path (550).
    public static let ftpNotFound = ServerFault("ftp.not-found")
    /// Refuses to store files (553).
    public static let ftpWriteDenied = ServerFault("ftp.write-denied")
}

/// Faults of `smtp`.
extension ServerFault {
    /// Closes the connection instead of responding to EHLO.
    public static let smtpClosed = ServerFault("smtp.closed")
    /// Sends a greeting, but does not respond to EHLO.
    public static let smtpNoAnswer = ServerFault("smtp.no-answer")
    /// Accepts the connection, but sends no greeting.
    public static let smtpNoGreeting = ServerFault("smtp.no-greeting")
    /// Sends the greeting of another service.
    public static let smtpNotSMTP = ServerFault("smtp.not-smtp")
    /// Sends the greeting 554.
    public static let smtpRefused = ServerFault("smtp.refused")
    /// Offers STARTTLS, but refuses it.
    public static let smtpSTARTTLSRefused = ServerFault("smtp.starttls-refused")
}

/// Faults of `imap`.
extension ServerFault {
    /// Sends the greeting BYE.
    public static let imapBye = ServerFault("imap.bye")
    /// Accepts the connection, but sends no greeting.
    public static let imapNoGreeting = ServerFault("imap.no-greeting")
    /// Sends the greeting of another service.
    public static let imapNotIMAP = ServerFault("imap.not-imap")
}
