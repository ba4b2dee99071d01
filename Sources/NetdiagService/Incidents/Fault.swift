import Diagnosis
import NetworkModel

/// What makes several failures one fault: the cause, and what is broken.
struct Fault: Sendable, Hashable {
    /// What is broken.
    enum Culprit: Sendable, Hashable {
        /// As the cause's own fact names it: the gateway, the server, the certificate.
        case named(String)
        case target(String)
        case thisMachine

        var text: String? {
            switch self {
            case .named(let text), .target(let text): text
            case .thisMachine: nil
            }
        }
    }

    let id: CauseID
    let culprit: Culprit

    /// The layer that is broken; kept, since all targets are asked for it whenever the status is made.
    let layer: Layer
    /// It lies on this machine or at its first hop: nothing is known of what lies beyond.
    var isNear: Bool { layer <= .gateway }

    init(id: CauseID, culprit: Culprit) {
        self.id = id
        layer = id.layer ?? .local
        self.culprit = culprit
    }

    /// - Parameter target: Who failed by it; `nil` for the machine's own findings.
    init(_ finding: Finding, of target: String?) {
        id = finding.id
        layer = finding.id.layer ?? .local
        if let key = Catalogue.entry(finding.id)?.culprit, let name = finding.facts[key] {
            culprit = .named(name)
        } else if finding.layer <= .gateway || Self.ofTheMachine.contains(finding.id) {
            culprit = .thisMachine
        } else {
            culprit = target.map(Culprit.target) ?? .thisMachine
        }
    }

    /// What a report blames; `nil` where nothing is wrong enough to be an incident.
    init?(_ report: Report) {
        guard let cause = report.cause, cause.severity > .info else { return nil }
        self.init(cause, of: report.target)
    }

    /// Of an incident that was kept.
    init(_ incident: StatusDocument.Incident) {
        self.init(incident.cause, of: incident.culprit)
    }

    /// Causes above the gateway that are this machine's own, whatever target meets them.
    private static let ofTheMachine: Set<CauseID> = [
        "path.upstream-down", "dns.no-server", "dns.misconfigured", "dns.mdns-unavailable",
        "dns.mdns-not-in-nsswitch", "mdns.daemon-down", "mdns.blocked",
    ]

    /// It is read from the kernel and from files: that stands until it changes, and no lost packet can forge it.
    var isFactOfTheKernel: Bool {
        switch layer {
        case .link, .address: true
        default: ["gateway.none", "gateway.route-rejects", "dns.no-server", "dns.misconfigured"].contains(id)
        }
    }

    /// Nothing was heard from beyond: what a broken lower layer brings about. Causes in which somebody has answered, as
    /// by a RST or a status, are proof of the opposite.
    var isSilence: Bool { Self.silences.contains(id) }

    private static let silences: Set<CauseID> = [
        "gateway.unreachable", "gateway.dead-preferred", "path.upstream-down", "path.loss", "dns.server-unreachable",
        "dns.some-servers-dead", "icmp.no-reply", "tcp.timeout", "tcp.host-down", "tcp.ipv6-broken",
        "tcp.ipv4-broken", "tcp.some-addresses-dead", "tls.handshake-timeout", "proxy.unreachable", "http.no-answer",
        "http.stalled", "ws.no-pong", "ftp.no-answer", "ftp.data-blocked",
    ]
}
