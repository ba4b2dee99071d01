public import NetworkModel

extension Resolution {
    /// The addresses that programs on this machine would use: those of the system resolver, in its order; if it did not
    /// respond, those of the hosts file, or else those of DNS servers.
    public var usedAddresses: [IPAddress] {
        if let system, !system.addresses.isEmpty { return system.addresses }
        let hosts = answers.filter { $0.source == .hosts }
        return Resolution(name: name, answers: hosts.isEmpty ? answers : hosts, failures: []).addresses
    }
}
