import Diagnosis
import NetworkModel
import TargetKinds

extension CheckRun {
    /// The maximum number of addresses that are examined besides the one that is used. A daemon repeats its checks, and DNS
    /// servers change the order of addresses.
    var maxOtherAddresses: Int { options.followUps == .asBudgeted ? 3 : 7 }

    /// Whether a request may be sent to several addresses of a name. Requests with an effect, and logins, which a server may
    /// count, are sent once, and so are those to other hosts after redirects, since only the target's addresses are judged.
    func mayRepeat(_ visit: RequestDestination, to destinations: [SocketAddress]) -> Bool {
        guard destinations.count > 1, visit.target.host == target.host, visit.settings.authentication == nil,
            visit.settings.tls.clientCertificateFile == nil, !destinations.allSatisfy(\.address.isLoopback)
        else { return false }
        if visit.target.isPage {
            return visit.settings.http.body == nil && ["GET", "HEAD"].contains(visit.settings.http.method)
        }
        return visit.target.goal == .tls
    }
}

extension CheckRun.CheckObservations {
    /// The status of a server that answers too many requests of this machine, which says nothing about the address.
    private static let tooManyRequests = 429

    /// Records the faults of single addresses of the name above their connections, if others work.
    mutating func addFailures(of others: [IPAddress: KindObservation]) {
        guard !others.isEmpty, var tcp = evidence.tcp, let winner = tcp.winner else { return }
        func single(_ observed: Observations) -> Evidence {
            var alone = evidence.blank
            alone.place = evidence.place
            for layer in [Layer.tcp, .tls] { if let found = observed[layer] { alone.observed.set(found) } }
            if let kind = observed.ofKind { alone.observed.set(kind) }
            return alone
        }
        func failure(in observed: Observations) -> TCPEvidence.Failure? {
            let alone = single(observed)
            let found = Verdict(on: alone).findings.first { $0.severity == .error }
            guard let found, let layer = found.id.layer, layer == .tcp || layer == .tls || layer == alone.asked.goal
            else { return nil }
            let response = alone.http.flatMap { $0.outcome == .response && layer != .tls ? $0.status : nil }
            return response == Self.tooManyRequests ? nil : .init(cause: found.id, status: response)
        }
        // An address to which nothing was sent above its connection may fail in the same way.
        func works(_ observed: Observations) -> Bool {
            let isTLS = evidence.asked.goal == .tls && observed[TLSEvidence.self]?.outcome == .established
            return (isTLS || single(observed).http?.outcome == .response) && failure(in: observed) == nil
        }
        // A server that takes long for its response is not down at another address because it takes longer there.
        let isSlow = evidence.http?.phases.map { $0.total.duration > .seconds(1) } ?? false
        for index in tcp.attempts.indices where tcp.attempts[index].outcome == .connected {
            let attempt = tcp.attempts[index]
            let isUsed = attempt.address == winner.address
            guard let observed = isUsed ? evidence.observed : others[attempt.address]?.observed,
                isUsed || observed.read(TCPEvidence.self, { $0.winner != nil }) == true,
                let found = failure(in: observed), isUsed || !isSlow || !found.isSilence
            else { continue }
            tcp.attempts[index].failure = found
        }
        let isOpen = tcp.attempts.contains { $0.outcome == .connected && $0.failure == nil }
        if isOpen, tcp.winner?.failure != nil, !others.values.contains(where: { works($0.observed) }) { return }
        if tcp.attempts.contains(where: { $0.failure != nil }) { evidence.tcp = tcp }
    }
}

extension CheckRun.CheckObservations {
    /// Adds the faults of addresses that were found where redirects led, if it is on the same host.
    mutating func addRedirectFailures(of last: CheckRun.CheckObservations) {
        guard last.evidence.asked.host == evidence.asked.host, var tcp = evidence.tcp else { return }
        for attempt in last.evidence.tcp?.attempts ?? [] where attempt.failure != nil {
            guard let index = tcp.attempts.firstIndex(where: { $0.address == attempt.address }) else { continue }
            if tcp.attempts[index].failure == nil { tcp.attempts[index].failure = attempt.failure }
        }
        evidence.tcp = tcp
    }
}
