/// A value for some of the layers of one check, which is about one kind: a dictionary that is an array, since a check fills
/// several and there are few layers.
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

    /// The value of a layer; `nil` if it has none. All kinds of targets share one place.
    public subscript(layer: Layer) -> Value? {
        @inlinable get { values[layer.depth] }
        @inlinable set { values[layer.depth] = newValue }
    }

    /// Takes the others' values; they count where both have one.
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
