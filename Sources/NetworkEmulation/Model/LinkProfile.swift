/// Networks as people meet them. The figures are round ones within what is measured in such networks; none is of a provider.
public enum LinkProfile: String, Sendable, Hashable, CaseIterable {
    /// A mobile network of the third generation at the edge of its cell.
    case mobile3G = "3g"
    /// A line with much less to send than to receive.
    case dsl
    /// A geostationary satellite.
    case satellite
    /// A hotel: slow, lossy, and a captive portal before everything.
    case hotel

    /// The link of it.
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

    /// Whether a captive portal stands before the network.
    public var hasPortal: Bool { self == .hotel }
}
