import EventLoopKit
public import NetworkModel
import Probes

/// Lists, downloads and uploads files on an FTP server, with the connection that a check uses.
///
/// ```swift
/// let client = try FTPClient(engine: engine, target: Target("ftp://ftp.example.org/pub/"))
/// for entry in try await client.list().entries { print(entry.name) }
/// ```
public struct FTPClient: Sendable {
    /// How the server is talked to.
    public struct Options: Sendable {
        /// How the data connection is opened, and whether TLS is required; `writesIn` is not used.
        public var settings = FTPSettings()
        /// What certificates are examined by, of `ftps://` and of connections that turn to TLS.
        public var tls = TLSSettings()
        /// The families that addresses are tried in; both by default.
        public var families = Set(AddressFamily.allCases)
        /// Without it: anonymous.
        public var authentication: AuthenticationSettings?
        /// How long nothing may come, or go, 1 to 300 s; a transfer that goes on has no limit.
        public var stall = Duration.seconds(30)

        /// Creates options with their defaults: anonymous login, passive mode, no TLS unless the URL asks for it.
        public init() {}
    }

    /// What is in a directory.
    public struct Listing: Sendable {
        /// In the server's order, at most 100,000.
        public var entries: [FTPEvidence.Entry]
        /// How many entries the server listed; more than ``entries`` has where it is longer than is kept.
        public var count: Int
        /// Whether it was longer than is read.
        public var isCut: Bool
    }

    /// Bytes that are done, and of how many where that is known; called often, on another thread.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int?) -> Void

    static let maxEntries = 100_000
    /// A transfer ends when it stalls, not when it is long.
    private static let limit = Duration.seconds(30 * 86_400)

    private let engine: DiagnosticEngine
    private let target: Target
    private let isSecure: Bool
    let path: FTPPath
    private let options: Options

    /// - Throws: ``FTPClientError/usage(_:)`` where the target is no FTP URL, or its path cannot be asked for.
    public init(engine: DiagnosticEngine, target: Target, options: Options = Options()) throws {
        guard target.scheme?.layer == FTPEvidence.layer else {
            throw FTPClientError.usage("\(target.text) is no FTP URL, as in ftp://ftp.example.org/pub/")
        }
        do {
            path = try FTPPath(target.path)
        } catch {
            throw FTPClientError.usage("\(target.text): \(error)")
        }
        self.engine = engine
        self.target = target
        self.options = options
        isSecure = target.beginsWithTLS
    }

    private var port: UInt16 { target.port ?? (isSecure ? 990 : 21) }

    /// Without a login.
    var url: String {
        "\(isSecure ? "ftps" : "ftp")://\(target.host):\(port)\(path.encoded)"
    }

    /// Lists the directory that the target names.
    ///
    /// - Throws: ``FTPClientError``; ``CheckError`` where its host is no name; `CancellationError`.
    public func list() async throws -> Listing {
        let listing = try await run { session in try await session.listing(of: path, maxEntries: Self.maxEntries) }
        return Listing(entries: listing.entries, count: listing.count, isCut: listing.isCut)
    }

    /// Makes the directory that the target names (MKD, RFC 959 section 5.3.1); those above it have to be there.
    ///
    /// - Throws: ``FTPClientError``; ``CheckError`` where its host is no name; `CancellationError`.
    public func makeDirectory() async throws {
        guard !path.bytes.isEmpty else { throw FTPClientError.usage("\(target.text) names no directory to be made") }
        try await run { session in try await session.makeDirectory(path) }
    }

    /// Connects, and runs the body with a session.
    func run<Value: Sendable>(_ body: @escaping @Sendable (FTPSession) async throws -> Value) async throws -> Value {
        let (server, addresses) = (try server(), try await addresses())
        let failure: any Error
        do {
            let (evidence, value) = try await TCPProbe(addresses: addresses, loop: engine.loop)
                .observe(until: .now + options.stall) { socket in
                    try await FTPSession.run(with: server, over: socket, within: Self.limit, body)
                }
            if let value { return value }
            let reasons = Set(evidence.attempts.map { $0.outcome.rawValue }).sorted().joined(separator: ", ")
            throw FTPClientError.network("\(target.host) cannot be connected to (\(reasons))")
        } catch let error as FTPFailure {
            failure =
                error.isOurs
                ? FTPClientError.local("the file cannot be read or written")
                : FTPClientError.network("\(target.text): \(Self.words(error))")
        } catch let error as ProbeError {
            failure = FTPClientError.local(error.description)
        }
        throw failure
    }

    private static func words(_ failure: FTPFailure) -> String {
        let meaning: String? =
            switch failure.outcome {
            case _ where failure.isDirectoryMissing: "the directory is not there"
            case .loginRejected: "the login is not taken"
            case .notFound: "there is nothing to be read"
            case .writeDenied: "the server does not let it be written"
            case .dataBlocked: "no data connection can be made"
            case .noTLS: "the server does not turn to TLS"
            case .malformed: "what answers does not speak FTP"
            case .timeout: "the server stays silent"
            case .closed: "the server has closed the connection"
            case .done, .failed: nil
            }
        return (meaning.map { "\($0): " } ?? "") + failure.detail
    }

    private func addresses() async throws -> [SocketAddress] {
        if case .address(let address) = target.host {
            guard options.families.contains(address.family) else {
                throw FTPClientError.usage("\(address) is not of the family that is asked for")
            }
            return [SocketAddress(address, port: port)]
        }
        let found = try await engine.addresses(of: target, families: options.families)
        guard !found.isEmpty else { throw FTPClientError.network("\(target.host) has no address") }
        return found.map { SocketAddress($0, port: port) }
    }

    private func server() throws -> FTPServer {
        var server = FTPServer(isSecure: isSecure, host: target.host, port: port)
        server.settings = options.settings
        server.tls = options.tls
        server.stall = min(max(options.stall, .seconds(1)), .seconds(300))
        guard let authentication = options.authentication else { return server }
        switch engine.credentials.find(authentication, for: target.host, at: target.text) {
        case .login(let login): server.login = login
        case .withheld: throw FTPClientError.network("the login was rejected before")
        case .unavailable(let reason): throw FTPClientError.local("no login can be had: \(reason)")
        }
        return server
    }
}

/// Why something was not done.
public enum FTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It cannot be asked for like this.
    case usage(String)
    /// The network, or the server, does not let it.
    case network(String)
    /// A file of this machine is in the way, or cannot be read or written.
    case local(String)

    public var description: String {
        switch self {
        case .usage(let text), .network(let text), .local(let text): text
        }
    }
}
