import HostResolution
public import NetworkModel

/// An FTP server, and how to access it.
public struct FTPServer: Sendable {
    /// Whether TLS begins before the greeting (`ftps://`). `FTPSettings/requiresTLS` is about TLS by a command.
    public var isSecure: Bool
    /// The host in the URL, for which the certificate must be valid.
    public var host: Host
    /// The port of the control connection.
    public var port: UInt16
    /// How the data connection is opened, and whether TLS is required.
    public var settings = FTPSettings()
    /// How TLS is established, and how certificates are verified.
    public var tls = TLSSettings()
    /// The credentials, which must be a name with a password; without them, `anonymous` is used (RFC 1635).
    public var login: HTTPProbe.Login?
    /// The proxy for connections; `nil` for none.
    public var proxy: Proxy?
    /// The credentials for the proxy; `nil` for none.
    public var proxyLogin: HTTPProbe.Login?
    /// The time without received or sent data after which the connection counts as lost, in whole seconds; `nil` for the
    /// whole time limit.
    public var stall: Duration?

    /// Creates a server with default settings and without credentials.
    public init(isSecure: Bool, host: Host, port: UInt16) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    var usesTLS: Bool { isSecure || settings.requiresTLS }
    var scheme: String { isSecure ? "ftps" : "ftp" }
    /// The host for which the certificate must be valid.
    var named: Host { usesTLS ? tls.serverName.map(Host.name) ?? host : host }

    func url(_ path: FTPPath) -> String { HTTPProbe.url(scheme, host, port, path.encoded) }

    /// The connection for a path.
    ///
    /// - Throws: ``ProbeError`` if the credentials contain characters that would end a command.
    func plan(_ path: FTPPath, to socket: ConnectedSocket, _ limit: Duration) throws(ProbeError) -> CurlPlan {
        var plan = CurlPlan(
            url: HTTPProbe.url(scheme, named.inASCII, port, path.encoded), socket: socket,
            places: [
                .init(host: (proxy?.host ?? named).inASCII, port: proxy?.port ?? port, address: socket.peer.address)
            ],
            limit: limit)
        plan.tls = tls
        plan.requiresTLS = settings.requiresTLS
        plan.mayListen = settings.mode == .active
        plan.login = .init(secret: try secret, schemes: [])
        plan.proxy = proxy
        plan.proxyLogin = proxyLogin
        // Without a tunnel, an HTTP proxy would speak FTP itself.
        plan.tunnels = proxy?.kind == .http || proxy?.kind == .https
        return plan
    }

    private var secret: Secret {
        get throws(ProbeError) {
            guard case .password(let user, let password) = login?.secret.content else {
                return Secret(.password(user: "anonymous", password: "netdiag@"))
            }
            guard !(user + password).utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw ProbeError("the login", reason: "it contains a control character, which FTP cannot send")
            }
            return Secret(.password(user: user, password: password))
        }
    }
}

/// One operation on an FTP server over its control connection.
struct FTPJob: Sendable {
    /// Receives data, and returns whether to continue.
    typealias Sink = @Sendable (UnsafeRawBufferPointer) -> Bool
    /// Fills the buffer; returns 0 at the end, and `nil` if the data cannot be read.
    typealias Source = @Sendable (UnsafeMutableRawBufferPointer) -> Int?

    enum Action: Sendable {
        /// Lists a directory by `MLSD` or `LIST`, with limits for entries and bytes.
        case list(isMachineReadable: Bool, maxEntries: Int, maxBytes: Int)
        /// Sends `SIZE` and `MDTM`.
        case inspect
        /// Reads everything from an offset on, whatever `SIZE` reports; or a number of bytes at the beginning, and `SIZE`.
        case retrieve(from: Int, maxBytes: Int?, into: Sink)
        /// Stores a file of this size, from an offset on that the server already has.
        case store(size: Int, from: Int, of: Source)
        /// Sends commands in the directory of the path, without a transfer.
        case commands([String])
    }

    var action: Action
    var path: FTPPath
    /// Commands that are sent in the directory of the path after a successful transfer.
    var commandsAfter: [String] = []

    struct Outcome: Sendable {
        var code: CURLcodeValue
        /// libcurl's text about the error.
        var error: String
        /// OpenSSL's `X509_V_ERR_…`.
        var verifyResult: Int
        var conversation: FTPControlSession
        var tls: TLSFacts?
        var listing: FTPListing?
        var bytes: Int
        /// Whether this side ended the transfer, since the file could not be read or written.
        var isOurs: Bool
        /// Whether data was still arriving at the time limit.
        var isStillComing = false
    }
}

/// libcurl's code as a value that requires none of its headers.
typealias CURLcodeValue = UInt32
