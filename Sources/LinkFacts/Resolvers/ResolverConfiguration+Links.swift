import Glibc
import NetworkModel

extension ResolverConfiguration {
    /// The configuration without the servers of resolv.conf(5) to which the kernel sends no queries, which are problems instead:
    /// those on interfaces that do not exist, and broadcast addresses.
    ///
    /// - Parameter links: The interfaces that exist. Interfaces may have other names in addition, which the kernel is asked for.
    func queried(over links: [Link]) -> ResolverConfiguration {
        guard !linkLines.isEmpty else { return self }
        var configuration = self
        var problems = self.problems
        configuration.servers = servers.filter { server in
            guard server.source == .resolvConf, let line = linkLines[server.address],
                let kind = Self.problem(of: server.address, links)
            else { return true }
            if problems.count < ResolvConf.maxProblems {
                problems.append(ResolverProblem(kind, at: line))
            }
            return false
        }
        configuration.problems = problems
        return configuration
    }

    /// Why the kernel sends no queries to an address; `nil` if it may.
    private static func problem(of address: IPAddress, _ links: [Link]) -> ResolverProblem.Kind? {
        if let zone = address.zone {
            let isKnown = links.contains { $0.name == zone || String($0.index) == zone } || if_nametoindex(zone) != 0
            return isKnown ? nil : .missingInterface(address)
        }
        // Without SO_BROADCAST, connect(2) fails with EACCES (ip(7)).
        return address.isBroadcast(on: links) ? .broadcast(address) : nil
    }
}

extension IPAddress {
    /// Whether the address is the broadcast address of some subnet.
    var mayBeBroadcast: Bool { family == .ipv4 && bytes[3] & 3 == 3 }

    /// Whether the address is the limited broadcast address, or that of a subnet on one of the interfaces.
    fileprivate func isBroadcast(on links: [Link]) -> Bool {
        guard family == .ipv4 else { return false }
        if bytes.allSatisfy({ $0 == 255 }) { return true }
        let own = links.lazy.filter(\.isAdminUp).flatMap(\.addresses).filter { $0.address.family == .ipv4 }
        guard !own.contains(where: { $0.address.bytes == bytes }) else { return false }
        return own.contains { (1...30).contains($0.prefixLength) && isLast(of: $0) }
    }

    /// Whether all bits behind the prefix of an IPv4 address are set, and those of the prefix are the same.
    private func isLast(of own: LinkAddress) -> Bool {
        let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let hosts = UInt32.max >> UInt32(own.prefixLength)
        return number & hosts == hosts && isIn(prefix: own.address, length: own.prefixLength)
    }
}
