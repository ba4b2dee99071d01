/// All observations of a check, with at most one evidence for each layer.
///
/// It is a single reference, since hundreds of checks run at once, and each has several copies in the frames of its
/// asynchronous functions.
public struct Observations: Sendable, Hashable {
    /// The evidence in the order of the layers, lowest first.
    public var all: [AnyLayerEvidence] { kept }
    @usableFromInline var kept: [AnyLayerEvidence]

    /// Creates observations of no layer.
    public init() {
        kept = []
    }

    /// Creates observations.
    ///
    /// - Parameter evidence: The evidence; of several for one layer, the first is used.
    public init(_ evidence: [AnyLayerEvidence]) {
        kept = []
        for one in evidence where self[one.layer] == nil { insert(one) }
    }

    /// The evidence of a type; `nil` if its layer was not observed.
    public subscript<Value: LayerEvidence>(type: Value.Type) -> Value? {
        @inlinable get {
            for evidence in kept where evidence.is(type) { return evidence.as(type) }
            return nil
        }
        @inlinable set {
            guard let newValue else { return remove(type) }
            self.set(AnyLayerEvidence(newValue))
        }
    }

    /// Whether the layer of a type was observed. Unlike a comparison of the evidence with `nil`, this copies nothing.
    @inlinable
    public func has<Value: LayerEvidence>(_ type: Value.Type) -> Bool { kept.contains { $0.is(type) } }

    /// Reads a part of the evidence of a type, without a copy of the whole.
    ///
    /// - Returns: `nil` if its layer was not observed.
    @inlinable
    public func read<Value: LayerEvidence, Part>(_ type: Value.Type, _ part: (Value) -> Part) -> Part? {
        for evidence in kept { if let found = evidence.read(type, part) { return found } }
        return nil
    }

    /// The evidence of a layer; `nil` if it was not observed.
    public subscript(layer: Layer) -> AnyLayerEvidence? { all.first { $0.layer == layer } }

    /// The evidence of the target's kind, which is above the layers that all targets share; `nil` if it was not observed.
    public var ofKind: AnyLayerEvidence? {
        guard let last = all.last, case .kind = last.layer else { return nil }
        return last
    }

    /// Adds the evidence of others, which replaces evidence of the same layer.
    public mutating func merge(_ others: Observations) {
        for evidence in others.kept {
            if let place = kept.firstIndex(where: { $0.layer == evidence.layer }) { kept.remove(at: place) }
            insert(evidence)
        }
    }

    /// Removes the evidence of a type.
    @inlinable
    package mutating func remove<Value: LayerEvidence>(_ type: Value.Type) {
        if let place = kept.firstIndex(where: { $0.is(type) }) { kept.remove(at: place) }
    }

    /// Sets the evidence of a layer, which is shared with others.
    @usableFromInline
    package mutating func set(_ evidence: AnyLayerEvidence) {
        if let place = kept.firstIndex(where: { $0.isOfSameType(as: evidence) }) {
            kept[place] = evidence
        } else {
            insert(evidence)
        }
    }

    @usableFromInline
    mutating func insert(_ evidence: AnyLayerEvidence) {
        let layer = evidence.layer
        // Most checks observe no more layers, so that there is one allocation.
        if kept.isEmpty { kept.reserveCapacity(6) }
        kept.insert(evidence, at: kept.firstIndex { layer < $0.layer } ?? kept.endIndex)
    }
}

extension Observations {
    /// Applies a function to every text from a server (``LayerEvidence/mapServerText(_:)``).
    public mutating func mapServerText(_ change: (String) -> String) {
        func mapped(_ value: some LayerEvidence) -> AnyLayerEvidence {
            var value = value
            value.mapServerText(change)
            return AnyLayerEvidence(value)
        }
        kept = kept.map { mapped($0.value) }
    }
}
