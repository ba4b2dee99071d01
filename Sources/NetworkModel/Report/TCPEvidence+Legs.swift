extension [TCPEvidence.Leg] {
    /// The interfaces over which no connection to a destination gets an answer, while over another one each is accepted.
    package var lost: Set<String> {
        interfaces { leg, other in leg.isSilent && other.isAccepting && leg.hasDestination(of: other) }
    }

    /// The interfaces over which a host answers nothing, while over another one it accepts each connection, or answers each and pings. The
    /// same must be true of connections to port 443, if there were any: many networks pass no others.
    package var unanswered: Set<String> {
        interfaces { leg, other in
            guard leg.isSilent, leg.echo?.outcome != .reply, leg.hasDestination(of: other), leg.isWebLost(beside: other)
            else { return false }
            return other.isAccepting || leg.echo?.outcome == .timeout && other.isAnswering
        }
    }

    /// The interfaces over which a host accepts each connection to one of the ports, or answers each and pings.
    package var answering: Set<String> {
        Set(filter { $0.isAccepting || $0.isAnswering || $0.isWebAccepting }.map(\.interface))
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

    /// Whether each connection to port 443 is accepted.
    fileprivate var isWebAccepting: Bool { web.map { !$0.isEmpty && $0.allSatisfy { $0 == .connected } } ?? false }

    /// Whether connections to port 443 get no answer, while over another interface each is accepted, or refused by a host that answers
    /// pings over that one alone. If there were none, the other ones decide.
    fileprivate func isWebLost(beside other: Self) -> Bool {
        guard let web, let others = other.web else { return true }
        guard web.allSatisfy({ $0 == .timeout }), !others.isEmpty else { return false }
        return other.isWebAccepting
            || others.allSatisfy { $0 == .connected || $0 == .refused } && echo?.outcome == .timeout
                && other.echo?.outcome == .reply
    }

    private func areAll(_ outcomes: Set<TCPEvidence.Outcome>) -> Bool {
        !attempts.isEmpty && attempts.allSatisfy { outcomes.contains($0.outcome) }
    }

    /// Whether the connections are to the same address and port as others.
    fileprivate func hasDestination(of other: Self) -> Bool {
        attempts.first?.address == other.attempts.first?.address && attempts.first?.port == other.attempts.first?.port
    }
}
