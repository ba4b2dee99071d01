/// A layer of a check, lowest first; also the first half of every ``CauseID``.
public enum Layer: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case local, link, address, gateway, path, dns, mdns, icmp, tcp, tls, proxy, http, ws, ftp

    public static func < (left: Layer, right: Layer) -> Bool {
        left.depth < right.depth
    }

    /// The position from the bottom of the stack; layers that stand beside each other share no order of meaning.
    public var depth: Int {
        switch self {
        case .local: 0
        case .link: 1
        case .address: 2
        case .gateway: 3
        case .path: 4
        case .dns: 5
        case .mdns: 6
        case .icmp: 7
        case .tcp: 8
        case .tls: 9
        case .proxy: 10
        case .http: 11
        case .ws: 12
        case .ftp: 13
        }
    }

    /// How many there are.
    static let count = allCases.count
}
