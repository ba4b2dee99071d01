extension [TCPEvidence.Leg] {
    /// The interfaces over which no connection to a destination gets an answer, while over another one each is accepted.
    package var lost: Set<String> {
        interfaces { leg, other in leg.isSilent && other.isAccepting && leg.hasDestination(of: other) }
    }

    /// The interfaces over which a host answers nothing, while over another one it accepts each connection, or answers each and pings.
    package var unanswered: Set<String> {
        interfaces { leg, other in
            guard leg.isSilent, leg.echo?.outcome != .reply, leg.hasDestination(of: other) else { return false }
            return other.isAccepting || leg.echo?.outcome == .timeout && other.isAnswering
        }
    }

    /// The interfaces over which a host accepts each connection, or answers each and pings.
    package var answering: Set<String> {
        Set(filter { $0.isAccepting || $0.isAnswering }.map(\.interface))
    }

    private func interfaces(where isLost: (TCPEvidence.Leg, TCPEvidence.Leg) -> Bool) -> Set<String> {
        Set(filter { leg in contains { isLost(leg, $0) } }.map(\.interface))
    }
}

extension TCPEvidence.Leg {
    /// Whether no connection gets an answer.
    fileprivate var isSilent: Bool { areAll([.timeout]) }
    /// Whether each connection is accepted.
    fileprivate var isAccepting: Bool { areAll([.connected]) }
    /// Whether each connection is accepted or refused, and pings are answered. A refusal alone may be that of a filter on the path.
    fileprivate var isAnswering: Bool { areAll([.connected, .refused]) && echo?.outcome == .reply }

    private func areAll(_ outcomes: Set<TCPEvidence.Outcome>) -> Bool {
        !attempts.isEmpty && attempts.allSatisfy { outcomes.contains($0.outcome) }
    }

    /// Whether the connections are to the same address and port as others.
    fileprivate func hasDestination(of other: Self) -> Bool {
        attempts.first?.address == other.attempts.first?.address && attempts.first?.port == other.attempts.first?.port
    }
}
