import Diagnosis
import NetworkModel

/// Which gateway addresses belong to one router: an IPv4 and an IPv6 address with the same hardware address on one
/// link.
struct Routers: Sendable {
    /// The maximum number of addresses; each further one counts as a router of its own.
    private static let maxRouters = 64

    private var names: [String: String] = [:]

    /// Learns from the entries of ARP and NDP, and keeps what it learnt when the kernel removes the entries of an
    /// absent router.
    mutating func update(from snapshot: NetworkSnapshot) {
        var first: [String: String] = [:]
        let gateways = snapshot.routes.filter { $0.gateway != nil }.prefix(Self.maxRouters)
        for route in gateways.sorted(by: { $0.family == .ipv4 && $1.family != .ipv4 }) {
            guard let gateway = route.gateway, let interface = route.interface,
                let hardware = snapshot.neighbour(gateway, on: interface)?.hardwareAddress
            else { continue }
            let name = first["\(hardware)%\(interface)", default: "\(gateway)"]
            first["\(hardware)%\(interface)"] = name
            if names.count < Self.maxRouters || names["\(gateway)"] != nil { names["\(gateway)"] = name }
        }
    }

    /// The common name of a router with several addresses.
    func name(of gateway: String) -> String { names[gateway] ?? gateway }
}

extension Fault {
    /// Whether a router is broken, or what is directly behind it.
    private var isOfRouter: Bool {
        layer == .gateway || id == PathCauses.upstreamDown.id || id == PathCauses.sharedLoss.id
    }

    /// The same fault, with its router by the common name.
    func named(by routers: Routers) -> Fault {
        guard isOfRouter, case .named(let gateway) = culprit else { return self }
        return Fault(id: id, culprit: .named(routers.name(of: gateway)))
    }

    /// Whether a new finding describes the fault better: it is more severe, or names the router as the fault does.
    func isMoreSpecific(by new: Finding, than old: Finding) -> Bool {
        guard new.severity == old.severity else { return new.severity > old.severity }
        guard isOfRouter, case .named(let name) = culprit else { return false }
        return new.facts["gateway"] == name && old.facts["gateway"] != name
    }
}
