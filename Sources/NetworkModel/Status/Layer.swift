/// A layer of a check, lowest first; also the first half of every ``CauseID``.
public enum Layer: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    case local, link, address, gateway, path, dns, mdns, icmp, tcp, tls, proxy, http, ws, ftp

    public static func < (left: Layer, right: Layer) -> Bool {
        left.depth < right.depth
    }

    /// The position from the bottom of the stack; layers that stand beside each other share no order of meaning.
    public var depth: Int {
        Self.allCases.firstIndex(of: self) ?? Self.allCases.count
    }
}
