import NetworkModel

/// Rules for large packets, and for many packets.
enum PathSizeRules {
    static func followUps(in evidence: Evidence) -> [PathFollowUp] {
        var asked: [PathFollowUp] = []
        // Requests of full size, and the burst even more, fill a slow link's queue, where the echo requests of a series would be
        // lost as well.
        let isCounting = evidence.path?.echoes == nil && !LossRule.followUps(in: evidence).isEmpty
        let isThorough = evidence.depth == .thorough
        // A burst after requests of full size would meet their queue on a slow link, which a slow page suggests, and they would
        // meet that of the burst.
        let isOnlyBurst = evidence.hasSlowPage && (evidence.path?.burst == nil || !collapse(in: evidence).isEmpty)
        let isSized = isThorough && !isCounting && !isOnlyBurst
        if let peer = evidence.hangingPeer ?? (isSized ? evidence.peer : nil) {
            asked.append(.sizes(peer.address))
            if let gateway = evidence.gatewayHop(to: peer.address)?.route.gateway { asked.append(.sizes(gateway)) }
            if evidence.proxy == nil {
                if evidence.tls?.outcome == .timeout { asked.append(.smallSegments(peer)) }
                if mayBeTooLarge(peer.address, evidence) { asked.append(.pageInSmallSegments(peer)) }
            }
        }
        asked += mute(in: evidence).map { PathFollowUp.sizes($0.address) }
        if isThorough || evidence.hasSlowPage, !isCounting, let peer = evidence.peer,
            !asked.contains(.sizes(peer.address))
                || evidence.path?.sizes.contains(where: { $0.address == peer.address }) == true
        {
            asked.append(.burst(peer.address))
        }
        return asked
    }

    /// Whether a page does not arrive from a host to which, according to a router, full-sized packets do not pass. The host's
    /// own large packets may be lost on the path to this machine, if its routers are silent. A link with a smaller MTU, such
    /// as PPPoE, is not a fault by itself.
    private static func hasSmallerPathMTUReport(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let http = evidence.http, http.outcome == .noAnswer || http.outcome == .stalled else { return false }
        return evidence.path?.sizes.contains { $0.address == address && $0.tooBig != nil } == true
    }

    /// Whether a page in small segments tells whether packets are too large: a smaller MTU is known, or echo requests, which would
    /// find it, are not permitted, or get no reply of any size.
    private static func mayBeTooLarge(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let http = evidence.http, http.outcome == .noAnswer || http.outcome == .stalled else { return false }
        let isBarred = evidence.gateway?.hops.contains { $0.echo?.outcome == .notPermitted } == true
        let isMute = evidence.path?.sizes.contains {
            $0.address == address && $0.answered.isEmpty && !$0.silent.isEmpty && $0.tooBig == nil
        }
        return isBarred || isMute == true || hasSmallerPathMTUReport(address, evidence)
    }

    /// The maximum number of addresses besides the one that is used to which sizes are tried.
    private static let maxOthers = 2

    /// The connections to other addresses of the name that became silent, while that in use works: one may lead over another path,
    /// as those of the other family do.
    private static func mute(in evidence: Evidence) -> [TCPEvidence.Attempt] {
        guard evidence.proxy == nil, evidence.hangingPeer == nil, let used = evidence.peer else { return [] }
        let mute = (evidence.tcp?.attempts ?? []).filter { $0.isMute && $0.address != used.address }
        return Array(mute.filter { evidence.gatewayHop(to: $0.address) != nil }.prefix(maxOthers))
    }

    /// Whether large packets to or from an address are lost without an error, and smaller ones pass.
    static func isNarrow(_ address: IPAddress, _ evidence: Evidence) -> Bool { limit(to: address, evidence) != nil }

    private static func limit(to address: IPAddress, _ evidence: Evidence) -> Int? {
        guard let sizes = evidence.path?.sizes.first(where: { $0.address == address }), let largest = sizes.blackHole,
            sizes.silent.allSatisfy({ $0 > largest })
        else { return nil }
        return largest
    }

    /// The findings about other addresses of the name, to which full-sized packets are lost.
    static func ofOthers(in evidence: Evidence) -> [Finding] {
        mute(in: evidence).compactMap { attempt in
            guard let largest = limit(to: attempt.address, evidence) else { return nil }
            var facts = smallerPackets(largest, to: attempt.address, evidence)
            (facts["address"], facts["large"]) = ("\(attempt.address)", FactPhrase.largerOnes.text)
            facts["data"] = "\(largest - (attempt.address.family == .ipv4 ? 28 : 48))"
            return Finding(PathCauses.mtu, confidence: 0.9, severity: .warning, facts)
        }
    }

    /// The findings about full-sized packets that are lost beyond the next hop.
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let peer = evidence.peer, mismatch(in: evidence).isEmpty else { return [] }
        let isHanging = evidence.hangingPeer != nil
        var facts = ["address": "\(peer.address)", "destination": peer.description]
        if evidence.gatewayHop(to: peer.address) != nil,
            let sizes = evidence.path?.sizes.first(where: { $0.address == peer.address }),
            let largest = sizes.blackHole,
            // If smaller packets are lost as well, their size is not the reason. Of many at once, a host may answer some.
            sizes.silent.allSatisfy({ $0 > largest }), isHanging || !isPingFilter(largest, evidence)
        {
            facts.merge(smallerPackets(largest, to: peer.address, evidence)) { $1 }
            facts["large"] = FactPhrase.largerOnes.text
            facts["data"] = "\(largest - (peer.address.family == .ipv4 ? 28 : 48))"
            return [Finding(PathCauses.mtu, confidence: 0.95, severity: isHanging ? .error : .warning, facts)]
        }
        let isTried = evidence.tls?.outcome == .timeout || mayBeTooLarge(peer.address, evidence)
        guard isHanging, isTried, let trial = evidence.path?.smallSegments, trial.isAnswered,
            // If full-sized packets pass, only a size that was tried without success shows that those of the peer do not.
            trial.silent != nil || !isPassedInFullSize(peer.address, evidence)
        else { return [] }
        // The exchange continued in segments of this size; the headers of IP and TCP are added. Echo requests cannot verify it:
        // they get no response, or the packets of the peer are lost and not those of this machine.
        let headers = peer.address.family == .ipv4 ? 40 : 60
        facts.merge(smallerPackets(trial.size + headers, to: peer.address, evidence)) { $1 }
        // Few sizes were tried, and the limit is between two of them.
        let isFar = trial.silent.map { $0 - trial.size > closeSizes } ?? false
        facts["large"] =
            isFar
            ? FactPhrase.onesOfAtLeast.text(["size": "\((trial.silent ?? 0) + headers)"]) : FactPhrase.largerOnes.text
        return [Finding(PathCauses.mtu, confidence: 0.8, facts)]
    }

    /// Whether a host replied to echo requests of all sizes up to the full one.
    private static func isPassedInFullSize(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        evidence.path?.sizes.contains {
            $0.address == address && !$0.answered.isEmpty && $0.silent.isEmpty && $0.tooBig == nil
        } == true
    }

    /// The size that passes, and where this machine can be told to use it: for its interface, or only for the route to the host, since
    /// an interface with less than the minimum MTU of IPv6 has no IPv6. Both lower the segment size that this machine announces, and so
    /// the size of packets from the host, which are lost as well. The kernel's own search (`tcp_mtu_probing`) is about sent ones alone.
    private static func smallerPackets(_ size: Int, to address: IPAddress, _ evidence: Evidence) -> [String: String] {
        var facts = ["mtu": "\(size)"]
        guard let route = evidence.hop(to: address)?.route, let interface = route.interface.map(shown) else {
            return facts
        }
        if size >= leastMTU {
            facts["link"] = interface
        } else if address.family == .ipv4 {
            let gateway = route.gateway.map { $0 == address ? "" : "via \($0) " } ?? ""
            facts["route"] = "\(gateway)dev \(interface)"
        }
        return facts
    }

    /// The minimum MTU of IPv6 (RFC 8200 section 5).
    private static let leastMTU = 1_280

    /// The distance of two sizes below which the smaller one is the limit for all that matters.
    private static let closeSizes = 150

    /// Whether a page arrived whole in larger packets than those that the host replies to, and none was repeated: the host drops
    /// large echo requests. No common path has a smaller MTU than IPv6's minimum (RFC 8200).
    private static func isPingFilter(_ largest: Int, _ evidence: Evidence) -> Bool {
        guard largest < leastMTU, let http = evidence.http, http.outcome == .response, http.bodyBytes >= 1_500 else {
            return false
        }
        return !LossRule.hasSign(in: evidence)
    }

    /// The findings about full-sized frames that do not even pass to the next hop.
    static func mismatch(in evidence: Evidence) -> [Finding] {
        guard let peer = evidence.peer else { return [] }
        let hop = evidence.gatewayHop(to: peer.address)
        let neighbour = hop?.route.gateway ?? peer.address
        guard hop != nil || evidence.gateway?.isOnLink == true,
            let sizes = evidence.path?.sizes.first(where: { $0.address == neighbour }), let largest = sizes.blackHole,
            // If smaller packets are lost as well, their size is not the reason.
            sizes.silent.allSatisfy({ $0 > largest })
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

    /// The delay by which a queue is recognised that drops packets since it is full.
    private static let delayOfQueue = 50.0

    /// The findings about a small burst with a much worse result than single packets: a quarter is lost, or the last one
    /// takes 300 ms longer.
    ///
    /// A queue delays packets before it drops them. If those that arrive are not delayed, and TCP over the same path had to repeat
    /// nothing, the host limits its replies to echo requests.
    static func collapse(in evidence: Evidence) -> [Finding] {
        guard let burst = evidence.path?.burst, burst.calm.received == burst.calm.sent, burst.burst.sent > 0,
            let calm = burst.calm.longest?.value
        else { return [] }
        let lost = burst.burst.sent - burst.burst.received
        let longest = burst.burst.longest?.value ?? 0
        let own = Milliseconds(evidence.ownDelay).value
        // A reply that this process was too busy to receive in time is not lost.
        let isQueued = longest > calm + delayOfQueue + own
        let isLost =
            lost * 4 >= burst.burst.sent && own < 300 && (isQueued || LossRule.hasSign(in: evidence, of: burst.address))
        guard isLost || longest > calm + 300 + own else { return [] }
        return [
            Finding(
                PathCauses.rateLimited, confidence: 0.7,
                [
                    "address": "\(burst.address)", "calm": text(calm), "sent": "\(burst.burst.sent)",
                    "lost": "\(lost)", "longest": text(longest),
                ])
        ]
    }
}

extension PathSizeRules {
    /// A time in milliseconds as text, with two digits for short ones, as on a link.
    private static func text(_ milliseconds: Double) -> String {
        if milliseconds >= 10 { return "\(Int(milliseconds.rounded()))" }
        if milliseconds >= 1 { return "\((milliseconds * 10).rounded() / 10)" }
        return "\(max((milliseconds * 100).rounded(), 1) / 100)"
    }
}

extension Evidence {
    /// The peer with which the check has a connection, or an echo: the proxy, or else the target.
    var peer: SocketAddress? {
        let attempts = proxy.map(\.attempts) ?? tcp?.attempts ?? []
        if let winner = attempts.first(where: { $0.outcome == .connected }) {
            return SocketAddress(winner.address, port: winner.port)
        }
        guard let echo, echo.outcome == .reply else { return nil }
        return SocketAddress(echo.address, port: 0)
    }

    /// The peer that became silent after the connection was established, as if large packets were lost; `nil` if there is
    /// none.
    var hangingPeer: SocketAddress? {
        let isHanging =
            tls?.outcome == .timeout || proxy?.outcome == .noAnswer || kind?.hasStalled == true
        return isHanging ? peer : nil
    }

    /// Whether a page took longer than the threshold.
    var hasSlowPage: Bool {
        guard let http, http.outcome == .response else { return false }
        return http.phases.map { $0.total > thresholds.page } == true
    }
}
