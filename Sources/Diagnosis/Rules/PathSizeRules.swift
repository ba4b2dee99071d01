import NetworkModel

/// The treatment of large packets, and of many packets.
enum PathSizeRules {
    static func questions(in evidence: Evidence) -> [PathQuestion] {
        var asked: [PathQuestion] = []
        if let peer = evidence.hangingPeer ?? (evidence.depth == .thorough ? evidence.peer : nil) {
            asked.append(.sizes(peer.address))
            if let gateway = evidence.gatewayHop(to: peer.address)?.route.gateway { asked.append(.sizes(gateway)) }
            if evidence.proxy == nil {
                if evidence.tls?.outcome == .timeout { asked.append(.smallSegments(peer)) }
                if isToldLess(peer.address, evidence) { asked.append(.pageInSmallSegments(peer)) }
            }
        }
        if evidence.depth == .thorough || evidence.hasSlowPage, let peer = evidence.peer {
            asked.append(.burst(peer.address))
        }
        return asked
    }

    /// A page that does not come from a host to which, as a router has said, no packets of full size pass: its own may vanish on their
    /// way here, where its routers are silent. A line of smaller packets alone, as PPPoE, is no fault.
    private static func isToldLess(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let http = evidence.http, http.outcome == .noAnswer || http.outcome == .stalled else { return false }
        return evidence.path?.sizes.contains { $0.address == address && $0.tooBig != nil } == true
    }

    /// Full-size packets vanish beyond the next hop.
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let peer = evidence.peer, mismatch(in: evidence).isEmpty else { return [] }
        let isHanging = evidence.hangingPeer != nil
        // Where smaller ones vanish as well, it is not for their size.
        if let lossy = evidence.path?.sizes.first(where: { $0.address == peer.address }), let lost = lost(of: lossy) {
            let sent = lossy.answered.count + lossy.silent.count
            let facts = ["lost": "\(lost)", "sent": "\(sent)", "address": "\(peer.address)"]
            return lost > 1 ? [Finding(PathCauses.loss, confidence: 0.8, facts)] : []
        }
        var facts = ["address": "\(peer.address)", "destination": peer.description]
        if evidence.gatewayHop(to: peer.address) != nil,
            let largest = evidence.path?.sizes.first(where: { $0.address == peer.address })?.blackHole
        {
            facts["mtu"] = "\(largest)"
            facts["data"] = "\(largest - (peer.address.family == .ipv4 ? 28 : 48))"
            return [Finding(PathCauses.mtu, confidence: 0.95, severity: isHanging ? .error : .warning, facts)]
        }
        let isTried = evidence.tls?.outcome == .timeout || isToldLess(peer.address, evidence)
        guard isHanging, isTried, let trial = evidence.path?.smallSegments, trial.isAnswered else { return [] }
        // In segments of that size the conversation went on; the headers of IP and TCP come on top.
        facts["mtu"] = "\(trial.size + (peer.address.family == .ipv4 ? 40 : 60))"
        facts["data"] = "\(trial.size)"
        return [Finding(PathCauses.mtu, confidence: 0.8, facts)]
    }

    /// How many packets were lost that were smaller than others which passed; `nil` if it is the large ones that vanish.
    private static func lost(of sizes: PathEvidence.Sizes) -> Int? {
        guard let largest = sizes.answered.last else { return nil }
        let smaller = sizes.silent.count { $0 < largest }
        return smaller > 0 && smaller * 2 >= sizes.silent.count ? smaller : nil
    }

    /// Full-size frames do not even pass to the next hop.
    static func mismatch(in evidence: Evidence) -> [Finding] {
        guard let peer = evidence.peer else { return [] }
        let hop = evidence.gatewayHop(to: peer.address)
        let neighbour = hop?.route.gateway ?? peer.address
        guard hop != nil || evidence.gateway?.isOnLink == true,
            let sizes = evidence.path?.sizes.first(where: { $0.address == neighbour }), let largest = sizes.blackHole
        else { return [] }
        let interface = hop?.route.interface ?? evidence.gateway?.hops.first?.route.interface ?? "?"
        let own = evidence.link?.carriers.first { $0.name == interface }?.mtu ?? sizes.silent.last ?? 0
        return [
            Finding(
                LinkCauses.mtuMismatch, confidence: 0.93, severity: evidence.hangingPeer == nil ? .warning : .error,
                [
                    "interface": shown(interface), "neighbour": "\(neighbour)", "mtu": "\(largest)", "own": "\(own)",
                    "data": "\(largest - (neighbour.family == .ipv4 ? 28 : 48))",
                ])
        ]
    }

    /// A small burst fares much worse than single packets: a quarter is lost, or the last takes 300 ms longer.
    static func collapse(in evidence: Evidence) -> [Finding] {
        guard let burst = evidence.path?.burst, burst.calm.received == burst.calm.sent, burst.burst.sent > 0,
            let calm = burst.calm.longest?.value
        else { return [] }
        let lost = burst.burst.sent - burst.burst.received
        let longest = burst.burst.longest?.value ?? 0
        let own = Milliseconds(evidence.ownDelay).value
        // A reply that this process was too busy to take in time is not one that was lost.
        let isLost = lost * 4 >= burst.burst.sent && own < 300
        guard isLost || longest > calm + 300 + own else { return [] }
        return [
            Finding(
                PathCauses.rateLimited, confidence: 0.7,
                [
                    "address": "\(burst.address)", "calm": "\(calm.rounded())", "sent": "\(burst.burst.sent)",
                    "lost": "\(lost)", "longest": "\(longest.rounded())",
                ])
        ]
    }
}

extension Evidence {
    /// Whom the check has a connection, or an echo, of: the proxy, or else the target.
    var peer: SocketAddress? {
        let attempts = proxy.map(\.attempts) ?? tcp?.attempts ?? []
        if let winner = attempts.first(where: { $0.outcome == .connected }) {
            return SocketAddress(winner.address, port: winner.port)
        }
        guard let echo, echo.outcome == .reply else { return nil }
        return SocketAddress(echo.address, port: 0)
    }

    /// A peer that went silent after the connection was made, as it looks where large packets vanish.
    var hangingPeer: SocketAddress? {
        let isHanging =
            tls?.outcome == .timeout || proxy?.outcome == .noAnswer || kind?.hasStalled == true
        return isHanging ? peer : nil
    }

    /// A page that took longer than it should.
    var hasSlowPage: Bool {
        guard let http, http.outcome == .response else { return false }
        return http.phases.map { $0.total > thresholds.page } == true
    }
}
