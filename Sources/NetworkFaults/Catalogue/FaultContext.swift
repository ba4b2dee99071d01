public import NIOCore

/// What a fault is started with.
public struct FaultContext: Sendable {
    /// The loops that servers run on; whoever made them ends them.
    public let group: any EventLoopGroup
    /// The address that servers listen on; loopback unless somebody chose another.
    public let host: String
    /// The port to listen on; 0 is one that the kernel picks.
    public let port: Int
    /// What was chosen for the fault, with the defaults of what was not.
    public let arguments: FaultArguments
    /// Where random decisions begin: the same seed repeats their sequence.
    public let seed: UInt64
    /// Where files of this run lie, such as the certificate of its authority.
    public let directory: RunDirectory
    /// Who signs certificates; one for all servers of a run, so that clients trust one file.
    public let authority: RunAuthority
    /// The port of the target where that lies behind the fault, which is a proxy; 0 is one that the kernel picks.
    package var targetPort = 0
    /// Where requests of HTTP are recorded.
    package var log = RequestLog(maxBytes: 64 << 10)

    /// - Parameter authority: That of the run; one of the context's own where it is missing.
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
