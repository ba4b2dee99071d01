/// The settings of a target beyond its URL: the request, and the expected response.
public struct ProbeSettings: Sendable, Hashable {
    /// The request of HTTP, and what its answer has to be.
    public var http = HTTPSettings()
    /// How TLS is made, and what the certificates are examined by.
    public var tls = TLSSettings()
    /// How the target's server is shown who asks, once it wants to know.
    public var authentication: AuthenticationSettings?
    /// Which way the check takes: by the environment unless the settings say otherwise.
    public var proxy = ProxyChoice.environment
    /// The proxy that the others go through, where this target is set to go without.
    public var spareProxy: Proxy?
    /// A page of `http` that answers 204 with nothing behind it unless a captive portal answers; `nil`: none is asked.
    public var portalURL: Target?
    /// What is done at an FTP server.
    public var ftp = FTPSettings()
    /// What is done over a WebSocket.
    public var webSocket = WebSocketSettings()
    /// What is said over TCP, in turn; empty: that the connection is made is enough.
    public var script: [ScriptStep] = []
    /// The records that a DNS server has to answer with, in any order, as in `192.0.2.1`; empty: any answer will do.
    public var records: [String] = []
    /// How many echo requests are sent, and how many may be lost.
    public var echo = EchoSettings()
    /// Those of the target's registered kind.
    public var kind = SettingValues()
    /// The one address of the target's name that is asked; `nil`: all that it has.
    public var address: IPAddress?
    /// The address of this machine that is sent from; `nil`: the kernel's choice.
    public var source: IPAddress?
    /// How a DNS server is asked.
    public var dns = DNSSettings()
    /// Whom credentials, headers, body and their like are for; `nil`: nobody yet.
    var recipient: Recipient?

    /// Creates settings with their defaults, without credentials.
    public init() {}

    /// Parses a page that is to tell of captive portals.
    ///
    /// - Throws: ``SettingsError`` where it is none of `http`: nobody can answer in place of one of `https`.
    public static func portalURL(_ text: String) throws(SettingsError) -> Target {
        let target: Target
        do {
            target = try Target(text, schemes: .web)
        } catch {
            throw SettingsError("\(error.reason)")
        }
        guard target.scheme == .http else {
            throw SettingsError(
                "\"\(SafeText.escaped(String(text.prefix(80))))\" is no page of http, which alone a portal can answer for; "
                    + "write one like http://portal-check.example/generate_204")
        }
        return target
    }
}

/// A step of a conversation over TCP.
public enum ScriptStep: Sendable, Hashable {
    /// A regular expression of PCRE2 that what has come since the last step has to match.
    case expect(String)
    /// Bytes that are sent as they are.
    case send([UInt8])
    /// As ``expect(_:)``, of one line after the other; what the groups of the match hold is kept for ``sendExpanded(_:)``.
    case expectLine(String)
    /// The very bytes that have to come next.
    case expectBytes([UInt8])
    /// A text in which `$1` and `${1}` stand for the groups of the last ``expectLine(_:)``, and `$$` for a dollar sign.
    case sendExpanded(String)
    /// Goes on in TLS over the same connection.
    case startTLS
}

/// The operations on an FTP server (RFC 959).
public struct FTPSettings: Sendable, Hashable {
    /// Who opens the data connection.
    public enum Mode: String, Sendable, Hashable, CaseIterable {
        /// The client: EPSV, then PASV where the server has none (RFC 2428).
        case passive
        /// The client, by PASV alone.
        case passiveIPv4 = "pasv"
        /// The server.
        case active
    }

    /// Who opens the data connection; the client by default.
    public var mode = Mode.passive
    /// Whether the control and data connections of `ftp://` must turn to TLS (RFC 4217).
    public var requiresTLS = false
    /// A directory in which a file of 1 KiB is stored under a name of its own, read back and removed; `nil`: nothing is
    /// written.
    public var writesIn: String?

    /// Creates settings with their defaults: passive mode, TLS only where the URL asks for it, nothing written.
    public init() {}
}

/// The messages of a WebSocket session (RFC 6455).
public struct WebSocketSettings: Sendable, Hashable {
    /// Those that are offered, the most wanted first.
    public var subprotocols: [String] = []
    /// A text that is sent once it is open.
    public var message: String?
    /// A regular expression of PCRE2 that a message of the server has to match.
    public var expected: String?
    /// The longest message that is taken; 125 to 16 MiB.
    public var maxMessageBytes = 1 << 20

    /// Creates settings with their defaults: a handshake and a ping, no message.
    public init() {}
}

/// How many echo requests are sent, and how many may be lost.
public struct EchoSettings: Sendable, Hashable {
    /// 1 to 100. Of 1, the default, five are sent within 200 ms, and more where some of them are lost.
    public var count = 1
    /// From one to the next, 10 ms to 10 s.
    public var interval = Duration.milliseconds(200)
    /// The share that may be lost without a warning, 0 to 1.
    public var tolerableLoss = 0.0
    /// Whether one request is all that is sent, whatever becomes of it.
    public var isSingle = false
    /// Bytes behind the header of ICMP; 0 to 65,000; `nil`: a few.
    public var payloadBytes: Int?
    /// 1 to 255; `nil`: the system's.
    public var hopLimit: Int?
    /// Whether no router may send it on in fragments.
    public var isUnfragmented = false
    /// The jitter (RFC 3550 section 6.4.1) above which there is a warning; `nil`: none.
    public var maxJitter: Duration?

    /// Creates settings with their defaults: one request.
    public init() {}
}
