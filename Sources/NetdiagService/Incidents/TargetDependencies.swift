import Diagnosis
import NetworkModel
import TargetKinds

/// The gateways and interfaces that a target depends on, as seen by its check.
struct TargetDependencies: Sendable, Hashable {
    /// Something that can fail beneath several targets.
    enum Part: Sendable, Hashable {
        case gateway(String)
        case interface(String)
    }

    /// Each of them carries all packets to the target: without it, nothing gets there.
    var parts: [Part] = []
    /// Packets leave by a gateway, whichever it is.
    private(set) var leavesByGateway = false

    /// From the evidence of a check, on the target or on the DNS servers that were to know its address.
    init(_ report: Report, _ routers: Routers) {
        if let gateway = report[GatewayEvidence.self], !gateway.isOnLink {
            leavesByGateway = gateway.hops.contains { $0.route.gateway != nil }
            // Of each family, the route that is preferred stands first, and is the one that is taken.
            let taken = AddressFamily.allCases.compactMap { family in
                gateway.hops.first { $0.route.family == family }?.route
            }
            let gateways = Set(taken.map { $0.gateway.map { routers.name(of: "\($0)") } })
            let interfaces = Set(taken.map(\.interface))
            if gateways.count == 1, case let gateway?? = gateways.first { parts.append(.gateway(gateway)) }
            if interfaces.count == 1, case let interface?? = interfaces.first {
                parts.append(.interface(SafeText.escaped(interface)))
            }
        }
    }

    /// What a fault breaks, for everything that rests on it; `nil` if that is not known for certain.
    static func broken(by finding: Finding, _ routers: Routers) -> Part? {
        guard finding.severity == .error else { return nil }
        return switch Catalogue.entry(finding.id)?.incident.breaks {
        case .interface: finding.facts["interface"].map(Part.interface)
        case .gateway, .uplink: finding.facts["gateway"].map { .gateway(routers.name(of: $0)) }
        case .everybody, .ipv6, .ipv4, .nothing, nil: nil
        }
    }
}
