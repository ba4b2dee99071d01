public import NetworkModel

/// A fault of a server, by the cause that a check reports of it.
public struct Fault: Sendable, Hashable {
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

    /// The same fault in another form: `Fault.tlsAlert.with("handshake_failure")`.
    public func with(_ arguments: String) -> Fault { Fault(cause, arguments) }
}

/// Faults of `tcp`.
extension Fault {
    public static let tcpClosed = Fault("tcp.closed")
    public static let tcpIPv4Broken = Fault("tcp.ipv4-broken")
    public static let tcpIPv6Broken = Fault("tcp.ipv6-broken")
    public static let tcpRefused = Fault("tcp.refused")
    public static let tcpReset = Fault("tcp.reset")
    public static let tcpTimeout = Fault("tcp.timeout")
    public static let tcpUnexpectedAnswer = Fault("tcp.unexpected-answer")
}

/// Faults of `tls`.
extension Fault {
    public static let tlsAlert = Fault("tls.alert")
    public static let tlsClientCertificate = Fault("tls.client-certificate")
    public static let tlsExpired = Fault("tls.expired")
    public static let tlsExpiresSoon = Fault("tls.expires-soon")
    public static let tlsFailed = Fault("tls.failed")
    public static let tlsHandshakeTimeout = Fault("tls.handshake-timeout")
    public static let tlsIncompleteChain = Fault("tls.incomplete-chain")
    public static let tlsIntercepted = Fault("tls.intercepted")
    public static let tlsNotTLS = Fault("tls.not-tls")
    public static let tlsNotYetValid = Fault("tls.not-yet-valid")
    public static let tlsRevoked = Fault("tls.revoked")
    public static let tlsSelfSigned = Fault("tls.self-signed")
    public static let tlsUntrustedIssuer = Fault("tls.untrusted-issuer")
    public static let tlsVersion = Fault("tls.version")
    public static let tlsWeak = Fault("tls.weak")
    public static let tlsWrongHost = Fault("tls.wrong-host")
}

/// Faults of `proxy`.
extension Fault {
    public static let proxyAuthRejected = Fault("proxy.auth-rejected")
    public static let proxyAuthRequired = Fault("proxy.auth-required")
    public static let proxyAuthScheme = Fault("proxy.auth-scheme")
    public static let proxyFailed = Fault("proxy.failed")
    public static let proxyRefused = Fault("proxy.refused")
    public static let proxyRequired = Fault("proxy.required")
    public static let proxyTLS = Fault("proxy.tls")
    public static let proxyUnreachable = Fault("proxy.unreachable")
}

/// Faults of `http`.
extension Fault {
    public static let httpAuthRejected = Fault("http.auth-rejected")
    public static let httpAuthRequired = Fault("http.auth-required")
    public static let httpAuthScheme = Fault("http.auth-scheme")
    public static let httpCaptivePortal = Fault("http.captive-portal")
    public static let httpClientError = Fault("http.client-error")
    public static let httpForbidden = Fault("http.forbidden")
    public static let httpGatewayError = Fault("http.gateway-error")
    public static let httpMalformed = Fault("http.malformed")
    public static let httpNoAnswer = Fault("http.no-answer")
    public static let httpNotFound = Fault("http.not-found")
    public static let httpRateLimited = Fault("http.rate-limited")
    public static let httpRedirectDowngrade = Fault("http.redirect-downgrade")
    public static let httpRedirectLoop = Fault("http.redirect-loop")
    public static let httpRedirectRefused = Fault("http.redirect-refused")
    public static let httpServerError = Fault("http.server-error")
    public static let httpSlow = Fault("http.slow")
    public static let httpStalled = Fault("http.stalled")
    public static let httpTruncated = Fault("http.truncated")
    public static let httpUnexpectedBody = Fault("http.unexpected-body")
    public static let httpUnexpectedStatus = Fault("http.unexpected-status")
}

/// Faults of `ws`.
extension Fault {
    public static let webSocketClosed = Fault("ws.closed")
    public static let webSocketHandshakeInvalid = Fault("ws.handshake-invalid")
    public static let webSocketNoPong = Fault("ws.no-pong")
    public static let webSocketProtocolError = Fault("ws.protocol-error")
    public static let webSocketUnexpectedMessage = Fault("ws.unexpected-message")
    public static let webSocketUpgradeRefused = Fault("ws.upgrade-refused")
}

/// Faults of `dns`.
extension Fault {
    public static let dnsCNAMEBroken = Fault("dns.cname-broken")
    public static let dnsDNSSECBogus = Fault("dns.dnssec-bogus")
    public static let dnsMalformed = Fault("dns.malformed")
    public static let dnsNoAddress = Fault("dns.no-address")
    public static let dnsNxdomain = Fault("dns.nxdomain")
    public static let dnsRefused = Fault("dns.refused")
    public static let dnsServerClosed = Fault("dns.server-closed")
    public static let dnsServerUnreachable = Fault("dns.server-unreachable")
    public static let dnsServfail = Fault("dns.servfail")
    public static let dnsSlow = Fault("dns.slow")
    public static let dnsTCPBlocked = Fault("dns.tcp-blocked")
    public static let dnsUnexpectedAnswer = Fault("dns.unexpected-answer")
}

/// Faults of `ftp`.
extension Fault {
    public static let ftpDataBlocked = Fault("ftp.data-blocked")
    public static let ftpFailed = Fault("ftp.failed")
    public static let ftpLoginRejected = Fault("ftp.login-rejected")
    public static let ftpMalformed = Fault("ftp.malformed")
    public static let ftpNoAnswer = Fault("ftp.no-answer")
    public static let ftpNoTLS = Fault("ftp.no-tls")
    public static let ftpNotFound = Fault("ftp.not-found")
    public static let ftpWriteDenied = Fault("ftp.write-denied")
}

/// Faults of `smtp`.
extension Fault {
    public static let smtpClosed = Fault("smtp.closed")
    public static let smtpNoAnswer = Fault("smtp.no-answer")
    public static let smtpNoGreeting = Fault("smtp.no-greeting")
    public static let smtpNotSMTP = Fault("smtp.not-smtp")
    public static let smtpRefused = Fault("smtp.refused")
    public static let smtpSTARTTLSRefused = Fault("smtp.starttls-refused")
}

/// Faults of `imap`.
extension Fault {
    public static let imapBye = Fault("imap.bye")
    public static let imapNoGreeting = Fault("imap.no-greeting")
    public static let imapNotIMAP = Fault("imap.not-imap")
}
