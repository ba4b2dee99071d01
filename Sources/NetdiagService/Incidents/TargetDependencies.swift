import Diagnosis
import NetworkModel
import TargetKinds

/// The gateways and interfaces that a target depends on, as seen by its check.
struct TargetDependencies: Sendable, Hashable {
    /// A component on which several targets depend.
    enum Part: Sendable, Hashable {
        case gateway(String)
        case interface(String)
        /// The link of an interface, for hosts on it.
        case link(String)
    }

    /// The components that carry all packets to the target, so that it is unreachable without any of them.
    var parts: [Part] = []
    /// Whether packets leave by a gateway.
    private(set) var leavesByGateway = false
    /// The link, if the target is on it, so that no gateway is needed. ``parts`` does not include it, since a silent
    /// gateway on the link does not prove that the link is broken.
    private(set) var link: Part?

    /// Reads the evidence of a check, about the route to the target or to the DNS servers for its name.
    init(_ report: Report, _ routers: Routers) {
        guard let gateway = report[GatewayEvidence.self] else { return }
        if gateway.isOnLink {
            let interfaces = Set(gateway.hops.map { $0.route.gateway == nil ? $0.route.interface : nil })
            if interfaces.count == 1, case let interface?? = interfaces.first {
                link = .link(SafeText.escaped(interface))
            }
        } else {
            leavesByGateway = gateway.hops.contains { $0.route.gateway != nil }
            // The first route of each family is the preferred one, which is used.
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

    /// What a fault breaks for everything that depends on it; `nil` if that is not certain.
    static func broken(by finding: Finding, _ routers: Routers) -> Part? {
        guard finding.severity == .error else { return nil }
        return switch Catalogue.entry(finding.id)?.incident.breaks {
        case .interface: finding.facts["interface"].map(Part.interface)
        case .gateway, .uplink: finding.facts["gateway"].map { .gateway(routers.name(of: $0)) }
        case .everybody, .ipv6, .ipv4, .nothing, nil: nil
        }
    }
}
