import Diagnosis
import NetworkModel
import TargetKinds

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

    /// What a report blames; `nil` where nothing is wrong enough to be an incident.
    init?(_ report: Report) {
        guard let cause = report.cause, cause.severity > .info else { return nil }
        self.init(cause, of: report.key)
    }

    /// Of an incident that was kept.
    init(_ incident: StatusDocument.Incident) {
        self.init(incident.cause, of: incident.culprit)
    }

    private var basis: IncidentRule.Basis? { Catalogue.entry(id)?.incident.basis }

    /// The uplink is broken: no resolver can ask anybody, whatever it answers.
    var breaksResolution: Bool { id == "path.upstream-down" || id == "http.captive-portal" }

    /// What a resolver answers that cannot ask anybody.
    var mayFollowFromUplink: Bool { id == "dns.refused" || id == "dns.servfail" }

    /// Whether the machine's own look at the network may name it as well as a target does.
    var mayBeOfMachine: Bool {
        Catalogue.entry(id)?.incident.scope.owner == .machine || layer <= .mdns || id == "http.captive-portal"
    }

    /// It is read from the kernel and from files: that stands until it changes, and no lost packet can forge it.
    var isFactOfTheKernel: Bool { basis == .configuration }

    /// Nothing was heard from beyond: what a broken lower layer brings about. Causes in which somebody has answered, as
    /// by a RST or a status, are proof of the opposite.
    var isSilence: Bool { basis == .silence }
}
