/// Whom a target's secrets are for: its origin, and the route on which they were meant to go there.
///
/// Settings are bound to it where they are read (``ProbeSettings/bind(to:)``), and released to nobody else
/// (``ProbeSettings/released(to:)``): whatever changes the target, the proxy, the address or the server name behind that,
/// changes where a request goes, and leaves the secrets behind.
struct Recipient: Sendable, Hashable {
    private enum Route: Sendable, Hashable {
        case direct, environment
        /// By the proxy's kind, host and port: its login is its own affair.
        case through(String)
    }

    private let origin: Origin
    private let route: Route
    private let address: IPAddress?
    private let serverName: String?

    init(_ target: Target, _ settings: ProbeSettings) {
        origin = Origin(target)
        route =
            switch settings.proxy {
            case .direct: .direct
            case .environment: .environment
            case .through(let proxy): .through(proxy.description.lowercased())
            }
        address = settings.address
        serverName = settings.tls.serverName?.lowercased()
    }

    /// What keeps secrets of this one from another; `nil` if nothing does.
    func difference(to other: Recipient) -> Omission.Reason? {
        if other.origin != origin { return .otherOrigin }
        if other.route != route { return .otherProxy }
        // Without one, the addresses are those of the same name.
        if let address = other.address, address != self.address { return .otherAddress }
        return other.serverName == serverName ? nil : .otherServerName
    }
}
