package import NetworkModel

/// The interfaces that explain why single DNS servers do not answer.
package enum ServerLinks {
    /// The interfaces for a server that does not answer, by its name in a failure: a tunnel whose program is gone, an interface that is
    /// switched off, or a bridge of this machine, whose subnet may be in use elsewhere.
    package static func found(for server: String, in snapshot: NetworkSnapshot) -> [DNSEvidence.ServerLink] {
        PathDestination(server: server).map { found(for: $0.address, in: snapshot) } ?? []
    }

    /// The same for its address.
    static func found(for server: IPAddress, in snapshot: NetworkSnapshot) -> [DNSEvidence.ServerLink] {
        var links: [DNSEvidence.ServerLink] = []
        if let link = MachineDiagnosis.brokenLink(to: server, in: snapshot), link.kind == "tun", link.isAdminUp {
            links.append(.init(to: server, .idleTunnel, link.name))
        }
        if let link = MachineDiagnosis.sleepingLink(of: server, in: snapshot) {
            links.append(.init(to: server, .off, link.name))
        }
        if let subnet = RouteSelection.ownSubnet(of: [server], in: snapshot), subnet.kind == "bridge",
            MachineDiagnosis.isUnknown(server, on: subnet.interface, snapshot)
        {
            links.append(
                .init(to: server, .bridge, subnet.interface, subnet: "\(subnet.prefix)/\(subnet.prefixLength)"))
        }
        return links
    }

    /// The facts of the advice about the interfaces of a server.
    static func facts(_ links: [DNSEvidence.ServerLink]) -> [String: String] {
        var facts: [String: String] = [:]
        for link in links {
            switch link.condition {
            case .idleTunnel: facts["tunnel"] = shown(link.interface)
            case .off: facts["sleeping"] = shown(link.interface)
            case .bridge:
                facts["bridge"] = shown(link.interface)
                facts["bridged"] = link.subnet
            }
        }
        return facts
    }

    /// The facts for a server of a check, by its name in a failure.
    static func facts(for server: String?, _ dns: DNSEvidence) -> [String: String] {
        guard let address = server.flatMap(PathDestination.init(server:))?.address else { return [:] }
        return facts((dns.serverLinks ?? []).filter { $0.server == address })
    }
}
