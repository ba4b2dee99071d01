/// A running server with a fault.
public struct FaultEndpoint: Sendable {
    /// The target to check, as in `http://127.0.0.1:40123/`.
    public let target: String
    /// Further arguments that `netdiag check` needs, as in `["--proxy", "http://127.0.0.1:40124"]`.
    public let checkArguments: [String]
    /// Environment variables that `netdiag check` needs, as in `["http_proxy": "http://user:word@127.0.0.1:40124"]`.
    public let environment: [String: String]
    /// The port of the faulty server: that of the target, unless the fault is a proxy in front of it.
    package let port: Int
    private let end: @Sendable () async -> Void

    /// Creates an endpoint.
    ///
    /// - Parameters:
    ///   - target: The target to check, as in `http://127.0.0.1:40123/`.
    ///   - checkArguments: Further arguments that `netdiag check` needs.
    ///   - environment: Environment variables that `netdiag check` needs.
    ///   - port: The port of the faulty server; `nil` for the port of the target.
    ///   - close: Stops the server and all its connections, and returns when its ports are free.
    public init(
        target: String, checkArguments: [String] = [], environment: [String: String] = [:], port: Int? = nil,
        close: @escaping @Sendable () async -> Void
    ) {
        self.target = target
        self.checkArguments = checkArguments
        self.environment = environment
        self.port = port ?? Self.port(of: target) ?? 0
        end = close
    }

    /// Stops the server and all its connections, and returns when its ports are free.
    public func close() async { await end() }

    /// The port of the target.
    package var targetPort: Int { Self.port(of: target) ?? port }

    private static func port(of target: String) -> Int? {
        let place = target.split(separator: "/").dropFirst().first ?? ""
        return place.split(separator: ":").last.flatMap { Int($0) }
    }
}
