public import Diagnosis
public import NetworkModel
public import Probes

/// A kind of target: the protocol of a server.
///
/// All lists of kinds are derived from this: the parser of targets, configuration, JSON, options and help of the
/// command line, and documentation. A kind has its layer above those that all targets share (`Layer`), or is about
/// one of those. A report of such a target is up only if its evidence is proven (`JudgedEvidence.isProven`).
public protocol TargetKind: Sendable {
    /// The settings of the kind in addition to the shared ones; `NoKindSettings` if there are none.
    associatedtype Settings: KindSettings
    /// The observation, with the rules for it.
    associatedtype Evidence: JudgedEvidence

    /// What a check of the kind does, in one sentence.
    static var summary: String { get }

    /// A target of the kind for the user guide, with options of `netdiag check`: `https://example.org/ --contains
    /// Welcome`. The default is the form of the first scheme.
    static var example: String { get }

    /// The schemes of its URLs: at least one, all with the layer of its evidence. Their names are those of no other kind, and a scheme
    /// over datagrams has no proxy; otherwise the kind cannot be registered (``TargetKindError``).
    static var schemes: [RegisteredScheme] { get }

    /// The root causes of its rules, each with an ID that begins with its layer; none for kinds that are about a shared
    /// layer.
    static var causes: [CauseEntry] { get }

    /// The texts of its causes in languages other than English, by language tag (BCP 47) such as `de`. Each cause has a
    /// line `[id]`, followed by lines `meaning:`, `summary:` and `advice:`. Without translations, the texts are
    /// English.
    static var translations: [String: String] { get }

    /// The clauses of its rows, as in `clock {offset}`, in all languages. Without them, the rows are English but for clauses that
    /// several kinds share. Those of kinds in other packages are not used: their rows are English.
    static var rowPhrases: [KindPhrase] { get }

    /// The partial sentences that its rules insert into facts, as in `showing its root DSE`, in English and in other languages.
    /// Those that are not translated are English for all readers.
    static var factPhrases: [KindPhrase] { get }

    /// The probe, which observes a target once, and ends by ``KindRequest/deadline``. A failure of the network or of the server is
    /// evidence. A probe throws errors of this machine, or a `SettingsError` for settings that contradict each other, and for a path
    /// that is not valid.
    static var probe: KindProbe<Settings, Evidence> { get }
}

extension TargetKind {
    /// The name of its layer, of its group of settings in configurations and JSON, and the prefix of its options.
    public static var name: String { Evidence.layer.rawValue }

    /// The form of its first scheme, as in `ntp://host`.
    public static var example: String { schemes.first?.form ?? "" }
    /// No translations.
    public static var translations: [String: String] { [:] }
    /// No clauses.
    public static var rowPhrases: [KindPhrase] { [] }
    /// No partial sentences.
    public static var factPhrases: [KindPhrase] { [] }
}

/// The probe of a kind, by its transport.
public enum KindProbe<Settings: KindSettings, Evidence: JudgedEvidence>: Sendable {
    /// A probe with datagrams (RFC 768), for schemes with the transport `udp`.
    case datagrams(@Sendable (_ request: KindRequest<Settings>, _ channel: DatagramChannel) async throws -> Evidence)
    /// A probe over an established connection, for schemes with the transports `tcp` and `tls`. The stream uses TLS if
    /// the scheme requires that from the first byte.
    case stream(
        @Sendable (_ request: KindRequest<Settings>, _ connection: StreamConnection, _ stream: ByteStream) async throws
            -> Evidence)
    /// A probe over an established connection, for the same transports, with a protocol that includes TLS, such as
    /// HTTP/2: the probe begins TLS itself. The result is `nil` if the handshake failed, which the connection reports.
    case connection(
        @Sendable (_ request: KindRequest<Settings>, _ connection: StreamConnection) async throws -> Evidence?)
    /// A probe with full control, with the settings of all kinds and a proxy if configured: for kinds of netdiag
    /// itself.
    case exchange(@Sendable (_ exchange: KindExchange) async throws -> KindObservation)
}

/// The request of a probe to a target of a kind.
public struct KindRequest<Settings: KindSettings>: Sendable {
    /// The target, as it was parsed.
    public let target: Target
    /// The scheme of the target's URL.
    public let scheme: RegisteredScheme
    /// The text after host and port, from its `/` on: ASCII with valid percent-encoding. It is empty if the target has none, or,
    /// with `Path.optional`, only a `/`.
    public let path: String
    /// The settings of the kind, with defaults for those that are not set.
    public let settings: Settings
    /// The credentials, for schemes that share the group of settings `credentials`.
    public let login: KindLogin
    /// When the probe has to end. Streams and datagrams end by then; a probe of another package that is still running a second
    /// later is cancelled, and the report has the cause `local.probe-overrun`.
    public let deadline: ContinuousClock.Instant

    /// Creates a request.
    ///
    /// - Returns: `nil` if the target is not a URL.
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
