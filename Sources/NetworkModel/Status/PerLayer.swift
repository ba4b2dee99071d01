/// A value for some of the layers of a check. It behaves like a dictionary, but is an array, since a check has few layers and
/// uses several of these.
public struct PerLayer<Value: Sendable & Hashable>: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One element for each position; empty as long as there is no value.
    @usableFromInline var values: [Value?]

    /// Creates a collection without values.
    @inlinable
    public init() {
        values = []
    }

    @inlinable
    public init(dictionaryLiteral elements: (Layer, Value)...) {
        self.init()
        for (layer, value) in elements { self[layer] = value }
    }

    /// The value of a layer; `nil` if it has none. All kinds of targets share one position.
    public subscript(layer: Layer) -> Value? {
        @inlinable get { values.isEmpty ? nil : values[layer.depth] }
        @inlinable set {
            if values.isEmpty {
                guard newValue != nil else { return }
                values = Array(repeating: nil, count: Layer.positions)
            }
            values[layer.depth] = newValue
            // Equal contents compare as equal.
            if newValue == nil, values.allSatisfy({ $0 == nil }) { values = [] }
        }
    }

    /// Adds the values of others, which replace those of the same layers.
    @inlinable
    public mutating func merge(_ others: PerLayer) {
        guard !values.isEmpty, !others.values.isEmpty else {
            if values.isEmpty { self = others }
            return
        }
        for index in values.indices { values[index] = others.values[index] ?? values[index] }
    }

    /// Removes a value.
    @inlinable
    public mutating func remove(_ layer: Layer) -> Value? {
        defer { self[layer] = nil }
        return self[layer]
    }
}
