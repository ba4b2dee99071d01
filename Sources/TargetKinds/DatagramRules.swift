public import Diagnosis
public import NetworkModel

/// Rules that kinds over datagrams share: no response, or an unexpected one.
public enum DatagramRules {
    /// The causes of a kind for each way in which an exchange fails.
    public struct Causes: Sendable {
        let refused: CauseEntry
        let silent: CauseEntry
        let stray: CauseEntry

        /// Creates the causes.
        ///
        /// - Parameters:
        ///   - refused: The host reports that no program listens.
        ///   - silent: Nothing arrived, or an ICMP error that the path rules do not handle.
        ///   - stray: Something arrived that is not a response.
        public init(refused: CauseEntry, silent: CauseEntry, stray: CauseEntry) {
            self.refused = refused
            self.silent = silent
            self.stray = stray
        }
    }

    /// The findings about an exchange.
    ///
    /// - Parameters:
    ///   - exchange: The exchange of the kind.
    ///   - causes: The causes of the kind.
    ///   - facts: The facts of all findings of the kind, to which `sent` and `strays` are added.
    ///   - evidence: All observations of the check.
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
            var finding = Finding(exchange.strays > 0 ? causes.stray : causes.silent, confidence: 0.9, facts)
            if exchange.outcome == .silent, exchange.strays == 0, let side = evidence.sideOfDroppedDatagrams {
                finding.side = side
            }
            return [finding]
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
