/// What a check of a registered kind of target has observed, as it stands in reports. Its layer is the kind's.
public protocol KindEvidence: Sendable, Hashable, Codable {
    /// The layer of the kind, as in `ntp` (``Layer/kind(_:)``).
    static var layer: String { get }

    /// What was seen, on one line for people, without the layer's name; text of a server as it came, which is escaped where it is
    /// shown.
    var summary: String { get }

    /// Changes every text that the server has sent, to take out secrets that it repeats.
    mutating func mapServerText(_ change: (String) -> String)
}

/// The evidence of one of the registered kinds.
public struct AnyKindEvidence: Sendable {
    public let value: any KindEvidence

    public init(_ value: any KindEvidence) {
        self.value = value
    }

    public var layer: Layer { .kind(type(of: value).layer) }
}

extension AnyKindEvidence: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        func isEqual<Value: KindEvidence>(_ value: Value) -> Bool { right.value as? Value == value }
        return isEqual(left.value)
    }

    public func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

extension AnyKindEvidence: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

/// The types of evidence that a decoder of reports knows, by the names of their layers. Evidence of other kinds is not read.
public struct KindEvidenceTypes: Sendable {
    private let types: [String: any KindEvidence.Type]

    public init(_ types: [any KindEvidence.Type]) {
        self.types = Dictionary(types.map { ($0.layer, $0) }) { first, _ in first }
    }

    public static let none = KindEvidenceTypes([])

    /// Where a decoder has them.
    static let key: CodingUserInfoKey = {
        guard let key = CodingUserInfoKey(rawValue: "kinds") else { preconditionFailure("a key of text") }
        return key
    }()

    func type(of layer: String) -> (any KindEvidence.Type)? { types[layer] }
}
