/// The settings of a target beyond its URL: the request, and the expected response.
public struct ProbeSettings: Sendable, Hashable {
    /// The HTTP request, and the expected response.
    public var http = HTTPSettings()
    /// How TLS connections are established, and how certificates are verified.
    public var tls = TLSSettings()
    /// The credentials for the target's server, used if the server requires them; `nil` for none.
    public var authentication: AuthenticationSettings?
    /// The route of the check; by default, that of the environment.
    public var proxy = ProxyChoice.environment
    /// The proxy of other targets, if this target is excepted from it.
    public var spareProxy: Proxy?
    /// An `http` URL that responds with status 204 unless a captive portal intercepts the request; `nil` for none.
    public var portalURL: Target?
    /// The operations on an FTP server.
    public var ftp = FTPSettings()
    /// The messages of a WebSocket session.
    public var webSocket = WebSocketSettings()
    /// The steps of a dialogue over TCP; empty if an established connection is sufficient.
    public var script: [ScriptStep] = []
    /// The records that a DNS server must return, in any order, as in `192.0.2.1`; empty for any response.
    public var records: [String] = []
    /// The number of echo requests, and how many may be lost.
    public var echo = EchoSettings()
    /// The settings of the target's kind.
    public var kind = SettingValues()
    /// The only address of the target's name to use; `nil` for all of them.
    public var address: IPAddress?
    /// The source address; `nil` for that chosen by the kernel.
    public var source: IPAddress?
    /// How a DNS server is queried.
    public var dns = DNSSettings()
    /// The recipient of credentials, headers, body and similar; `nil` if they are not bound yet.
    var recipient: Recipient?

    /// Creates the default settings, without credentials.
    public init() {}

    /// Parses a URL for the detection of captive portals.
    ///
    /// - Throws: ``SettingsError`` unless the scheme is `http`, since a portal cannot respond instead of an `https` server.
    public static func portalURL(_ text: String) throws(SettingsError) -> Target {
        let target: Target
        do {
            target = try Target(text, schemes: .web)
        } catch {
            throw SettingsError("\(error.reason)")
        }
        guard target.scheme == .http else {
            throw SettingsError(
                "\"\(SafeText.escaped(String(text.prefix(80))))\" is not a URL of http, the only scheme for which a portal can answer; "
                    + "write one like http://portal-check.example/generate_204")
        }
        return target
    }
}

/// A step of a dialogue over TCP.
public enum ScriptStep: Sendable, Hashable {
    /// The data received since the last step must match this regular expression (PCRE2).
    case expect(String)
    /// These bytes are sent.
    case send([UInt8])
    /// One of the following lines must match this regular expression (PCRE2). The groups of the match are kept for
    /// ``sendExpanded(_:)``.
    case expectLine(String)
    /// The next bytes must be exactly these.
    case expectBytes([UInt8])
    /// This text is sent, in which `$1` and `${1}` denote the groups of the last ``expectLine(_:)``, and `$$` a dollar sign.
    case sendExpanded(String)
    /// The connection continues with TLS.
    case startTLS
}

/// The operations on an FTP server (RFC 959).
public struct FTPSettings: Sendable, Hashable {
    /// Which side opens the data connection.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The client, with EPSV, or with PASV if the server does not support that (RFC 2428).
        case passive
        /// The client, with PASV only.
        case passiveIPv4 = "pasv"
        /// The server.
        case active
    }

    /// Which side opens the data connection; by default, the client.
    public var mode = Mode.passive
    /// Whether control and data connections of `ftp://` must use TLS (RFC 4217).
    public var requiresTLS = false
    /// A directory in which a file of 1 KiB is stored under a unique name, read back and removed; `nil` to write nothing.
    public var writesIn: String?

    /// Creates the default settings: passive mode, TLS only for `ftps://`, nothing written.
    public init() {}
}

/// The messages of a WebSocket session (RFC 6455).
public struct WebSocketSettings: Sendable, Hashable {
    /// The offered subprotocols, in the order of preference.
    public var subprotocols: [String] = []
    /// A text that is sent after the handshake; `nil` for none.
    public var message: String?
    /// A regular expression (PCRE2) that a message of the server must match; `nil` for none.
    public var expected: String?
    /// The maximum length of a received message in bytes; 125 to 16 MiB.
    public var maxMessageBytes = 1 << 20

    /// Creates the default settings: a handshake and a ping, no message.
    public init() {}
}

/// The number of echo requests, and how many may be lost.
public struct EchoSettings: Sendable, Hashable {
    /// The number of requests that was asked for, 1 to 100; `nil` if none was. To a target of `icmp://`, five are sent within
    /// 200 ms then, and more if some of them are lost.
    public var givenCount: Int?
    /// The number of requests, 1 to 100.
    public var count: Int {
        get { givenCount ?? 1 }
        set { givenCount = newValue }
    }
    /// The time between two requests, 10 ms to 10 s.
    public var interval = Duration.milliseconds(200)
    /// The share of requests that may be lost without a warning, 0 to 1.
    public var tolerableLoss = 0.0
    /// Whether only one request is sent, whatever its result.
    public var isSingle = false
    /// The number of bytes after the ICMP header, 0 to 65,000; `nil` for a few.
    public var payloadBytes: Int?
    /// The hop limit, 1 to 255; `nil` for that of the system.
    public var hopLimit: Int?
    /// Whether routers must not fragment the requests.
    public var isUnfragmented = false
    /// The jitter (RFC 3550 section 6.4.1) beyond which there is a warning; `nil` for no limit.
    public var maxJitter: Duration?

    /// Creates the default settings: no number of requests is given.
    public init() {}
}
