import Diagnosis
import NetworkModel

/// Rules for the dialogue with an LDAP server: whether it returns its root DSE with the expected content. The handshake
/// has its own rules.
enum LDAPRules {
    /// The code protocolError, with which a server reports that it does not support StartTLS (RFC 4511 section 4.14.2).
    private static let protocolError = 2

    static func findings(_ ldap: LDAPEvidence, in evidence: Evidence) -> [Finding] {
        var facts = ["destination": evidence.destination]
        facts["step"] =
            ldap.step == .startTLS
            ? FactPhrase.answering.text(["command": "StartTLS"]) : LDAPPhrases.showingRootDSE.text
        facts["detail"] = shown(ldap.detail ?? ldap.result?.words ?? FactPhrase.noReasonKnown.text)
        func named(_ entry: CauseEntry, confidence: Double = 1, how: String? = nil) -> [Finding] {
            facts["how"] = how
            return [Finding(entry, confidence: confidence, facts)]
        }
        switch ldap.outcome {
        case .answered: return answered(ldap, facts)
        case .silent: return named(LDAPCauses.noAnswer, confidence: 0.9)
        case .closed: return named(LDAPCauses.closed, confidence: 0.95, how: FactPhrase.closesConnection.text)
        case .reset: return named(LDAPCauses.closed, confidence: 0.95, how: FactPhrase.resetsConnection.text)
        case .failed:
            return named(
                LDAPCauses.closed, confidence: 0.9,
                how: FactPhrase.losesConnection.text(["reason": shown(ldap.detail ?? "")]))
        case .notLDAP: return named(LDAPCauses.notLDAP)
        case .disconnected: return named(LDAPCauses.unavailable)
        case .startTLSRefused: return named(LDAPCauses.startTLSRefused)
        case .startTLSInjected: return named(LDAPCauses.startTLSInjected)
        case .tlsFailed: return []
        }
    }

    private static func answered(_ ldap: LDAPEvidence, _ facts: [String: String]) -> [Finding] {
        guard let result = ldap.result else { return [Finding(LDAPCauses.notLDAP, facts)] }
        guard result.code == 0 else {
            let entry =
                result.wantsLogin
                ? LDAPCauses.refused : result.isUnavailable ? LDAPCauses.unavailable : LDAPCauses.failed
            return [Finding(entry, facts)]
        }
        var facts = facts
        guard let rootDSE = ldap.rootDSE else {
            facts["detail"] = LDAPPhrases.searchWithoutEntry.text
            return [Finding(LDAPCauses.refused, facts)]
        }
        var found: [Finding] = []
        if !ldap.hasExpectedContext {
            let contexts = rootDSE.namingContexts.joined(separator: ", ")
            facts["expected"] = shown(ldap.expectedContext ?? "")
            facts["contexts"] = contexts.isEmpty ? LDAPPhrases.noneAtAll.text : shown(contexts)
            found.append(Finding(LDAPCauses.contextMissing, facts))
        }
        // A server that does not support StartTLS has not offered it either.
        if let refusal = ldap.startTLSResult, refusal.code != protocolError {
            facts["detail"] = shown(refusal.words)
            found.append(Finding(LDAPCauses.startTLSRefused, severity: .warning, facts))
        }
        return found
    }
}
