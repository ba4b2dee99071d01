/// What a check has observed of one layer, as it stands in reports: in JSON the plain object of the layer, whose name says which.
public protocol LayerEvidence: Sendable, Hashable, Codable {
    /// One that all targets share, or that of a kind of target, as in `Layer.kind("ntp")`.
    static var layer: Layer { get }

    /// What was seen, on one line for people, without the layer's name; text of a server as it came, which is escaped where it is
    /// shown.
    var summary: String { get }

    /// Changes every text that a server has sent, to take out secrets that it repeats.
    mutating func mapServerText(_ change: (String) -> String)
}

/// The evidence of any layer.
///
/// Kept behind a reference, since the largest is many times the smallest and thousands of reports are kept.
public struct AnyLayerEvidence: Sendable {
    /// The value's type: rules read evidence by its type, some hundred times a check.
    private let type: ObjectIdentifier
    private let box: any EvidenceBox

    public init<Value: LayerEvidence>(_ value: Value) {
        type = ObjectIdentifier(Value.self)
        box = Box(value)
    }

    public var layer: Layer { box.layer }
    public var value: any LayerEvidence { box.erased }

    /// - Returns: `nil` where it is of another layer.
    public func `as`<Value: LayerEvidence>(_ type: Value.Type = Value.self) -> Value? {
        ObjectIdentifier(type) == self.type ? (box as? Box<Value>)?.value : nil
    }
}

private protocol EvidenceBox: AnyObject, Sendable {
    var layer: Layer { get }
    var erased: any LayerEvidence { get }
    func isEqual(to other: AnyLayerEvidence) -> Bool
}

private final class Box<Value: LayerEvidence>: EvidenceBox {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }

    var layer: Layer { Value.layer }
    var erased: any LayerEvidence { value }

    func isEqual(to other: AnyLayerEvidence) -> Bool { other.as(Value.self) == value }
}

extension AnyLayerEvidence: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.box === right.box || left.box.isEqual(to: right)
    }

    public func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

extension AnyLayerEvidence: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}
