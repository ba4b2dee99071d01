/// A server with a fault, as it runs.
public struct FaultEndpoint: Sendable {
    /// The target to check, as in `http://127.0.0.1:40123/`.
    public let target: String
    /// Further arguments that `netdiag check` needs, as in `["--proxy", "http://127.0.0.1:40124"]`.
    public let checkArguments: [String]
    /// Variables of the environment that `netdiag check` needs, as in `["http_proxy": "http://user:word@127.0.0.1:40124"]`.
    public let environment: [String: String]
    private let end: @Sendable () async -> Void

    /// - Parameter close: Ends the server and all its connections; returns when its ports are free.
    public init(
        target: String, checkArguments: [String] = [], environment: [String: String] = [:],
        close: @escaping @Sendable () async -> Void
    ) {
        self.target = target
        self.checkArguments = checkArguments
        self.environment = environment
        end = close
    }

    /// Ends the server and all its connections; returns when its ports are free.
    public func close() async { await end() }
}
