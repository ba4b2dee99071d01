public import NetworkModel

extension Resolution {
    /// The addresses that programs on this machine would connect to: where the hosts file has some, those alone, whatever
    /// DNS servers say beside it (the order "files dns" of nsswitch.conf(5), which ends at the first that has any).
    public var usedAddresses: [IPAddress] {
        let hosts = answers.filter { $0.source == .hosts }
        return Resolution(name: name, answers: hosts.isEmpty ? answers : hosts, failures: []).addresses
    }
}
