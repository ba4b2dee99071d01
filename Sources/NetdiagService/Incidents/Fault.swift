import Diagnosis
import NetworkModel
import TargetKinds

/// The identity of a fault: the cause, and the broken component. Failures with the same identity are one fault.
struct Fault: Sendable, Hashable {
    /// The broken component.
    enum Culprit: Sendable, Hashable {
        /// The component that the cause's fact names: the gateway, the server, the certificate.
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

    /// The broken layer; stored, since it is read for all targets whenever the status is built.
    let layer: Layer
    /// Whether the fault is on this machine or at its first hop, so that nothing is known of what is beyond.
    var isNear: Bool { layer.isNear }

    init(id: CauseID, culprit: Culprit) {
        self.id = id
        layer = id.layer ?? .local
        self.culprit = culprit
    }

    /// - Parameter target: The target whose check failed; `nil` for the machine's own findings.
    init(_ finding: Finding, of target: String?) {
        id = finding.id
        layer = finding.id.layer ?? .local
        // A stored incident of an older netdiagd may have a cause that no longer exists.
        let scope = Catalogue.entry(finding.id)?.incident.scope ?? .target
        if let name = scope.culprit(in: finding.facts) {
            culprit = .named(name)
        } else if scope.owner == .target, let target {
            culprit = .target(target)
        } else {
            culprit = .thisMachine
        }
    }

    /// The fault that a report names as the cause; `nil` if no finding is severe enough for an incident.
    init?(_ report: Report) {
        guard let cause = report.cause, cause.severity > .info else { return nil }
        self.init(cause, of: report.key)
    }

    /// The fault of a stored incident.
    init(_ incident: StatusDocument.Incident) {
        self.init(incident.cause, of: incident.culprit)
    }

    private var rule: IncidentRule? { Catalogue.entry(id)?.incident }

    /// Whether a failure beyond the gateway may result from a broken uplink although a host responded: a resolver that
    /// reaches no server, a router without a route, or a portal in place of all hosts.
    func mayFollow(from uplink: Fault) -> Bool {
        switch uplink.rule?.breaks {
        case .uplink: rule?.basis == .relayedAnswer
        case .everybody: !isNear && layer > .uplink
        case .ipv6: id == TCPCauses.ipv6Broken.id
        case .ipv4: id == TCPCauses.ipv4Broken.id
        case .gateway, .interface, .nothing, nil: false
        }
    }

    /// Whether a device responds in place of all hosts, or that of one target in its place. Only this machine's own check
    /// tells which.
    var isOfEverybody: Bool { rule?.breaks == .everybody }

    /// Whether no traffic gets beyond the gateway, or over an interface, while the fault persists.
    var breaksTraffic: Bool {
        switch rule?.breaks {
        case .gateway, .uplink, .everybody, .interface: true
        case .ipv6, .ipv4, .nothing, nil: false
        }
    }

    /// Whether what is beyond the gateway is broken, rather than the gateway.
    var breaksUplink: Bool { rule?.breaks == .uplink }

    /// The part of the network that is shared by all targets that this fault may affect, even if their checks name
    /// another fault; `nil` if there is none, as for a single server that behaves like a portal.
    func sharedPart(in finding: Finding, _ routers: Routers) -> TargetDependencies.Part? {
        switch rule?.breaks {
        case .gateway, .uplink: finding.facts["gateway"].map { .gateway(routers.name(of: $0)) }
        case .interface, .ipv6, .ipv4: finding.facts["interface"].map(TargetDependencies.Part.interface)
        case .everybody, .nothing, nil: nil
        }
    }

    /// Whether this is the warning of a target that is reachable over one address family, while the other is broken for
    /// all targets.
    func isOfFamily(brokenBy other: Fault) -> Bool { other.breaksFamily && mayFollow(from: other) }

    /// Whether it breaks one address family for all targets, most of which are reached over the other one.
    var breaksFamily: Bool { rule?.breaks == .ipv6 || rule?.breaks == .ipv4 }

    /// Whether a gateway does not respond, as other hosts on its link would not either if that were broken.
    var isSilentGateway: Bool { rule?.breaks == .gateway && layer == .gateway && isSilence }

    /// Whether the machine's own check of the network may find this fault as well as the check of a target.
    var mayBeOfMachine: Bool {
        rule?.scope.owner == .machine || layer <= .mdns || rule?.breaks == .everybody
    }

    /// Whether the fault was read from the kernel or from files. It remains until it changes, and no lost packet can
    /// imitate it.
    var isFactOfTheKernel: Bool { rule?.basis == .configuration }

    /// Whether some packets get lost or late, as when another host with this machine's address receives them.
    var isLoss: Bool { rule?.isOfLoss == true }

    /// Whether nothing responded, as when a lower layer is broken. A response from a host, for example a RST or a
    /// status, proves the opposite.
    var isSilence: Bool { rule?.basis == .silence }
}
