/// A value for some of the layers of a check. It behaves like a dictionary, but is an array, since a check has few layers and
/// uses several of these.
public struct PerLayer<Value: Sendable & Hashable>: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    @usableFromInline var values: [Value?]

    /// Creates a collection without values.
    @inlinable
    public init() {
        values = Array(repeating: nil, count: Layer.positions)
    }

    @inlinable
    public init(dictionaryLiteral elements: (Layer, Value)...) {
        self.init()
        for (layer, value) in elements { self[layer] = value }
    }

    /// The value of a layer; `nil` if it has none. All kinds of targets share one position.
    public subscript(layer: Layer) -> Value? {
        @inlinable get { values[layer.depth] }
        @inlinable set { values[layer.depth] = newValue }
    }

    /// Adds the values of others, which replace those of the same layers.
    @inlinable
    public mutating func merge(_ others: PerLayer) {
        for index in values.indices { values[index] = others.values[index] ?? values[index] }
    }

    /// Removes a value.
    @inlinable
    public mutating func remove(_ layer: Layer) -> Value? {
        defer { self[layer] = nil }
        return self[layer]
    }
}
