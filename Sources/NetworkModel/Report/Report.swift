/// What a check of one target found: `netdiag check --json`.
public struct Report: Sendable, Hashable, Codable {
    public static let schema = "netdiag.report/1"

    public var schema: String
    public var target: String
    public var started: Timestamp
    public var duration: Milliseconds
    public var status: ConnectionStatus
    public var code: Int
    /// Up, with at least one warning.
    public var degraded: Bool
    /// The first of the findings, where anything is wrong.
    public var cause: Finding?
    public var findings: [Finding]
    /// From the link upwards; a layer that was not reached is `noErr`, one that does not apply is absent.
    public var layers: [LayerReport]
    /// What the verdict depends on beside the evidence; `nil` where all of it is as it is by default.
    public var asked: CheckTerms?

    enum CodingKeys: String, CodingKey {
        case schema, target, started, status, code, degraded, cause, findings, layers, asked
        case duration = "duration_ms"
    }

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
        asked = terms == .init() ? nil : terms
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(target, forKey: .target)
        try container.encode(started, forKey: .started)
        try container.encode(duration, forKey: .duration)
        try container.encode(status, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(degraded, forKey: .degraded)
        try container.encode(cause, forKey: .cause)
        try container.encode(findings, forKey: .findings)
        try container.encode(layers, forKey: .layers)
        try container.encodeIfPresent(asked, forKey: .asked)
    }
}

/// One layer of a report.
public struct LayerReport: Sendable, Hashable, Codable {
    public var layer: Layer
    public var status: ConnectionStatus
    public var code: Int
    public var duration: Milliseconds
    public var evidence: LayerEvidence?

    enum CodingKeys: String, CodingKey {
        case layer, status, code, evidence
        case duration = "duration_ms"
    }

    public init(layer: Layer, status: ConnectionStatus, duration: Duration = .zero, evidence: LayerEvidence? = nil) {
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
        let kinds = decoder.userInfo[KindEvidenceTypes.key] as? KindEvidenceTypes ?? .none
        evidence = try LayerEvidence(layer: layer, from: container, forKey: .evidence, kinds)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(layer, forKey: .layer)
        try container.encode(status, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(duration, forKey: .duration)
        switch evidence {
        case nil: _ = container.nestedContainer(keyedBy: NoKeys.self, forKey: .evidence)
        case .local(let value): try container.encode(value, forKey: .evidence)
        case .link(let value): try container.encode(value, forKey: .evidence)
        case .address(let value): try container.encode(value, forKey: .evidence)
        case .gateway(let value): try container.encode(value, forKey: .evidence)
        case .path(let value): try container.encode(value, forKey: .evidence)
        case .dns(let value): try container.encode(value, forKey: .evidence)
        case .mdns(let value): try container.encode(value, forKey: .evidence)
        case .icmp(let value): try container.encode(value, forKey: .evidence)
        case .tcp(let value): try container.encode(value, forKey: .evidence)
        case .tls(let value): try container.encode(value, forKey: .evidence)
        case .proxy(let value): try container.encode(value, forKey: .evidence)
        case .http(let value): try container.encode(value, forKey: .evidence)
        case .ws(let value): try container.encode(value, forKey: .evidence)
        case .ftp(let value): try container.encode(value, forKey: .evidence)
        case .kind(let value): try container.encode(value, forKey: .evidence)
        }
    }

    private enum NoKeys: CodingKey {}
}

/// What a layer's verdict rests on. In JSON it is the plain object of the layer; the layer's name says which.
///
/// Kept apart from its layer, since the largest of these is many times the smallest and thousands of reports are kept.
public indirect enum LayerEvidence: Sendable, Hashable {
    case local(LocalEvidence)
    case link(LinkEvidence)
    case address(AddressEvidence)
    case gateway(GatewayEvidence)
    case path(PathEvidence)
    case dns(DNSEvidence)
    case mdns(MulticastEvidence)
    case icmp(EchoEvidence)
    case tcp(TCPEvidence)
    case tls(TLSEvidence)
    case proxy(ProxyEvidence)
    case http(HTTPEvidence)
    case ws(WebSocketEvidence)
    case ftp(FTPEvidence)
    case kind(AnyKindEvidence)

    init?(
        layer: Layer, from container: KeyedDecodingContainer<LayerReport.CodingKeys>,
        forKey key: LayerReport.CodingKeys, _ kinds: KindEvidenceTypes
    ) throws {
        func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
            // An empty object stands for "nothing was observed", which no evidence decodes from.
            guard try container.contains(key) && !container.decode(Emptiness.self, forKey: key).isEmpty else {
                return nil
            }
            return try container.decode(type, forKey: key)
        }
        let found: LayerEvidence? =
            switch layer {
            case .local: try value(LocalEvidence.self).map(Self.local)
            case .link: try value(LinkEvidence.self).map(Self.link)
            case .address: try value(AddressEvidence.self).map(Self.address)
            case .gateway: try value(GatewayEvidence.self).map(Self.gateway)
            case .path: try value(PathEvidence.self).map(Self.path)
            case .dns: try value(DNSEvidence.self).map(Self.dns)
            case .mdns: try value(MulticastEvidence.self).map(Self.mdns)
            case .icmp: try value(EchoEvidence.self).map(Self.icmp)
            case .tcp: try value(TCPEvidence.self).map(Self.tcp)
            case .tls: try value(TLSEvidence.self).map(Self.tls)
            case .proxy: try value(ProxyEvidence.self).map(Self.proxy)
            case .http: try value(HTTPEvidence.self).map(Self.http)
            case .ws: try value(WebSocketEvidence.self).map(Self.ws)
            case .ftp: try value(FTPEvidence.self).map(Self.ftp)
            case .kind(let name):
                try kinds.type(of: name).flatMap { type in
                    func read<Value: KindEvidence>(_ type: Value.Type) throws -> LayerEvidence? {
                        try value(type).map { .kind(AnyKindEvidence($0)) }
                    }
                    return try read(type)
                }
            }
        guard let found else { return nil }
        self = found
    }

    private struct Emptiness: Decodable {
        let isEmpty: Bool

        init(from decoder: any Decoder) throws {
            isEmpty = try decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty
        }
    }
}
