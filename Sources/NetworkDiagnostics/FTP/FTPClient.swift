import EventLoopKit
public import NetworkModel
import Probes

/// Lists, downloads and uploads files on an FTP server, with the same kind of connection as a check.
///
/// ```swift
/// let client = try FTPClient(engine: engine, target: Target("ftp://ftp.example.org/pub/"))
/// for entry in try await client.list().entries { print(entry.name) }
/// ```
public struct FTPClient: Sendable {
    /// The options of a client.
    public struct Options: Sendable {
        /// How the data connection is opened, and whether TLS is required; `writesIn` is not used.
        public var settings = FTPSettings()
        /// How certificates are verified, for `ftps://` and for connections that switch to TLS.
        public var tls = TLSSettings()
        /// The address families that are tried; both by default.
        public var families = Set(AddressFamily.allCases)
        /// The credentials; `nil` for an anonymous login.
        public var authentication: AuthenticationSettings?
        /// The time without received or sent data after which a transfer fails, 1 to 300 s. There is no limit for a transfer
        /// that continues.
        public var stall = Duration.seconds(30)

        /// Creates the default options: anonymous login, passive mode, no TLS unless the URL requires it.
        public init() {}
    }

    /// The entries of a directory.
    public struct Listing: Sendable {
        /// The entries in the order of the server, at most 100,000.
        public var entries: [FTPEvidence.Entry]
        /// The number of entries that the server listed, which can be larger than that of ``entries``.
        public var count: Int
        /// Whether the listing was longer than the limit.
        public var isCut: Bool
    }

    /// Receives the number of transferred bytes, and the total if known. It is called often, on another thread.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int?) -> Void

    static let maxEntries = 100_000
    /// A transfer ends when it stalls, not when it takes long.
    private static let limit = Duration.seconds(30 * 86_400)

    private let engine: DiagnosticEngine
    private let target: Target
    private let isSecure: Bool
    let path: FTPPath
    private let options: Options

    /// Creates a client.
    ///
    /// - Throws: ``FTPClientError/usage(_:)`` if the target is not an FTP URL, or its path is not valid.
    public init(engine: DiagnosticEngine, target: Target, options: Options = Options()) throws {
        guard target.scheme?.layer == FTPEvidence.layer else {
            throw FTPClientError.usage("\(target.text) is not an FTP URL, as in ftp://ftp.example.org/pub/")
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

    /// The URL without credentials.
    var url: String {
        "\(isSecure ? "ftps" : "ftp")://\(target.host):\(port)\(path.encoded)"
    }

    /// Lists the directory of the target.
    ///
    /// - Throws: ``FTPClientError``; ``CheckError`` if the host is not a valid name; `CancellationError`.
    public func list() async throws -> Listing {
        let listing = try await run { session in try await session.listing(of: path, maxEntries: Self.maxEntries) }
        return Listing(entries: listing.entries, count: listing.count, isCut: listing.isCut)
    }

    /// Creates the directory of the target (MKD, RFC 959 section 5.3.1), whose parent must exist.
    ///
    /// - Throws: ``FTPClientError``; ``CheckError`` if the host is not a valid name; `CancellationError`.
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
                throw FTPClientError.usage("\(address) is not of the requested family")
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
        case .unavailable(let reason): throw FTPClientError.local("the login is not available: \(reason)")
        }
        return server
    }
}

/// The reason why an operation failed.
public enum FTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The request is not valid.
    case usage(String)
    /// The network or the server failed.
    case network(String)
    /// A file of this machine exists already, or cannot be read or written.
    case local(String)

    public var description: String {
        switch self {
        case .usage(let text), .network(let text), .local(let text): text
        }
    }
}
