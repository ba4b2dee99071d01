public import NetworkModel

/// How one name that everybody can look up is resolved: by programs on this machine, and by its DNS servers.
public struct MachineNames: Sendable, Hashable {
    /// The name's resolution: by the system's resolver, and by DNS servers on the wire.
    public var resolution: Resolution
    /// What a program that was started after the system's resolver had failed got; `nil` where none was.
    public var again: SystemLookup?
    /// The services of the line `hosts` of nsswitch.conf(5), in order.
    public var nameServices: [String]

    /// Creates what was observed of the name.
    public init(resolution: Resolution, again: SystemLookup? = nil, nameServices: [String]) {
        self.resolution = resolution
        self.again = again
        self.nameServices = nameServices
    }

    /// Whether the system's resolver failed although a server has answered, so that it is worth a second question.
    public var isDoubtful: Bool {
        guard resolution.system?.failure != nil else { return false }
        return resolution.answers.contains { $0.source == .dns } || !server.isEmpty && !hasSilence
    }

    /// Programs that find no names, or wait for them, while a DNS server answers.
    var findings: [Finding] {
        let there = resolution.answers.filter { $0.source == .dns }.compactMap(\.address)
        let services = "; /etc/nsswitch.conf has hosts: \(shown(nameServices.joined(separator: " ")))"
        func finding(_ here: String, name: String, there: String, confidence: Double) -> [Finding] {
            [
                Finding(
                    DNSCauses.systemDiffers, confidence: confidence,
                    ["here": here, "name": name, "server": shown(server), "there": there, "why": services])
            ]
        }
        guard !server.isEmpty else { return [] }
        if !nameServices.isEmpty, nameServices.allSatisfy(Self.isLocal) {
            return finding("find no address", name: "host names", there: "answers", confidence: 0.97)
        }
        guard let lookup = resolution.system, let failure = lookup.failure, let again, let second = again.failure else {
            return []
        }
        let name = shown(resolution.name)
        guard (failure == .timeout) == (second == .timeout) else { return [] }
        if failure == .timeout {
            let waited = max(lookup.duration, again.duration)
            guard !hasSilence, !isSlow(beside: waited) else { return [] }
            return finding(
                "wait for an answer (none in \(spoken(waited)))", name: name, there: "answers", confidence: 0.95)
        }
        guard !there.isEmpty else { return [] }
        return finding("find no address", name: name, there: "has \(DNSRules.list(there))", confidence: 0.95)
    }

    /// The server that answered, whatever it said; empty where none has.
    private var server: String {
        if let server = resolution.answers.lazy.compactMap(\.server).first { return server }
        return resolution.failures.first { $0.source == .dns && !$0.hasNoAnswer }?.server ?? ""
    }

    /// Whether a server took so long that programs, which have waited for this long, wait for it as well: the name is asked for as it
    /// is, and for both families at once.
    private func isSlow(beside waited: Milliseconds) -> Bool {
        let times =
            resolution.answers.filter { $0.source == .dns }.map(\.duration)
            + resolution.failures.filter { $0.source == .dns }.map(\.duration)
        return times.contains { $0.value * 1.3 > waited.value }
    }

    /// A silent server lets every program wait, and is a cause of its own.
    private var hasSilence: Bool { resolution.failures.contains { $0.source == .dns && $0.hasNoAnswer } }

    /// Services that know names of this machine and its links alone.
    private static func isLocal(_ service: String) -> Bool {
        ["files", "db", "compat", "myhostname", "mymachines"].contains(service) || service.hasPrefix("mdns")
    }
}
