import NetworkModel

/// Which gateway addresses are one router: an IPv4 and an IPv6 address with one hardware address on one link are.
struct Routers: Sendable {
    /// More addresses than these are each a router of its own.
    private static let most = 64

    private var names: [String: String] = [:]

    /// Learns from what ARP and NDP know; what was learnt stays when they forget a router that is gone.
    mutating func learn(from snapshot: NetworkSnapshot) {
        var first: [String: String] = [:]
        let gateways = snapshot.routes.filter { $0.gateway != nil }.prefix(Self.most)
        for route in gateways.sorted(by: { $0.family == .ipv4 && $1.family != .ipv4 }) {
            guard let gateway = route.gateway, let interface = route.interface,
                let hardware = snapshot.neighbour(gateway, on: interface)?.hardwareAddress
            else { continue }
            let name = first["\(hardware)%\(interface)", default: "\(gateway)"]
            first["\(hardware)%\(interface)"] = name
            if names.count < Self.most || names["\(gateway)"] != nil { names["\(gateway)"] = name }
        }
    }

    /// The one name of a router that has several addresses.
    func name(of gateway: String) -> String { names[gateway] ?? gateway }
}

extension Fault {
    /// Whether what is broken is a router, or what lies directly behind it.
    private var isOfRouter: Bool { layer == .gateway || id == "path.upstream-down" }

    /// The same fault, with its router by its one name.
    func named(by routers: Routers) -> Fault {
        guard isOfRouter, case .named(let gateway) = culprit else { return self }
        return Fault(id: id, culprit: .named(routers.name(of: gateway)))
    }

    /// Whether a finding says more of it: it is graver, or names the router as the fault does.
    func isBetterTold(by new: Finding, than old: Finding) -> Bool {
        guard new.severity == old.severity else { return new.severity > old.severity }
        guard isOfRouter, case .named(let name) = culprit else { return false }
        return new.facts["gateway"] == name && old.facts["gateway"] != name
    }
}
