import NetworkModel

extension Configuration {
    /// The access that others than this machine have, on one line; `nil` if strangers only get the name and the status.
    package var exposure: String? {
        let isReachable = (listen.http + listen.https).contains { !$0.address.isLoopback }
        var parts: [String] = []
        let networks = access.read.filter { !$0.prefix.isLoopback }
        if isReachable, !networks.isEmpty {
            let named = networks.prefix(4).map { "\($0.prefix)/\($0.length)" }.joined(separator: ", ")
            let rest = networks.count > 4 ? " and \(networks.count - 4) more" : ""
            parts.append("everything here can be read from \(named)\(rest) (access: read:)")
        }
        if access.trustsProxy {
            parts.append("everything here can be read through a proxy on this machine (trust_proxy:)")
        }
        if listen.http.contains(where: { !$0.address.isLoopback }), access.token != nil {
            parts.append("a token sent to the plain HTTP port can be read on the way, and is refused (listen: https:)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}
