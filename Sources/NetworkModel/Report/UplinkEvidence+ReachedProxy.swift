extension UplinkEvidence {
    /// A proxy that a variable of the environment specifies, and that accepts connections. Where only a proxy may connect to
    /// the Internet, nothing else proves that the uplink works. Whether the proxy reaches the Internet is not tested, since
    /// that needs a third party.
    public struct ReachedProxy: Sendable, Hashable, Codable {
        /// The name of the variable, as in `https_proxy`.
        public var variable: String
        /// The URL without a password.
        public var url: String
        /// The address that accepts connections.
        public var address: IPAddress

        /// Creates the result of a connection.
        public init(variable: String, url: String, address: IPAddress) {
            self.variable = variable
            self.url = url
            self.address = address
        }
    }
}
