/// The proxy that the environment specifies for a target, by the variables and rules of curl(1).
public struct ProxyEnvironment: Sendable {
    private let variables: [String: String]

    /// Reads the variables that specify proxies from an environment.
    public init(_ variables: [String: String]) {
        self.variables = variables
    }

    /// The proxy for a target.
    ///
    /// - Returns: `nil` if none is used.
    /// - Throws: ``SettingsError`` if the relevant variable is invalid.
    public func proxy(for target: Target) throws(SettingsError) -> Proxy? {
        // Most machines have no variables, and this is called in each check.
        guard !variables.isEmpty else { return nil }
        guard let (name, text) = setting(for: target) else { return nil }
        return try Proxy(text, origin: name, allowsPassword: true)
    }

    /// The relevant variable for a target with its value, which can contain a password.
    public func setting(for target: Target) -> (name: String, value: String)? {
        guard let scheme = target.scheme?.proxyVariable else { return nil }
        // The upper-case form of http_proxy is ignored: a web server would set it from the field `Proxy:` of a client.
        let names =
            ["\(scheme)_proxy"] + (scheme == "http" ? [] : ["\(scheme.uppercased())_PROXY"]) + [
                "all_proxy", "ALL_PROXY",
            ]
        guard let name = names.first(where: { variables[$0]?.isEmpty == false }), let text = variables[name],
            !isExcepted(target.host)
        else { return nil }
        return (name, text)
    }

    /// A proxy that a variable specifies, but that is not used for the target, since the host is excepted or the variable is
    /// for another scheme.
    public func spareProxy(for target: Target) -> (proxy: Proxy, isExcepted: Bool)? {
        guard !variables.isEmpty, target.mayUseProxy else { return nil }
        let scheme = target.scheme?.proxyVariable
        let names = [scheme, "https", "all", "http"].compactMap(\.self).flatMap {
            ["\($0)_proxy", "\($0.uppercased())_PROXY"]
        }
        for name in names where name != "HTTP_PROXY" {
            guard let text = variables[name], !text.isEmpty,
                let proxy = try? Proxy(text, origin: name, allowsPassword: true)
            else { continue }
            return (proxy, isExcepted(target.host))
        }
        return nil
    }

    /// Whether `no_proxy` excepts the host: by its name, a parent domain, a network of addresses, or for all hosts.
    func isExcepted(_ host: Host) -> Bool {
        let list = variables["no_proxy"] ?? variables["NO_PROXY"] ?? ""
        let entries = list.split { $0 == "," || $0 == " " || $0 == "\t" }.prefix(1_000)
        if entries.contains("*") { return true }
        switch host {
        case .socket: return true
        case .address(let address):
            return entries.contains { entry in
                let parts = entry.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
                let text = parts[0].hasPrefix("[") ? parts[0].dropFirst().dropLast() : parts[0]
                guard let network = IPAddress(String(text)), network.family == address.family else { return false }
                let length = parts.count > 1 ? Int(parts[1]) ?? -1 : network.bytes.count * 8
                return address.isIn(prefix: network, length: length)
            }
        case .name(let name):
            let asked = Self.plain(name)
            return entries.contains { entry in
                let domain = Self.plain(entry.hasPrefix(".") ? entry.dropFirst() : entry)
                return asked == domain || asked.hasSuffix("." + domain)
            }
        }
    }

    private static func plain(_ name: some StringProtocol) -> String {
        let lower = name.lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }
}
