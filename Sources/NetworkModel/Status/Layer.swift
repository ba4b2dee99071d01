/// A layer of a check, lowest first. It is also the first half of every ``CauseID``.
///
/// All targets share the lower layers. The layer of the target's kind is above them.
public enum Layer: Sendable, Hashable {
    /// The layers that all targets share, from this machine to the proxy.
    case local, link, address, gateway, uplink, path, dns, mdns, tcp, tls, proxy
    /// The layer of a kind of target, as in `ntp`: 2 to 15 lower-case ASCII letters, digits and hyphens, beginning with a
    /// letter.
    case kind(String)

    /// The layers that all targets share, in the order of reports.
    public static let shared: [Layer] = Name.allCases.map(\.layer)

    /// The position of the layer from the bottom. The order of neighbouring layers has no further meaning. All kinds have the
    /// last position, since a check is about one of them.
    @inlinable public var depth: Int {
        switch self {
        case .local: 0
        case .link: 1
        case .address: 2
        case .gateway: 3
        case .uplink: 4
        case .path: 5
        case .dns: 6
        case .mdns: 7
        case .tcp: 8
        case .tls: 9
        case .proxy: 10
        case .kind: 11
        }
    }

    /// Whether the layer is on this machine or at its first hop. If it is broken, nothing is known of what is beyond.
    package var isNear: Bool { self <= .gateway }

    /// The number of positions.
    @usableFromInline static let positions = Name.allCases.count + 1

    /// Whether a text is a valid name for the layer of a kind.
    public static func isKindName(_ text: String) -> Bool {
        (2...15).contains(text.utf8.count) && text.utf8.first.map { (0x61...0x7a).contains($0) } == true
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }

    /// The names of the layers that all targets share. If a case is added to only one of the two enums, this does not
    /// compile.
    private enum Name: String, CaseIterable {
        case local, link, address, gateway, uplink, path, dns, mdns, tcp, tls, proxy

        var layer: Layer {
            switch self {
            case .local: .local
            case .link: .link
            case .address: .address
            case .gateway: .gateway
            case .uplink: .uplink
            case .path: .path
            case .dns: .dns
            case .mdns: .mdns
            case .tcp: .tcp
            case .tls: .tls
            case .proxy: .proxy
            }
        }
    }

    private var name: Name? {
        switch self {
        case .local: .local
        case .link: .link
        case .address: .address
        case .gateway: .gateway
        case .uplink: .uplink
        case .path: .path
        case .dns: .dns
        case .mdns: .mdns
        case .tcp: .tcp
        case .tls: .tls
        case .proxy: .proxy
        case .kind: nil
        }
    }
}

extension Layer: Codable, Comparable {
    /// The name in reports and in IDs of causes.
    public var rawValue: String {
        if case .kind(let kind) = self { return kind }
        return name?.rawValue ?? ""
    }

    public init?(rawValue: String) {
        if let name = Name(rawValue: rawValue) {
            self = name.layer
        } else if Self.isKindName(rawValue) {
            self = .kind(rawValue)
        } else {
            return nil
        }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let layer = Layer(rawValue: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no layer of a check")
        }
        self = layer
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public static func < (left: Layer, right: Layer) -> Bool {
        left.depth == right.depth ? left.rawValue < right.rawValue : left.depth < right.depth
    }
}
