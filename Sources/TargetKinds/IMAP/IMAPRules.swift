import Diagnosis
import NetworkModel

/// The conversation with a server of mailboxes: whether it greets, answers, and has the TLS that is asked for. The handshake has
/// rules of its own.
enum IMAPRules {
    static func findings(_ imap: IMAPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination, "step": step(imap), "said": shown(imap.said ?? "nothing")]
        func named(_ entry: CauseEntry, confidence: Double = 1) -> [Finding] {
            [Finding(entry, confidence: confidence, facts)]
        }
        switch imap.outcome {
        case .done:
            guard let reply = imap.startTLSReply else { return [] }
            facts["said"] = shown(reply)
            return [Finding(IMAPCauses.startTLSRefused, severity: .warning, facts)]
        case .noGreeting: return named(IMAPCauses.noGreeting, confidence: 0.9)
        case .noAnswer: return named(IMAPCauses.noAnswer, confidence: 0.9)
        case .closed: return end("closes the connection")
        case .reset: return end("resets the connection")
        case .failed: return end("lets the connection fail (\(shown(imap.failure ?? "for no known reason")))")
        case .notIMAP: return named(IMAPCauses.notIMAP)
        case .bye: return named(IMAPCauses.bye)
        case .startTLSMissing:
            facts["detail"] =
                imap.isPreauthenticated ? "greets with PREAUTH, which rules STARTTLS out" : "does not offer STARTTLS"
            return named(IMAPCauses.startTLSMissing)
        case .startTLSRefused: return named(IMAPCauses.startTLSRefused)
        case .startTLSInjected: return named(IMAPCauses.startTLSInjected)
        case .loginMissing, .loginRejected:
            facts["said"] = shown(imap.failure ?? "\"\(imap.said ?? "nothing")\"")
            return named(IMAPCauses.loginRejected)
        case .tlsFailed: return []
        }

        func end(_ how: String) -> [Finding] {
            facts["how"] = how
            return [Finding(IMAPCauses.closed, confidence: 0.95, facts)]
        }
    }

    /// What the server should have done.
    private static func step(_ imap: IMAPEvidence) -> String {
        let tls = imap.security == .startTLS ? " in TLS" : ""
        return switch imap.step {
        case .greeting: "greeting"
        case .capability: "telling its capabilities\(tls)"
        case .startTLS: "answering STARTTLS"
        case .login: "answering the login"
        }
    }
}
