public import Diagnosis
public import NetworkModel

/// Rules that kinds over datagrams share: no answer, or another one than expected.
public enum DatagramRules {
    /// A cause of the kind for each way in which an exchange fails.
    public struct Causes: Sendable {
        let refused: CauseEntry
        let silent: CauseEntry
        let stray: CauseEntry

        /// - Parameters:
        ///   - refused: The host says that nobody listens.
        ///   - silent: Nothing has come back, or an ICMP error that the rules of the path say nothing of.
        ///   - stray: Something has come back that is no answer.
        public init(refused: CauseEntry, silent: CauseEntry, stray: CauseEntry) {
            self.refused = refused
            self.silent = silent
            self.stray = stray
        }
    }

    /// - Parameters:
    ///   - facts: Those that all findings of the kind have; `sent` and `strays` are added.
    ///   - evidence: All that the check has observed.
    public static func findings(
        _ exchange: DatagramEvidence, _ causes: Causes, _ facts: [String: String], in evidence: Evidence
    ) -> [Finding] {
        if exchange.outcome == .silent && exchange.strays == 0 || exchange.error?.isOwn == true,
            let hostDown = evidence.hostDown(exchange.address)
        {
            return [hostDown]
        }
        var facts = facts
        facts["sent"] = "\(exchange.sent)"
        facts["strays"] = "\(exchange.strays)"
        switch exchange.outcome {
        case .answered: return []
        case .refused: return [Finding(causes.refused, facts)]
        case .silent, .unreachable:
            return [Finding(exchange.strays > 0 ? causes.stray : causes.silent, confidence: 0.9, facts)]
        case .unsent:
            return [
                .machineFailure(
                    FactPhrase.cannotBeSent.text([
                        "destination": exchange.destination, "reason": exchange.failure ?? FactPhrase.noAddress.text,
                    ]))
            ]
        }
    }
}
