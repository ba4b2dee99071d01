public import Diagnosis
public import NetworkModel
public import Probes

/// A kind of target: the protocol of a server.
///
/// Whatever lists kinds is derived from this: the parser of targets, configuration, JSON, options and help of the command line,
/// and documentation. A kind has its layer above those that all targets share (``Layer``), or is about one of those; a report of a
/// target of it is up only where its evidence is proven (`JudgedEvidence.isProven`).
public protocol TargetKind: Sendable {
    /// The settings that targets of the kind have beside the shared ones; `NoKindSettings` where there are none.
    associatedtype Settings: KindSettings
    /// What came back, with the rules that read it.
    associatedtype Evidence: JudgedEvidence

    /// What it asks for, in one sentence.
    static var summary: String { get }

    /// A target of it, with options of `netdiag check` that go with it, as the user guide shows it:
    /// `https://example.org/ --contains Welcome`. Where a kind has none, it is the form of its first scheme.
    static var example: String { get }

    /// The schemes of its URLs, all of them with the layer of its evidence.
    static var schemes: [RegisteredScheme] { get }

    /// The root causes that its rules name, each with an id that begins with its layer; none for kinds that are about a shared
    /// layer.
    static var causes: [CauseEntry] { get }

    /// The words of its causes in other languages than English, by the language's tag (BCP 47), as in `de`: for each cause a line
    /// `[id]`, and below it lines `meaning:`, `summary:` and `advice:`. A kind without any is English.
    static var translations: [String: String] { get }

    /// How it asks, once. A failure of the network or of the server is evidence; what it throws is what this machine cannot do, or
    /// a `SettingsError` for settings that do not go together.
    static var probe: KindProbe<Settings, Evidence> { get }
}

extension TargetKind {
    /// The name of its layer, of its group of settings in configurations and JSON, and what its options begin with.
    public static var name: String { Evidence.layer.rawValue }

    /// The form of its first scheme, as in `ntp://host`.
    public static var example: String { schemes.first?.form ?? "" }
    /// None.
    public static var translations: [String: String] { [:] }
}

/// The probe of a kind, by the transport that it uses.
public enum KindProbe<Settings: KindSettings, Evidence: JudgedEvidence>: Sendable {
    /// By datagrams (RFC 768), for schemes of the transport `udp`.
    case datagrams(@Sendable (_ request: KindRequest<Settings>, _ channel: DatagramChannel) async throws -> Evidence)
    /// Over a connection that has been made, for schemes of the transports `tcp` and `tls`; the stream is in TLS where the
    /// scheme wants that from the first byte.
    case stream(
        @Sendable (_ request: KindRequest<Settings>, _ connection: StreamConnection, _ stream: ByteStream) async throws
            -> Evidence)
    /// Over a connection that has been made, for the same transports, by a protocol of which TLS is a part, as HTTP/2 is: the
    /// probe begins it itself. `nil` if there was no handshake, which the connection tells about.
    case connection(
        @Sendable (_ request: KindRequest<Settings>, _ connection: StreamConnection) async throws -> Evidence?)
    /// As it likes, with the settings of all kinds, through a proxy where one is set: for kinds of netdiag's own.
    case exchange(@Sendable (_ exchange: KindExchange) async throws -> KindObservation)
}

/// The request of a probe to a target of a kind.
public struct KindRequest<Settings: KindSettings>: Sendable {
    /// The target, as it was parsed.
    public let target: Target
    /// The scheme of the target's URL.
    public let scheme: RegisteredScheme
    /// What follows host and port, from the first `/` or `?` on; empty where there is nothing.
    public let path: String
    /// The kind's own settings, each set or at its default.
    public let settings: Settings
    /// Who logs in, for schemes that share the group of settings `credentials`.
    public let login: KindLogin
    /// When the answer has to be there.
    public let deadline: ContinuousClock.Instant

    /// - Returns: `nil` if the target is no URL.
    init?(_ exchange: KindExchange, _ login: KindLogin) {
        guard case .url(let scheme, let path) = exchange.target.kind else { return nil }
        target = exchange.target
        self.scheme = scheme
        self.path = path
        settings = Settings(exchange.settings.kind)
        self.login = login
        deadline = exchange.deadline
    }
}
