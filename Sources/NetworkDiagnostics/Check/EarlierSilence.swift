import NetworkModel

/// The addresses that were silent at the places of a check that redirected, while others were connected. At further places, nothing is
/// waited for of which that is known: each time would take seconds, which are missing for the last place.
struct EarlierSilence: Sendable {
    private var silent: [TCPEvidence.Attempt] = []
    /// The families in which an address was connected.
    private var connected: Set<AddressFamily> = []

    /// Adds the connections to a place.
    mutating func add(_ attempts: [TCPEvidence.Attempt]) {
        guard attempts.contains(where: { $0.outcome == .connected }) else { return }
        for attempt in attempts {
            silent.removeAll { $0.address == attempt.address && $0.port == attempt.port }
            if attempt.outcome == .timeout { silent.append(attempt) }
            guard attempt.outcome == .connected else { continue }
            connected.insert(attempt.address.family)
            silent.removeAll { $0.address == attempt.address }
        }
    }

    /// Those of some addresses that are probably silent: they were before, or all of their family were, which may not get through at all.
    func doubtful(of places: [SocketAddress]) -> Set<IPAddress> {
        guard !silent.isEmpty else { return [] }
        let families = Set(silent.map(\.address.family)).subtracting(connected)
        let doubtful = places.map(\.address).filter { address in
            families.contains(address.family) || silent.contains { $0.address == address }
        }
        return Set(doubtful)
    }

    /// The connections to some addresses, with the earlier ones to those that were not tried again, or not to the end.
    func completing(_ tcp: TCPEvidence, to places: [SocketAddress]) -> TCPEvidence {
        let missing = silent.filter { earlier in
            places.contains { $0.address == earlier.address && $0.port == earlier.port }
                && !tcp.attempts.contains { $0.address == earlier.address && $0.outcome != .abandoned }
        }
        guard !missing.isEmpty else { return tcp }
        var tcp = tcp
        tcp.attempts.removeAll { attempt in missing.contains { $0.address == attempt.address } }
        tcp.attempts = missing + tcp.attempts
        return tcp
    }
}
