/// Typical networks. Their values are rounded from the range that is measured in such networks; none is of a specific
/// provider.
public enum LinkProfile: String, Sendable, Hashable, CaseIterable {
    /// A 3G mobile network at the edge of a cell.
    case mobile3G = "3g"
    /// An asymmetric line, which sends much more slowly than it receives.
    case dsl
    /// A geostationary satellite link.
    case satellite
    /// A hotel network: slow, lossy, and behind a captive portal.
    case hotel

    /// The properties of its link.
    public var settings: LinkSettings {
        var link = LinkSettings()
        switch self {
        case .mobile3G:
            (link.latency, link.jitter) = (.milliseconds(150), .milliseconds(50))
            link.loss = .init(probability: 0.01, burst: 3)
            (link.downRate, link.upRate) = (1_600_000, 768_000)
        case .dsl:
            (link.latency, link.jitter) = (.milliseconds(25), .milliseconds(5))
            (link.downRate, link.upRate) = (16_000_000, 1_000_000)
            link.mtu = .init(bytes: 1_492)
        case .satellite:
            (link.latency, link.jitter) = (.milliseconds(600), .milliseconds(20))
            link.loss = .init(probability: 0.005, burst: 4)
            (link.downRate, link.upRate) = (20_000_000, 3_000_000)
        case .hotel:
            (link.latency, link.jitter) = (.milliseconds(40), .milliseconds(20))
            link.loss = .init(probability: 0.01, burst: 2)
            (link.downRate, link.upRate) = (4_000_000, 1_000_000)
        }
        return link
    }

    /// Whether the network is behind a captive portal.
    public var hasPortal: Bool { self == .hotel }
}
