import CCurl
import NetworkModel

/// Derives the result of the TLS layer from libcurl's outcome.
struct TLSAssessment {
    let code: CURLcode
    /// libcurl's text about the error.
    let text: String
    /// OpenSSL's `X509_V_ERR_…`.
    let verifyResult: Int
    let isShaken: Bool
    let facts: TLSFacts?
    /// Whether the server requested a client certificate and got none.
    var isCertificateMissing = false
    /// Whether data arrived after the handshake.
    var isAnswered = false

    /// The evidence of a handshake.
    ///
    /// - Parameter host: The host for which the certificate must be valid.
    func evidence(for host: Host) -> TLSEvidence {
        var evidence = TLSEvidence(serverName: host.description, outcome: outcome, chain: facts?.chain ?? [])
        if evidence.outcome != .established { evidence.detail = text }
        // As in `error setting certificate file: /etc/ssl/certs/ca-certificates.crt`.
        if evidence.outcome == .noAuthorities, let start = text.firstIndex(of: "/") {
            evidence.detail = String(text[start...])
        }
        if evidence.outcome == .certificate { evidence.problem = problem }
        if isCertificateMissing { evidence.isClientCertificateMissing = true }
        if let facts {
            evidence.version = facts.version
            evidence.cipher = facts.cipher
            evidence.alpn = facts.alpn
            evidence.stapledStatus = facts.stapledStatus
            evidence.isIssuerKnown = facts.isIssuerKnown
            if evidence.outcome == .established, verifyResult == 0 { evidence.verifiedUntil = facts.verifiedUntil }
            evidence.setDaysLeft(now: Timestamp())
        }
        return evidence
    }

    private var outcome: TLSEvidence.Outcome {
        switch code {
        case CURLE_PEER_FAILED_VERIFICATION: .certificate
        case CURLE_SSL_CACERT_BADFILE: .noAuthorities
        case _ where isShaken && !isClientRefusal: .established
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_OK: .established
        default: failure
        }
    }

    /// In TLS 1.3, a server refuses a client certificate, or its absence, after the handshake is complete for the client. Its
    /// alert may be lost, since the request in progress makes the server's kernel reset the connection.
    private var isClientRefusal: Bool {
        guard code != CURLE_OK else { return false }
        let words = [
            "certificate required", "bad certificate", "unknown ca", "certificate unknown", "unsupported certificate",
        ]
        if words.contains(where: { text.contains("alert \($0)") }) { return true }
        return isCertificateMissing && !isAnswered
            && [CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING].contains(code)
    }

    /// libcurl has one code for every failed handshake; OpenSSL's texts distinguish them.
    private var failure: TLSEvidence.Outcome {
        let lower = text.lowercased()
        func says(_ words: String...) -> Bool { words.contains { lower.contains($0) } }
        if says(
            "alert protocol version", "unsupported protocol", "unsupported version", "no protocols available",
            "version too low",
            // The text for TLS 1.0 and 1.1, whose signatures OpenSSL only accepts at its lowest level.
            "legacy sigalg disallowed")
        {
            return .version
        }
        if says(
            "wrong version number", "packet length too long", "http request", "unexpected message",
            "record too small", "bad record type", "unknown protocol", "record layer failure")
        {
            return .notTLS
        }
        if says("alert") || isAlert { return .alert }
        if says("connection reset", "econnreset", "broken pipe") { return .reset }
        // libcurl connects a socket once more that has lost its connection.
        if code == CURLE_COULDNT_CONNECT { return .reset }
        if code == CURLE_GOT_NOTHING { return .closed }
        if says("unexpected eof", "ssl_error_zero_return", "connection was closed", "ssl_error_syscall") {
            return .closed
        }
        return .failed
    }

    /// Whether the peer sent an alert. Some texts lack that word, as in `error:0A000458:SSL routines::tlsv1 unrecognized
    /// name`. The code shows it: OpenSSL's reasons from 1000 to 1255 are alerts of the peer (`SSL_AD_REASON_OFFSET`).
    private var isAlert: Bool {
        guard let start = text.firstRange(of: "error:")?.upperBound,
            let code = UInt32(text[start...].prefix { $0.isHexDigit }, radix: 16)
        else { return false }
        // The reason is the lower 23 bits of a code (ERR_GET_REASON(3)).
        return (1_000..<1_256).contains(code & 0x7f_ffff)
    }

    /// The problem for OpenSSL's `X509_V_ERR_…` (openssl-verification-options(1)).
    private var problem: TLSEvidence.CertificateProblem {
        // libcurl compares the names itself, without a code of OpenSSL.
        if text.contains("no alternative certificate subject name") || text.contains("does not match target host name")
        {
            return .wrongHost
        }
        return switch verifyResult {
        case 0, 62, 64: .wrongHost
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        // 7: the signature does not match the key of the trusted CA with this name.
        case 7, 19: .untrustedIssuer
        case 2, 20, 21: .incompleteChain
        case 66, 67, 68: .tooWeak
        case 26: .wrongPurpose
        case 25: .tooManyIssuers
        case 47, 48: .nameNotPermitted
        case 32, 79: .notByAuthority
        default: .other
        }
    }
}

extension TLSEvidence {
    /// Sets the days of the certificate that expires first: of those that were verified, or else of those that the server sent.
    mutating func setDaysLeft(now: Timestamp) {
        let end = verifiedUntil ?? chain.compactMap(\.notAfter).min()
        daysLeft = end.map {
            let left = Double($0.millisecondsSince1970 - now.millisecondsSince1970) / 86_400_000
            return Int(left.rounded(.down))
        }
    }
}
