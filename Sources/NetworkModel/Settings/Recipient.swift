/// The recipient of a target's secrets: its origin, and the route to it.
///
/// Settings are bound to the recipient when they are read (``ProbeSettings/bind(to:)``), and released only for it
/// (``ProbeSettings/released(to:)``). A later change of the target, the proxy, the address or the server name changes the
/// destination of a request, but the secrets are not released for that.
struct Recipient: Sendable, Hashable {
    private enum ProxyUse: Sendable, Hashable {
        case direct, environment
        /// The proxy's kind, host and port. Its own credentials do not matter here.
        case through(String)
    }

    private let origin: Origin
    private let proxyUse: ProxyUse
    private let address: IPAddress?
    private let serverName: String?

    init(_ target: Target, _ settings: ProbeSettings) {
        origin = Origin(target)
        proxyUse =
            switch settings.proxy {
            case .direct: .direct
            case .environment: .environment
            case .through(let proxy): .through(proxy.description.lowercased())
            }
        address = settings.address
        serverName = settings.tls.serverName?.lowercased()
    }

    /// The difference that prevents secrets of this recipient from being sent to another; `nil` if there is none.
    func difference(to other: Recipient) -> Omission.Reason? {
        if other.origin != origin { return .otherOrigin }
        if other.proxyUse != proxyUse { return .otherProxy }
        // Without an address, all addresses are those of the same name.
        if let address = other.address, address != self.address { return .otherAddress }
        return other.serverName == serverName ? nil : .otherServerName
    }
}
