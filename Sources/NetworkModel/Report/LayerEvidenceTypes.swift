/// The types of evidence that a decoder of reports knows, by the names of their layers. Other evidence is not read.
public struct LayerEvidenceTypes: Sendable {
    private let kinds: [Layer: any LayerEvidence.Type]

    /// Creates the types of the layers that all targets share, and of some kinds of targets.
    public init(kinds: [any LayerEvidence.Type]) {
        self.kinds = Dictionary(kinds.map { ($0.layer, $0) }) { first, _ in first }
    }

    /// The types of the layers that all targets share.
    public static let shared = LayerEvidenceTypes(kinds: [])

    /// Determines the types when a decoder needs them.
    struct Source: Sendable {
        let types: @Sendable () -> LayerEvidenceTypes
    }

    /// The key of the types in the user info of a decoder.
    static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "evidence") else { preconditionFailure("a key of text") }
        return key
    }()

    func type(of layer: Layer) -> (any LayerEvidence.Type)? {
        switch layer {
        case .local: LocalEvidence.self
        case .link: LinkEvidence.self
        case .address: AddressEvidence.self
        case .gateway: GatewayEvidence.self
        case .uplink: UplinkEvidence.self
        case .path: PathEvidence.self
        case .dns: DNSEvidence.self
        case .mdns: MulticastEvidence.self
        case .tcp: TCPEvidence.self
        case .tls: TLSEvidence.self
        case .proxy: ProxyEvidence.self
        case .kind: kinds[layer]
        }
    }
}
