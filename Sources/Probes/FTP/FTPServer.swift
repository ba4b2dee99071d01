public import NetworkModel

/// An FTP server, and how it is spoken to.
public struct FTPServer: Sendable {
    /// Whether TLS comes first (`ftps://`); see ``FTPSettings/requiresTLS`` for TLS that is asked for.
    public var isSecure: Bool
    /// The host of the URL, which the certificate has to be for.
    public var host: Host
    /// The port of the control connection.
    public var port: UInt16
    /// How the data connection is opened, and whether TLS is required.
    public var settings = FTPSettings()
    /// How TLS is made, and what the certificates are examined by.
    public var tls = TLSSettings()
    /// Only a name with a password counts; without one: `anonymous` (RFC 1635).
    public var login: HTTPProbe.Login?
    /// The proxy that connections go through; `nil`: none.
    public var proxy: Proxy?
    /// Who logs in at the proxy; `nil`: nobody.
    public var proxyLogin: HTTPProbe.Login?
    /// How long nothing may come, or go, before it counts as lost, in whole seconds; `nil`: as long as the limit.
    public var stall: Duration?

    /// Creates a server with default settings and without a login.
    public init(isSecure: Bool, host: Host, port: UInt16) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    var usesTLS: Bool { isSecure || settings.requiresTLS }
    var scheme: String { isSecure ? "ftps" : "ftp" }
    /// Whom the certificate has to be for.
    var named: Host { usesTLS ? tls.serverName.map(Host.name) ?? host : host }

    func url(_ path: FTPPath) -> String { HTTPProbe.url(scheme, host, port, path.encoded) }

    /// - Throws: ``ProbeError`` where the login holds what would end a command.
    func plan(_ path: FTPPath, to socket: ConnectedSocket, _ limit: Duration) throws(ProbeError) -> CurlPlan {
        var plan = CurlPlan(
            url: HTTPProbe.url(scheme, named, port, path.encoded), socket: socket,
            places: [.init(host: proxy?.host ?? named, port: proxy?.port ?? port, address: socket.peer.address)],
            limit: limit)
        plan.tls = tls
        plan.requiresTLS = settings.requiresTLS
        plan.mayListen = settings.mode == .active
        plan.login = .init(secret: try secret, schemes: [])
        plan.proxy = proxy
        plan.proxyLogin = proxyLogin
        // Asked without a tunnel, an HTTP proxy would speak FTP by itself.
        plan.tunnels = proxy?.kind == .http || proxy?.kind == .https
        return plan
    }

    private var secret: Secret {
        get throws(ProbeError) {
            guard case .password(let user, let password) = login?.secret.content else {
                return Secret(.password(user: "anonymous", password: "netdiag@"))
            }
            guard !(user + password).utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
                throw ProbeError("the login", reason: "it holds a control character, which FTP has no way to send")
            }
            return Secret(.password(user: user, password: password))
        }
    }
}

/// One operation on an FTP server over its control connection.
struct FTPJob: Sendable {
    /// Takes what comes; whether it is to go on.
    typealias Sink = @Sendable (UnsafeRawBufferPointer) -> Bool
    /// Fills the room; 0 at the end, `nil` if it cannot be read.
    typealias Source = @Sendable (UnsafeMutableRawBufferPointer) -> Int?

    enum Action: Sendable {
        /// As `MLSD`, or as `LIST`; of so many entries and bytes.
        case list(isMachineReadable: Bool, maxEntries: Int, maxBytes: Int)
        /// `SIZE` and `MDTM`.
        case look
        /// All that comes from an offset on, whatever `SIZE` says; or so many bytes of the beginning, and `SIZE`.
        case retrieve(from: Int, most: Int?, into: Sink)
        /// A file of this size, from an offset on that the server has already.
        case store(size: Int, from: Int, of: Source)
        /// In the directory of the path; nothing is transferred.
        case commands([String])
        /// Goes no further than to where a login would be: for the certificates.
        case handshake
    }

    var action: Action
    var path: FTPPath
    /// Sent in the directory of the path once the transfer has succeeded.
    var commandsAfter: [String] = []

    struct Outcome: Sendable {
        var code: CURLcodeValue
        /// What libcurl says went wrong.
        var error: String
        /// OpenSSL's `X509_V_ERR_…`.
        var verifyResult: Int
        var conversation: FTPConversation
        var tls: TLSFacts?
        var listing: FTPListing?
        var bytes: Int
        /// Our own side ended it: the file could not be read or written.
        var isOurs: Bool
        /// The time was up while something was still coming.
        var isStillComing = false
    }
}

/// libcurl's code as a value that needs none of its headers.
typealias CURLcodeValue = UInt32
