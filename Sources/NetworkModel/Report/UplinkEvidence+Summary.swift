extension UplinkEvidence {
    /// A one-line summary: what resolvers, routers and this machine's connections show. What proves that the uplink works comes
    /// first.
    public var summary: String {
        var parts = queries.filter(\.reachesRoot).map(\.summary)
        var others = queries.filter { !$0.reachesRoot }.map(\.summary)
        let own = Set(gateways.map(\.bytes))
        let reporters = packets.compactMap { $0.error?.reporter }.filter { !own.contains($0.bytes) }.reduce(
            into: [IPAddress]()
        ) {
            if !$0.contains($1) { $0.append($1) }
        }
        if !reporters.isEmpty {
            parts.append("routers behind the gateway: " + reporters.map(\.description).joined(separator: ", "))
        } else if packets.contains(where: { $0.failure == nil }) {
            others.append("no router behind the gateway answers")
        }
        if interception?.isAccepted == true { others.append("port 80 is intercepted") }
        if secureInterception != nil { others.append("port 443 is intercepted") }
        if let connections, connections.heard + connections.stuck > 0 {
            if connections.heard > 0 { parts.append(connections.summary) } else { others.append(connections.summary) }
        }
        if let known { others.append("\(known.url): \(known.status)") }
        return (parts + others).listed(otherwise: "nothing was asked", separator: "; ")
    }
}

extension UplinkEvidence.Connections {
    /// Connections to hosts and ports that respond to some of them, and not to others.
    public struct PartlyReached: Sendable, Hashable, Codable {
        /// The number of hosts.
        public var peers: Int
        /// The number of connections that got no response to three SYNs.
        public var failed: Int
        /// The number of these and of those that received something, or were closed by both ends, a moment ago.
        public var total: Int

        /// Creates the counts.
        public init(peers: Int, failed: Int, total: Int) {
            self.peers = peers
            self.failed = failed
            self.total = total
        }
    }

    /// A short text, as in `2 of this machine's connections receive data, 1 gets no answer`. Idle ones say nothing.
    var summary: String {
        let received =
            heard == 0
            ? "none of this machine's connections receives data"
            : "\(heard) of this machine's connections \(heard == 1 ? "receives" : "receive") data"
        return stuck == 0 ? received : received + ", \(stuck) \(stuck == 1 ? "gets" : "get") no answer"
    }
}

extension UplinkEvidence.Query {
    /// A short text, as in `DNS server 10.0.0.1 answers REFUSED`.
    public var summary: String { "DNS server \(server) \(finding)" }

    private var finding: String {
        switch outcome {
        case _ where isDenial: "denies names that exist"
        case .nxdomain: "reaches the Internet"
        case .address: "returns addresses for names that do not exist"
        case .noData: "knows no address"
        case .refused: "answers \(refusal)"
        case .servfail: "answers SERVFAIL"
        case .timeout where isTruncated == true, .closed where isTruncated == true:
            "answers in part, and not over TCP"
        case .timeout where isLate == true: "answers late"
        case .timeout: "does not answer"
        case .closed: "is not running"
        case .malformed: "gives no valid answer"
        }
    }
}
