import Diagnosis
import NetworkModel

/// Rules for the dialogue with an IMAP server: whether it sends a greeting, responds, and supports the requested TLS.
/// The handshake has its own rules.
enum IMAPRules {
    static func findings(_ imap: IMAPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination, "step": step(imap), "said": shown(imap.said ?? "nothing")]
        func named(_ entry: CauseEntry, confidence: Double = 1) -> [Finding] {
            [Finding(entry, confidence: confidence, facts)]
        }
        switch imap.outcome {
        case .done:
            guard let reply = imap.startTLSReply else {
                if imap.security == .plain { facts["host"] = shown(evidence.asked.host.bracketed) }
                return admitsNobody(imap) ? named(IMAPCauses.loginDisabled, confidence: 0.97) : []
            }
            facts["said"] = shown(reply)
            return [Finding(IMAPCauses.startTLSRefused, severity: .warning, facts)]
        case .noGreeting: return named(IMAPCauses.noGreeting, confidence: 0.9)
        case .noAnswer: return named(IMAPCauses.noAnswer, confidence: 0.9)
        case .closed: return end(FactPhrase.closesConnection.text)
        case .reset: return end(FactPhrase.resetsConnection.text)
        case .failed:
            return end(
                FactPhrase.losesConnection.text(["reason": shown(imap.failure ?? FactPhrase.forNoKnownReason.text)]))
        case .notIMAP: return named(IMAPCauses.notIMAP)
        case .bye: return named(IMAPCauses.bye)
        case .startTLSMissing:
            facts["detail"] =
                imap.isPreauthenticated ? IMAPPhrases.greetsPreauth.text : IMAPPhrases.offersNoStartTLS.text
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

    /// Whether the server forbids LOGIN (RFC 9051 section 6.2.3), and offers neither TLS nor a mechanism by which a
    /// client can log in otherwise. Many servers with a mechanism for tokens forbid LOGIN too.
    private static func admitsNobody(_ imap: IMAPEvidence) -> Bool {
        guard !imap.isPreauthenticated, !imap.isLoggedIn else { return false }
        let names = imap.capabilities.map { $0.uppercased() }
        return names.contains("LOGINDISABLED") && !names.contains("STARTTLS")
            && !names.contains { $0.hasPrefix("AUTH=") && $0 != "AUTH=ANONYMOUS" }
    }

    /// What the server should have done, as text.
    private static func step(_ imap: IMAPEvidence) -> String {
        let words = plainStep(imap)
        // The steps after STARTTLS.
        let isInTLS = imap.security == .startTLS && [.capability].contains(imap.step)
        return isInTLS ? FactPhrase.inTLS.text(["what": words]) : words
    }

    private static func plainStep(_ imap: IMAPEvidence) -> String {
        switch imap.step {
        case .greeting: FactPhrase.greeting.text
        case .capability: IMAPPhrases.tellingCapabilities.text
        case .startTLS: FactPhrase.answering.text(["command": "STARTTLS"])
        case .login: FactPhrase.answering.text(["command": FactPhrase.theLogin.text])
        }
    }
}
