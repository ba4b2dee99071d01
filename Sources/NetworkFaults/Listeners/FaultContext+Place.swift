extension FaultContext {
    /// The host as it appears in URLs, an address of IPv6 in brackets, with a port.
    func place(_ port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
