extension FaultContext {
    /// Returns the host and a port as in URLs, with an IPv6 address in brackets.
    func hostAndPort(_ port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
