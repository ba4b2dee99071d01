/// The result of a check of one target: `netdiag check --json`.
public struct Report: Sendable, Hashable, Codable {
    /// The name and version of this document format.
    public static let schema = "netdiag.report/1"

    /// The document format: ``schema`` for reports of this version.
    public var schema: String
    /// The target as text.
    public var target: String
    /// The name of the target in the configuration; `nil` if it has none, or is not configured.
    public var name: String?
    /// When the check began, by the wall clock.
    public var started: Timestamp
    /// The duration of the check on the monotonic clock. JSON key: `duration_ms`.
    public var duration: Milliseconds
    /// The status of the target.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int
    /// Whether the target is up with at least one warning.
    public var degraded: Bool
    /// The first finding; `nil` if nothing is wrong.
    @BoxedOptional public var cause: Finding?
    /// The findings: errors first, then warnings and information.
    public var findings: [Finding]
    /// The layers, lowest first. A layer that was not reached is `noErr`, one that does not apply is absent.
    public var layers: [LayerReport]
    /// What the verdict depends on in addition to the evidence; `nil` for the defaults.
    @BoxedOptional public var asked: CheckTerms?
    /// The part of the durations that may be this process's own work, or its wait for a processor; `nil` below 10 ms.
    public var ownDelay: Milliseconds?
    /// The longest part of ``ownDelay`` without a break; `nil` if that is.
    public var ownStall: Milliseconds?

    enum CodingKeys: String, CodingKey {
        case schema, target, name, started, status, code, degraded, cause, findings, layers, asked
        case duration = "duration_ms"
        case ownDelay = "own_delay_ms"
        case ownStall = "own_stall_ms"
    }

    /// Creates a report. Code, cause and `degraded` follow from status and findings.
    public init(
        target: String, started: Timestamp, duration: Duration, status: ConnectionStatus, findings: [Finding],
        layers: [LayerReport], terms: CheckTerms = .init()
    ) {
        schema = Self.schema
        self.target = target
        self.started = started
        self.duration = Milliseconds(duration)
        self.status = status
        code = status.code
        degraded = status == .connectionUp && findings.contains { $0.severity == .warning }
        cause = findings.first { status != .connectionUp || $0.severity == .warning }
        self.findings = findings
        self.layers = layers
        asked = terms == .usual ? nil : terms
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(target, forKey: .target)
        try container.encodeIfPresent(name, forKey: .name)
        try container.encode(started, forKey: .started)
        try container.encode(duration, forKey: .duration)
        try container.encode(status, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(degraded, forKey: .degraded)
        try container.encode(cause, forKey: .cause)
        try container.encode(findings, forKey: .findings)
        try container.encode(layers, forKey: .layers)
        try container.encodeIfPresent(asked, forKey: .asked)
        try container.encodeIfPresent(ownDelay, forKey: .ownDelay)
        try container.encodeIfPresent(ownStall, forKey: .ownStall)
    }
}

/// One layer of a report.
public struct LayerReport: Sendable, Hashable, Codable {
    /// The layer.
    public var layer: Layer
    /// The status of the layer; `noErr` if it was not reached.
    public var status: ConnectionStatus
    /// The status as a number (``ConnectionStatus/code``).
    public var code: Int
    /// The duration of the layer's observation; 0 if it was not reached, or took no time of its own. JSON key: `duration_ms`.
    public var duration: Milliseconds
    /// The observation; `nil` if there was none.
    public var evidence: AnyLayerEvidence?

    enum CodingKeys: String, CodingKey {
        case layer, status, code, evidence
        case duration = "duration_ms"
    }

    /// Creates the report of one layer.
    public init(layer: Layer, status: ConnectionStatus, duration: Duration = .zero, evidence: AnyLayerEvidence? = nil) {
        self.layer = layer
        self.status = status
        code = status.code
        self.duration = Milliseconds(duration)
        self.evidence = evidence
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        layer = try container.decode(Layer.self, forKey: .layer)
        status = try container.decode(ConnectionStatus.self, forKey: .status)
        code = try container.decode(Int.self, forKey: .code)
        duration = try container.decode(Milliseconds.self, forKey: .duration)
        let types = (decoder.userInfo[LayerEvidenceTypes.key] as? LayerEvidenceTypes.Source)?.types() ?? .shared
        evidence = try types.type(of: layer).flatMap { try Self.evidence($0, in: container) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(layer, forKey: .layer)
        try container.encode(status, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(duration, forKey: .duration)
        if let evidence {
            try container.encode(evidence, forKey: .evidence)
        } else {
            _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .evidence)
        }
    }

    /// An empty object means that nothing was observed. No evidence is decoded from it.
    private static func evidence(
        _ type: (some LayerEvidence).Type, in container: KeyedDecodingContainer<CodingKeys>
    ) throws -> AnyLayerEvidence? {
        guard try container.contains(.evidence) && !container.decode(Emptiness.self, forKey: .evidence).isEmpty else {
            return nil
        }
        return AnyLayerEvidence(try container.decode(type, forKey: .evidence))
    }

    private enum NoKeys: CodingKey {}

    private struct Emptiness: Decodable {
        let isEmpty: Bool

        init(from decoder: any Decoder) throws {
            isEmpty = try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty
        }
    }
}

extension Report {
    /// The key that identifies the target in the configuration: its name, or else its text.
    public var key: String { name ?? target }

    /// The errors and warnings beside the cause; empty without one.
    package var secondFindings: [Finding] {
        guard let cause else { return [] }
        return findings.filter { $0.severity > .info && $0 != cause }
    }

    /// The evidence of a type; `nil` if its layer was not observed.
    public subscript<Value: LayerEvidence>(type: Value.Type) -> Value? {
        @inlinable get { read(type) { $0 } }
    }

    /// Reads a part of the evidence of a type, without a copy of the whole.
    ///
    /// - Returns: `nil` if its layer was not observed.
    @inlinable
    public func read<Value: LayerEvidence, Part>(_ type: Value.Type, _ part: (Value) -> Part) -> Part? {
        for layer in layers { if let found = layer.evidence?.read(type, part) { return found } }
        return nil
    }
}
