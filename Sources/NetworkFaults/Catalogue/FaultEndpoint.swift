/// A server with a fault, as it runs.
public struct FaultEndpoint: Sendable {
    /// The target to check, as in `http://127.0.0.1:40123/`.
    public let target: String
    /// Further arguments that `netdiag check` needs, as in `["--proxy", "http://127.0.0.1:40124"]`.
    public let checkArguments: [String]
    /// Variables of the environment that `netdiag check` needs, as in `["http_proxy": "http://user:word@127.0.0.1:40124"]`.
    public let environment: [String: String]
    /// Where the fault is: that of the target, unless the fault is a proxy before it.
    package let port: Int
    private let end: @Sendable () async -> Void

    /// - Parameters:
    ///   - port: Where the fault is; the port of the target where it is left out.
    ///   - close: Ends the server and all its connections; returns when its ports are free.
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

    /// Ends the server and all its connections; returns when its ports are free.
    public func close() async { await end() }

    /// The port of the target.
    package var targetPort: Int { Self.port(of: target) ?? port }

    private static func port(of target: String) -> Int? {
        let place = target.split(separator: "/").dropFirst().first ?? ""
        return place.split(separator: ":").last.flatMap { Int($0) }
    }
}
