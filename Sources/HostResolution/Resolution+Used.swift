public import NetworkModel

extension Resolution {
    /// The addresses that programs on this machine would connect to: where the hosts file has some of a family, those
    /// alone, whatever DNS servers say beside it (the order "files dns" of nsswitch.conf(5)).
    public var usedAddresses: [IPAddress] {
        let overridden = Set(answers.filter { $0.source == .hosts }.compactMap(\.family))
        let used = answers.filter { answer in
            guard let family = answer.family else { return false }
            return answer.source == .hosts || !overridden.contains(family)
        }
        return Resolution(name: name, answers: used, failures: []).addresses
    }
}
