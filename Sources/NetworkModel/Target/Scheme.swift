/// What the text of a target may begin with, before `://`.
public enum Scheme: String, Sendable, Hashable, CaseIterable {
    case http, https, ws, wss, ftp, ftps, tcp, tls, dns, icmp

    /// The port where the target names none; `nil` where it has to, or where there are no ports.
    public var defaultPort: UInt16? {
        switch self {
        case .http, .ws: 80
        case .https, .wss: 443
        case .ftp: 21
        case .ftps: 990
        case .dns: 53
        case .tcp, .tls, .icmp: nil
        }
    }
}
