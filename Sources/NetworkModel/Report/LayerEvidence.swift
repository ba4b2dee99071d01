/// The observation of one layer in a check, as it appears in reports. In JSON it is the plain object of the layer, whose name
/// determines the type.
public protocol LayerEvidence: Sendable, Hashable, Codable {
    /// The layer: one that all targets share, or that of a kind of target, as in `Layer.kind("ntp")`.
    static var layer: Layer { get }

    /// A one-line summary of the observation, without the name of the layer. It can contain unescaped text of a server,
    /// which is escaped when it is shown.
    var summary: String { get }

    /// Applies a function to every text from a server, to remove secrets that the server repeats.
    mutating func mapServerText(_ change: (String) -> String)
}

/// The evidence of any layer.
///
/// It is behind a reference, since the largest type is many times the size of the smallest, and thousands of reports are
/// kept. Rules read evidence by type, some hundred times in each check. That is inlined, since looking up generic types at
/// run time took a tenth of the time of a check.
public struct AnyLayerEvidence: Sendable {
    @usableFromInline let type: ObjectIdentifier
    /// The layer that the evidence is about.
    public let layer: Layer
    @usableFromInline let box: any EvidenceBox

    /// Wraps the evidence of a layer.
    @inlinable
    public init<Value: LayerEvidence>(_ value: Value) {
        type = ObjectIdentifier(Value.self)
        layer = Value.layer
        box = Box(value)
    }

    /// The evidence itself.
    public var value: any LayerEvidence { box.erased }

    /// Whether the evidence has a given type.
    @inlinable
    public func `is`<Value: LayerEvidence>(_ type: Value.Type) -> Bool { ObjectIdentifier(type) == self.type }

    /// The evidence as a given type.
    ///
    /// - Returns: `nil` if it has another type.
    @inlinable
    public func `as`<Value: LayerEvidence>(_ type: Value.Type = Value.self) -> Value? {
        // Safe: the one initializer sets `type` and `box` together, from the same generic parameter.
        `is`(type) ? unsafeDowncast(box, to: Box<Value>.self).value : nil
    }
}

extension AnyLayerEvidence {
    /// Reads a part of the evidence as a given type.
    ///
    /// - Returns: `nil` if it has another type.
    @inlinable
    public func read<Value: LayerEvidence, Part>(_ type: Value.Type, _ part: (Value) -> Part) -> Part? {
        // Safe, as in `as(_:)`.
        `is`(type) ? part(unsafeDowncast(box, to: Box<Value>.self).value) : nil
    }

    func isOfSameType(as other: AnyLayerEvidence) -> Bool { type == other.type }
}

@usableFromInline
protocol EvidenceBox: AnyObject, Sendable {
    var erased: any LayerEvidence { get }
    func isEqual(to other: AnyLayerEvidence) -> Bool
}

@usableFromInline
final class Box<Value: LayerEvidence>: EvidenceBox {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) {
        self.value = value
    }

    @usableFromInline var erased: any LayerEvidence { value }

    @usableFromInline
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
