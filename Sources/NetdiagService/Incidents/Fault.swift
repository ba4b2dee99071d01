import Diagnosis
import NetworkModel
import TargetKinds

/// The identity of a fault: the cause, and the broken component. Failures with the same identity are one fault.
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
    var isNear: Bool { layer.isNear }

    init(id: CauseID, culprit: Culprit) {
        self.id = id
        layer = id.layer ?? .local
        self.culprit = culprit
    }

    /// - Parameter target: Who failed by it; `nil` for the machine's own findings.
    init(_ finding: Finding, of target: String?) {
        id = finding.id
        layer = finding.id.layer ?? .local
        // An incident that an older netdiagd has kept may have a cause that is no more.
        let scope = Catalogue.entry(finding.id)?.incident.scope ?? .target
        if let name = scope.fact.flatMap({ finding.facts[$0] }) {
            culprit = .named(name)
        } else if scope.owner == .target, let target {
            culprit = .target(target)
        } else {
            culprit = .thisMachine
        }
    }

    /// What a report blames; `nil` if nothing is wrong enough to be an incident.
    init?(_ report: Report) {
        guard let cause = report.cause, cause.severity > .info else { return nil }
        self.init(cause, of: report.key)
    }

    /// Of an incident that was kept.
    init(_ incident: StatusDocument.Incident) {
        self.init(incident.cause, of: incident.culprit)
    }

    private var rule: IncidentRule? { Catalogue.entry(id)?.incident }

    /// Whether a failure beyond the gateway may be that of a broken uplink although somebody has answered: a resolver that cannot
    /// ask anybody, a router that knows no way, or a portal in place of anybody.
    func mayFollow(from uplink: Fault) -> Bool {
        switch uplink.rule?.breaks {
        case .uplink: rule?.basis == .relayedAnswer
        case .everybody: !isNear && layer > .uplink
        case .ipv6: id == "tcp.ipv6-broken"
        case .ipv4: id == "tcp.ipv4-broken"
        case .gateway, .interface, .nothing, nil: false
        }
    }

    /// Whether it is the warning of a target that is reached over one family, while the other one is broken for all.
    func isOfFamily(brokenBy other: Fault) -> Bool {
        (other.rule?.breaks == .ipv6 || other.rule?.breaks == .ipv4) && mayFollow(from: other)
    }

    /// Whether the machine's own look at the network may name it as well as a target does.
    var mayBeOfMachine: Bool {
        rule?.scope.owner == .machine || layer <= .mdns || rule?.breaks == .everybody
    }

    /// It is read from the kernel and from files: that stands until it changes, and no lost packet can forge it.
    var isFactOfTheKernel: Bool { rule?.basis == .configuration }

    /// Nothing was heard from beyond: what a broken lower layer brings about. Causes in which somebody has answered, as
    /// by a RST or a status, are proof of the opposite.
    var isSilence: Bool { rule?.basis == .silence }
}
