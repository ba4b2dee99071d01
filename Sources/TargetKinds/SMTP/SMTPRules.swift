import Diagnosis
import NetworkModel

/// A mail server's conversation: whether it greets, answers, and has the TLS that is asked for. The handshake has rules of its
/// own.
enum SMTPRules {
    static func findings(_ smtp: SMTPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination, "step": step(smtp), "said": shown(smtp.said ?? "nothing")]
        func named(_ entry: CauseEntry, confidence: Double = 1) -> [Finding] {
            [Finding(entry, confidence: confidence, facts)]
        }
        switch smtp.outcome {
        case .done:
            guard let reply = smtp.startTLSReply else { return [] }
            facts["said"] = shown(reply)
            return [Finding(SMTPCauses.startTLSRefused, severity: .warning, facts)]
        case .noGreeting: return named(SMTPCauses.noGreeting, confidence: 0.9)
        case .noAnswer: return named(SMTPCauses.noAnswer, confidence: 0.9)
        case .closed: return end("closes the connection")
        case .reset: return end("resets the connection")
        case .failed: return end("lets the connection fail (\(shown(smtp.failure ?? "for no known reason")))")
        case .notSMTP: return named(SMTPCauses.notSMTP)
        case .refused: return named(SMTPCauses.refused)
        case .startTLSMissing: return named(SMTPCauses.startTLSMissing)
        case .startTLSRefused: return named(SMTPCauses.startTLSRefused)
        case .startTLSInjected: return named(SMTPCauses.startTLSInjected)
        case .loginMissing, .loginRejected:
            facts["said"] = shown(smtp.failure ?? "\"\(smtp.said ?? "nothing")\"")
            return named(SMTPCauses.loginRejected)
        case .tlsFailed: return []
        }

        func end(_ how: String) -> [Finding] {
            facts["how"] = how
            return [Finding(SMTPCauses.closed, confidence: 0.95, facts)]
        }
    }

    /// What the server should have done.
    private static func step(_ smtp: SMTPEvidence) -> String {
        let tls = smtp.security == .startTLS ? " in TLS" : ""
        return switch smtp.step {
        case .greeting: "greeting"
        case .ehlo: "answering EHLO\(tls)"
        case .helo: "answering HELO\(tls)"
        case .startTLS: "answering STARTTLS"
        case .login: "answering the login"
        }
    }
}
