public import NetworkModel

extension Resolution {
    /// The addresses that programs on this machine would use: those of the system resolver, in its order; if it did not
    /// respond, those of the hosts file, or else those of DNS servers.
    public var usedAddresses: [IPAddress] {
        if let system, !system.addresses.isEmpty { return system.addresses }
        let hosts = answers.filter { $0.source == .hosts }
        return Resolution(name: name, answers: hosts.isEmpty ? answers : hosts, failures: []).addresses
    }

    /// The resolution of a name below `.local`, with the source of the system resolver's answers corrected: those that
    /// avahi-daemon does not have are of another service, such as DNS, in which some networks have such a domain.
    /// systemd-resolved can use multicast DNS itself.
    public func attributed(by multicast: DNSEvidence.Multicast) -> Resolution {
        guard multicast.responder != .answered, !multicast.nameServices.contains("resolve") else { return self }
        var result = self
        for index in result.answers.indices where result.answers[index].source == .mdns {
            result.answers[index].source = .system
        }
        return result
    }
}
