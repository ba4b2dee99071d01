public import NIOCore

/// The environment in which a fault is started.
public struct FaultContext: Sendable {
    /// The event loops of the servers. Their owner shuts them down.
    public let group: any EventLoopGroup
    /// The address on which servers listen; the loopback address by default.
    public let host: String
    /// The port on which the server listens; 0 if the kernel chooses one.
    public internal(set) var port: Int
    /// The arguments of the fault, including defaults.
    public internal(set) var arguments: FaultArguments
    /// The seed of random decisions. The same seed leads to the same sequence.
    public let seed: UInt64
    /// The directory for files of this run, such as the certificate of its authority.
    public let directory: RunDirectory
    /// The authority that signs certificates. All servers of a run share it, so that clients need to trust only one
    /// file.
    public let authority: RunAuthority
    /// The port of the target if the fault is a proxy in front of it; 0 if the kernel chooses one.
    package var targetPort = 0
    /// Selects the connections that the fault applies to. The others are served without a fault. Faults that no healthy server
    /// can replace (``SwitchableFault/canBeOff``) apply to all connections.
    package var gate = FaultGate()
    /// The log of HTTP requests.
    package var log = RequestLog(maxBytes: 64 << 10)
    /// The descriptors that all listeners share.
    package var budget = DescriptorBudget()

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - group: The event loops of the servers; the caller shuts them down.
    ///   - host: The address on which servers listen.
    ///   - port: The port on which the server listens; 0 if the kernel chooses one.
    ///   - arguments: The arguments of the fault.
    ///   - seed: The seed of random decisions.
    ///   - directory: The directory for files of this run.
    ///   - authority: The authority of the run; `nil` to create one for this context.
    public init(
        group: any EventLoopGroup, host: String = "127.0.0.1", port: Int = 0,
        arguments: FaultArguments = FaultArguments(), seed: UInt64 = 0, directory: RunDirectory,
        authority: RunAuthority? = nil
    ) {
        self.group = group
        self.host = host
        self.port = port
        self.arguments = arguments
        self.seed = seed
        self.directory = directory
        self.authority = authority ?? RunAuthority(in: directory)
    }
}
