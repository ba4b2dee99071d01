import Diagnosis
import NetworkModel

/// Rules for the dialogue with an SSH server: how far it got, and with which host key.
enum SSHRules {
    static func findings(_ ssh: SSHEvidence, in evidence: Evidence) -> [Finding] {
        var facts = [
            "destination": evidence.destination, "host": evidence.asked.host.description,
            "port": "\(evidence.asked.port ?? 22)", "url": shown(evidence.asked.text),
        ]
        facts["software"] = ssh.software.map(shown)
        facts["version"] = ssh.version.map(shown)
        facts["text"] = ssh.text.map(shown)
        facts["detail"] = ssh.detail.map { SafeText.escaped(SafeText.cut($0, to: 400)) }
        facts["type"] = ssh.hostKey.map { shown($0.type) }
        facts["fingerprint"] = ssh.hostKey.map { shown($0.fingerprint) }
        facts["expected"] = shown(ssh.expected.joined(separator: " or "))
        guard let cause = cause(ssh) else { return [] }
        // The text of sshd(8) for refused connections is the better reason.
        if cause == SSHCauses.closed, let text = facts["text"] {
            facts["detail"] = SSHPhrases.itSaysText.text(["text": text])
        }
        facts["detail"] = facts["detail"] ?? FactPhrase.noReasonKnown.text
        return [Finding(cause, facts)]
    }

    /// The cause.
    ///
    /// - Returns: `nil` if nothing is wrong.
    private static func cause(_ ssh: SSHEvidence) -> CauseEntry? {
        switch ssh.outcome {
        case .silent: SSHCauses.noGreeting
        // There were only empty lines.
        case .notSSH: ssh.text == nil ? SSHCauses.malformed : SSHCauses.notSSH
        case .closed: SSHCauses.closed
        case .wrongVersion: SSHCauses.protocolVersion
        case .malformed: SSHCauses.malformed
        case .noCommonAlgorithm: SSHCauses.noCommonAlgorithm
        case .failed: SSHCauses.keyExchange
        case .stalled: SSHCauses.stalled
        case .established:
            if ssh.hostKey == nil { SSHCauses.keyExchange } else { ssh.hasExpectedKey ? nil : SSHCauses.wrongHostKey }
        }
    }
}
