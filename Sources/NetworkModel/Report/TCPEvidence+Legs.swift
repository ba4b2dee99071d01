extension [TCPEvidence.Leg] {
    /// The interfaces over which no connection to a destination gets an answer, while over another one each is accepted.
    package var lost: Set<String> {
        let tried = filter { !$0.attempts.isEmpty }
        let lost = tried.filter { leg in
            leg.attempts.allSatisfy { $0.outcome == .timeout }
                && tried.contains { other in
                    other.isAccepting && other.attempts[0].address == leg.attempts[0].address
                        && other.attempts[0].port == leg.attempts[0].port
                }
        }
        return Set(lost.map(\.interface))
    }

    /// The interfaces over which each connection is accepted.
    package var accepting: Set<String> { Set(filter(\.isAccepting).map(\.interface)) }
}

extension TCPEvidence.Leg {
    /// Whether each connection is accepted. All are to the same address and port.
    fileprivate var isAccepting: Bool { !attempts.isEmpty && attempts.allSatisfy { $0.outcome == .connected } }
}
