import Glibc
import NetworkModel

extension ResolverConfiguration {
    /// The configuration without the servers of resolv.conf(5) on interfaces that do not exist, which are problems instead:
    /// glibc sends no queries to them.
    ///
    /// - Parameter links: The interfaces that exist. Interfaces may have other names in addition, which the kernel is asked for.
    func queried(over links: [Link]) -> ResolverConfiguration {
        guard !zoneLines.isEmpty else { return self }
        var configuration = self
        var problems = self.problems
        configuration.servers = servers.filter { server in
            guard server.source == .resolvConf, let zone = server.address.zone, let line = zoneLines[server.address],
                !links.contains(where: { $0.name == zone || String($0.index) == zone }), if_nametoindex(zone) == 0
            else { return true }
            if problems.count < ResolvConf.maxProblems {
                problems.append("\(line): \"\(server.address)\" is not asked: there is no interface \(zone)")
            }
            return false
        }
        configuration.problems = problems
        return configuration
    }
}
