public import Diagnosis
public import NetworkModel

/// The registered kinds of targets.
public struct TargetKinds: Sendable {
    /// The types of the kinds, in the order of their registration.
    public let all: [any TargetKind.Type]
    /// The schemes of targets.
    public let schemes: SchemeTable
    /// The types of evidence that are read from saved reports.
    public let evidence: LayerEvidenceTypes
    private let byScheme: [String: any TargetKind.Type]

    /// The kinds of netdiag. A new one is registered by one line here.
    public static let builtIn = TargetKinds([
        DNSKind.self,
        FTPKind.self,
        GRPCKind.self,
        HTTPKind.self,
        ICMPKind.self,
        IMAPKind.self,
        LDAPKind.self,
        MQTTKind.self,
        NTPKind.self,
        PostgresKind.self,
        SMTPKind.self,
        SSHKind.self,
        TCPKind.self,
        TLSKind.self,
        UDPKind.self,
        UnixKind.self,
        WebSocketKind.self,
    ])

    private static let ownTypes = Set(builtIn.all.map { ObjectIdentifier($0) })

    /// Whether it is a kind of netdiag.
    package static func isBuiltIn(_ kind: any TargetKind.Type) -> Bool { ownTypes.contains(ObjectIdentifier(kind)) }

    private init(_ kinds: [any TargetKind.Type]) {
        all = kinds
        schemes = SchemeTable(kinds.flatMap { $0.schemes })
        evidence = LayerEvidenceTypes(kinds: kinds.map { $0.evidenceType })
        byScheme = Dictionary(kinds.flatMap { kind in kind.schemes.map { ($0.name, kind) } }) { first, _ in first }
    }

    /// These kinds and another one.
    ///
    /// - Throws: ``TargetKindError`` if its names are invalid, taken, or inconsistent.
    public func adding(_ kind: any TargetKind.Type) throws(TargetKindError) -> TargetKinds {
        if let problem = TargetKindError(kind, beside: all) { throw problem }
        return TargetKinds(all + [kind])
    }

    /// The kind with a name, as in `ntp` (``TargetKind/name``); `nil` if there is none.
    public func kind(named name: String) -> (any TargetKind.Type)? { all.first { $0.name == name } }

    /// The kind of a target; `nil` if no registered kind has its scheme.
    public func kind(of target: Target) -> (any TargetKind.Type)? {
        switch target.kind {
        case .url(let scheme, _): byScheme[scheme.name]
        case .host: ICMPKind.self
        case .service: TCPKind.self
        }
    }

    /// The variables that specify proxies for their targets, in both spellings, with `no_proxy` (curl(1)).
    package var proxyVariables: Set<String> {
        let prefixes = all.flatMap { $0.schemes }.compactMap(\.proxyVariable) + ["all", "no"]
        return Set(prefixes.flatMap { ["\($0)_proxy", "\($0.uppercased())_PROXY"] })
    }

    /// The causes of all kinds, in their order.
    public var causes: [CauseEntry] { all.flatMap { $0.causes } }
}

extension TargetKind {
    /// The type of the kind's evidence.
    public static var evidenceType: any LayerEvidence.Type { Evidence.self }
    /// The settings of the kind, in the order in which they are documented.
    public static var describedSettings: [any KindSettingDescription] { Settings.settings }
}

extension Target {
    /// Parses a target with a scheme of netdiag's own kinds.
    ///
    /// - Throws: The same as ``init(_:schemes:)``.
    public init(_ text: String) throws(TargetError) {
        try self.init(text, schemes: TargetKinds.builtIn.schemes)
    }
}

extension Report {
    /// The same evidence, evaluated again, possibly with better rules than when it was saved.
    ///
    /// - Throws: The same as `Evidence.init(_:schemes:)`.
    public func judgedAgain() throws -> Report {
        try judgedAgain(schemes: TargetKinds.builtIn.schemes)
    }
}
