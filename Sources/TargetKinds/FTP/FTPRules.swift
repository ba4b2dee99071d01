public import Diagnosis
public import NetworkModel

extension FTPEvidence: JudgedEvidence {
    /// Whether everything that was requested was done.
    public var isProven: Bool { outcome == .done }
    /// Always `nil`: FTP uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server became silent, or no data connection could be established.
    public var hasStalled: Bool { [.timeout, .dataBlocked].contains(outcome) }

    /// The findings about the FTP server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { FTPRules.findings(self, in: evidence) }
}

/// Rules for the responses of an FTP server.
enum FTPRules {
    static func findings(_ ftp: FTPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = [
            "url": shown(ftp.url), "destination": shown(evidence.destination), "host": evidence.target.host.bracketed,
            "detail": shown(ftp.detail ?? ftp.steps.last { $0.reply != nil }?.reply ?? FTPPhrases.noReply.text),
            "parent": shown(parent(of: ftp.url)),
        ]
        facts["port"] = evidence.target.port.map { "\($0)" }
        facts["address"] = evidence.tcp?.winner.map { "\($0.address)" }
        let entry: CauseEntry
        var confidence = 0.98
        switch ftp.outcome {
        case .done: return []
        case .loginRejected: entry = FTPCauses.loginRejected
        case .noTLS: entry = FTPCauses.noTLS
        case .dataBlocked: (entry, confidence) = (FTPCauses.dataBlocked, 0.95)
        case .notFound: entry = FTPCauses.notFound
        case .writeDenied: entry = FTPCauses.writeDenied
        case .malformed: entry = FTPCauses.malformed
        case .timeout: entry = FTPCauses.noAnswer
        case .closed:
            // With a reply, the server states why it closes the connection.
            let reply = ftp.steps.last { $0.reply != nil }?.reply
            entry = reply?.hasPrefix("421") == true ? FTPCauses.failed : TCPCauses.closed
        case .failed: (entry, confidence) = (FTPCauses.failed, 0.6)
        }
        return [Finding(entry, confidence: confidence, facts)]
    }

    /// The parent directory of a URL, or the root of the server.
    private static func parent(of url: String) -> String {
        let trimmed = url.hasSuffix("/") ? url.dropLast() : url[...]
        guard let slash = trimmed.lastIndex(of: "/"), let scheme = trimmed.firstRange(of: "://"),
            slash >= scheme.upperBound
        else { return url }
        return String(trimmed[...slash])
    }
}
