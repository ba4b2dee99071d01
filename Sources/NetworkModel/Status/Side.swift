/// The side on which a fault lies, seen from this machine: who must fix it.
public enum Side: String, Sendable, Hashable, Codable, CaseIterable {
    /// This machine: its interfaces, addresses, routes, firewall, resolver and services.
    case machine = "this-machine"
    /// The network of this machine: cables, switches, DHCP, the router, and the DNS servers and proxies that it offers.
    case network = "this-network"
    /// Everything beyond the router: the provider, or another network on the path.
    case upstream
    /// The target: its host, its service, or its domain.
    case remote = "other-side"

    /// The side as a clause of a sentence.
    public var words: String {
        switch self {
        case .machine: "the fault is on this machine"
        case .network: "the fault is in this network"
        case .upstream: "the fault is beyond the router"
        case .remote: "the fault is on the other side"
        }
    }
}

extension Layer {
    /// The side of faults of a layer, unless the cause's catalogue entry says otherwise.
    public var side: Side {
        switch self {
        case .local, .address: .machine
        case .link, .gateway, .dns, .proxy: .network
        case .uplink, .path: .upstream
        case .mdns, .tcp, .tls, .kind: .remote
        }
    }
}
