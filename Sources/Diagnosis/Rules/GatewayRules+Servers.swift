import NetworkModel

extension GatewayRules {
    /// The DNS server to which a route of this machine rejects packets, if the target has no address for that reason; `nil` if the
    /// route covers an address of the target, or if another route than one to a server is to blame.
    static func rejectedServer(in evidence: Evidence) -> String? {
        guard evidence.tcp?.attempts.isEmpty ?? true, let dns = evidence.dns, dns.resolution.addresses.isEmpty,
            let rejecting = evidence.gateway?.hops.first(where: { $0.route.rejects })?.route, !rejecting.isDefault
        else { return nil }
        return dns.servers.first { server in
            PathDestination(server: server).map { rejecting.covers($0.address) } ?? false
        }
    }
}
