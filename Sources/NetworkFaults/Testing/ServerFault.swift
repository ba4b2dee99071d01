public import NetworkModel

/// A fault of a server, by the cause that a check reports of it.
public struct ServerFault: Sendable, Hashable {
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
    public static let tcpClosed = ServerFault("tcp.closed")
    public static let tcpIPv4Broken = ServerFault("tcp.ipv4-broken")
    public static let tcpIPv6Broken = ServerFault("tcp.ipv6-broken")
    public static let tcpRefused = ServerFault("tcp.refused")
    public static let tcpReset = ServerFault("tcp.reset")
    public static let tcpTimeout = ServerFault("tcp.timeout")
    public static let tcpUnexpectedAnswer = ServerFault("tcp.unexpected-answer")
}

/// Faults of `tls`.
extension ServerFault {
    public static let tlsAlert = ServerFault("tls.alert")
    public static let tlsClientCertificate = ServerFault("tls.client-certificate")
    public static let tlsExpired = ServerFault("tls.expired")
    public static let tlsExpiresSoon = ServerFault("tls.expires-soon")
    public static let tlsFailed = ServerFault("tls.failed")
    public static let tlsHandshakeTimeout = ServerFault("tls.handshake-timeout")
    public static let tlsIncompleteChain = ServerFault("tls.incomplete-chain")
    public static let tlsIntercepted = ServerFault("tls.intercepted")
    public static let tlsNotTLS = ServerFault("tls.not-tls")
    public static let tlsNotYetValid = ServerFault("tls.not-yet-valid")
    public static let tlsRevoked = ServerFault("tls.revoked")
    public static let tlsSelfSigned = ServerFault("tls.self-signed")
    public static let tlsUntrustedIssuer = ServerFault("tls.untrusted-issuer")
    public static let tlsVersion = ServerFault("tls.version")
    public static let tlsWeak = ServerFault("tls.weak")
    public static let tlsWrongHost = ServerFault("tls.wrong-host")
}

/// Faults of `proxy`.
extension ServerFault {
    public static let proxyAuthRejected = ServerFault("proxy.auth-rejected")
    public static let proxyAuthRequired = ServerFault("proxy.auth-required")
    public static let proxyAuthScheme = ServerFault("proxy.auth-scheme")
    public static let proxyFailed = ServerFault("proxy.failed")
    public static let proxyRefused = ServerFault("proxy.refused")
    public static let proxyRequired = ServerFault("proxy.required")
    public static let proxyTLS = ServerFault("proxy.tls")
    public static let proxyUnreachable = ServerFault("proxy.unreachable")
}

/// Faults of `http`.
extension ServerFault {
    public static let httpAuthRejected = ServerFault("http.auth-rejected")
    public static let httpAuthRequired = ServerFault("http.auth-required")
    public static let httpAuthScheme = ServerFault("http.auth-scheme")
    public static let httpCaptivePortal = ServerFault("http.captive-portal")
    public static let httpClientError = ServerFault("http.client-error")
    public static let httpForbidden = ServerFault("http.forbidden")
    public static let httpGatewayError = ServerFault("http.gateway-error")
    public static let httpMalformed = ServerFault("http.malformed")
    public static let httpNoAnswer = ServerFault("http.no-answer")
    public static let httpNotFound = ServerFault("http.not-found")
    public static let httpRateLimited = ServerFault("http.rate-limited")
    public static let httpRedirectDowngrade = ServerFault("http.redirect-downgrade")
    public static let httpRedirectLoop = ServerFault("http.redirect-loop")
    public static let httpRedirectRefused = ServerFault("http.redirect-refused")
    public static let httpServerError = ServerFault("http.server-error")
    public static let httpSlow = ServerFault("http.slow")
    public static let httpStalled = ServerFault("http.stalled")
    public static let httpTruncated = ServerFault("http.truncated")
    public static let httpUnexpectedBody = ServerFault("http.unexpected-body")
    public static let httpUnexpectedStatus = ServerFault("http.unexpected-status")
}

/// Faults of `ws`.
extension ServerFault {
    public static let webSocketClosed = ServerFault("ws.closed")
    public static let webSocketHandshakeInvalid = ServerFault("ws.handshake-invalid")
    public static let webSocketNoPong = ServerFault("ws.no-pong")
    public static let webSocketProtocolError = ServerFault("ws.protocol-error")
    public static let webSocketUnexpectedMessage = ServerFault("ws.unexpected-message")
    public static let webSocketUpgradeRefused = ServerFault("ws.upgrade-refused")
}

/// Faults of `dns`.
extension ServerFault {
    public static let dnsCNAMEBroken = ServerFault("dns.cname-broken")
    public static let dnsDNSSECBogus = ServerFault("dns.dnssec-bogus")
    public static let dnsMalformed = ServerFault("dns.malformed")
    public static let dnsNoAddress = ServerFault("dns.no-address")
    public static let dnsNxdomain = ServerFault("dns.nxdomain")
    public static let dnsRefused = ServerFault("dns.refused")
    public static let dnsServerClosed = ServerFault("dns.server-closed")
    public static let dnsServerUnreachable = ServerFault("dns.server-unreachable")
    public static let dnsServfail = ServerFault("dns.servfail")
    public static let dnsSlow = ServerFault("dns.slow")
    public static let dnsTCPBlocked = ServerFault("dns.tcp-blocked")
    public static let dnsUnexpectedAnswer = ServerFault("dns.unexpected-answer")
}

/// Faults of `ftp`.
extension ServerFault {
    public static let ftpDataBlocked = ServerFault("ftp.data-blocked")
    public static let ftpFailed = ServerFault("ftp.failed")
    public static let ftpLoginRejected = ServerFault("ftp.login-rejected")
    public static let ftpMalformed = ServerFault("ftp.malformed")
    public static let ftpNoAnswer = ServerFault("ftp.no-answer")
    public static let ftpNoTLS = ServerFault("ftp.no-tls")
    public static let ftpNotFound = ServerFault("ftp.not-found")
    public static let ftpWriteDenied = ServerFault("ftp.write-denied")
}

/// Faults of `smtp`.
extension ServerFault {
    public static let smtpClosed = ServerFault("smtp.closed")
    public static let smtpNoAnswer = ServerFault("smtp.no-answer")
    public static let smtpNoGreeting = ServerFault("smtp.no-greeting")
    public static let smtpNotSMTP = ServerFault("smtp.not-smtp")
    public static let smtpRefused = ServerFault("smtp.refused")
    public static let smtpSTARTTLSRefused = ServerFault("smtp.starttls-refused")
}

/// Faults of `imap`.
extension ServerFault {
    public static let imapBye = ServerFault("imap.bye")
    public static let imapNoGreeting = ServerFault("imap.no-greeting")
    public static let imapNotIMAP = ServerFault("imap.not-imap")
}
