import CCurl
import NetworkModel

/// From libcurl's outcome to what the TLS layer showed.
enum TLSReading {
    static func evidence(of outcome: CurlOutcome, host: Host) -> TLSEvidence {
        let chain = chain(outcome.certificates)
        func evidence(
            _ result: TLSEvidence.Outcome, problem: TLSEvidence.CertificateProblem? = nil, detail: String? = nil
        ) -> TLSEvidence {
            TLSEvidence(
                serverName: host.description, outcome: result, problem: problem, detail: detail, chain: chain)
        }
        let text = HTTPReading.text(outcome)
        switch outcome.code {
        case CURLE_PEER_FAILED_VERIFICATION:
            return evidence(.certificate, problem: problem(outcome.verifyResult, text), detail: text)
        case _ where outcome.tlsDone != nil && !isClientRefusal(text):
            return evidence(.established)
        case CURLE_OPERATION_TIMEDOUT:
            return evidence(.timeout, detail: text)
        case CURLE_OK:
            return evidence(.established)
        default:
            return evidence(failure(text), detail: text)
        }
    }

    /// In TLS 1.3 a server refuses a client's certificate after the handshake is over for the client.
    private static func isClientRefusal(_ text: String) -> Bool {
        text.contains("alert certificate required") || text.contains("alert bad certificate")
    }

    /// libcurl has one code for every failed handshake; OpenSSL's words tell them apart.
    private static func failure(_ text: String) -> TLSEvidence.Outcome {
        let lower = text.lowercased()
        func says(_ words: String...) -> Bool { words.contains { lower.contains($0) } }
        if says(
            "alert protocol version", "unsupported protocol", "unsupported version", "no protocols available",
            "version too low")
        {
            return .version
        }
        if says(
            "wrong version number", "packet length too long", "http request", "unexpected message",
            "record too small", "bad record type", "unknown protocol", "record layer failure")
        {
            return .notTLS
        }
        if says("alert") { return .alert }
        if says("connection reset", "econnreset", "broken pipe") { return .reset }
        if says("unexpected eof", "ssl_error_zero_return", "connection was closed", "ssl_error_syscall") {
            return .closed
        }
        return .failed
    }

    /// OpenSSL's `X509_V_ERR_…` (openssl-verification-options(1)).
    private static func problem(_ code: Int, _ text: String) -> TLSEvidence.CertificateProblem {
        // libcurl compares the names itself, and then has no code of OpenSSL to tell.
        if text.contains("no alternative certificate subject name") || text.contains("does not match target host name")
        {
            return .wrongHost
        }
        return switch code {
        case 0, 62, 64: .wrongHost
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        case 19: .untrustedIssuer
        case 20, 21: .incompleteChain
        default: .other
        }
    }

    static func chain(_ certificates: [[String]]) -> [TLSEvidence.Certificate] {
        certificates.map { fields in
            func value(_ name: String) -> String? {
                fields.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1).prefix(4_096)) }
            }
            return TLSEvidence.Certificate(
                subject: value("Subject") ?? "", issuer: value("Issuer") ?? "",
                names: names(value("X509v3 Subject Alternative Name")),
                notBefore: value("Start date").flatMap(CertificateDate.timestamp),
                notAfter: value("Expire date").flatMap(CertificateDate.timestamp))
        }
    }

    private static func names(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").prefix(100).compactMap { part in
            let name = part.drop { $0 == " " }
            guard let colon = name.firstIndex(of: ":") else { return nil }
            return String(name[name.index(after: colon)...].prefix { !$0.isNewline })
        }
    }
}
