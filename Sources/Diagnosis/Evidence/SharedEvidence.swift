public import NetworkModel

/// The evidence of a layer in the form in which observations have it (the projected value), so that hundreds of checks share it.
@propertyWrapper
public struct SharedEvidence<Value: LayerEvidence>: Sendable, Hashable {
    /// The evidence, for observations.
    public private(set) var projectedValue: AnyLayerEvidence

    /// The evidence itself; setting it does not change what others share.
    public var wrappedValue: Value {
        get {
            guard let value = projectedValue.as(Value.self) else { preconditionFailure("evidence of another type") }
            return value
        }
        set { projectedValue = AnyLayerEvidence(newValue) }
    }

    /// Reads a part of the evidence, without a copy of the whole.
    func read<Part>(_ part: (Value) -> Part) -> Part {
        guard let found = projectedValue.read(Value.self, part) else { preconditionFailure("evidence of another type") }
        return found
    }

    /// Shares evidence.
    public init(wrappedValue: Value) {
        projectedValue = AnyLayerEvidence(wrappedValue)
    }
}
