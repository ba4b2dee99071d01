import Diagnosis
import NetworkModel

/// Rules for the dialogue with a mail server: whether it sends a greeting, responds, and supports the requested TLS.
/// The handshake has its own rules.
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
        case .closed: return end(FactPhrase.closesConnection.text)
        case .reset: return end(FactPhrase.resetsConnection.text)
        case .failed:
            return end(
                FactPhrase.losesConnection.text(["reason": shown(smtp.failure ?? FactPhrase.forNoKnownReason.text)]))
        case .notSMTP: return named(SMTPCauses.notSMTP)
        case .refused:
            // Each advice is about some codes, and needs the one that was received.
            if let code = smtp.code {
                let isName = (500..<600).contains(code) && code != 554 && [.ehlo, .helo].contains(smtp.step)
                facts[code < 500 ? "busy" : isName ? "named" : "denied"] = "\(code)"
            }
            return named(SMTPCauses.refused)
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

    /// What the server should have done, as text.
    private static func step(_ smtp: SMTPEvidence) -> String {
        let words = plainStep(smtp)
        // The steps after STARTTLS.
        let isInTLS = smtp.security == .startTLS && [.ehlo, .helo].contains(smtp.step)
        return isInTLS ? FactPhrase.inTLS.text(["what": words]) : words
    }

    private static func plainStep(_ smtp: SMTPEvidence) -> String {
        switch smtp.step {
        case .greeting: FactPhrase.greeting.text
        case .ehlo: FactPhrase.answering.text(["command": "EHLO"])
        case .helo: FactPhrase.answering.text(["command": "HELO"])
        case .startTLS: FactPhrase.answering.text(["command": "STARTTLS"])
        case .login: FactPhrase.answering.text(["command": FactPhrase.theLogin.text])
        }
    }
}
