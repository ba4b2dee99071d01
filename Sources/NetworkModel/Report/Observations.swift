/// All observations of a check, at most one evidence per layer.
///
/// Hundreds of checks are under way at once, and each has several copies of this in the frames of its asynchronous functions;
/// so it is one reference.
public struct Observations: Sendable, Hashable {
    /// In the order of the layers, the lowest first.
    public var all: [AnyLayerEvidence] { kept }
    @usableFromInline var kept: [AnyLayerEvidence]

    /// Creates observations of no layer.
    public init() {
        kept = []
    }

    /// - Parameter evidence: The first one of a layer counts.
    public init(_ evidence: [AnyLayerEvidence]) {
        kept = []
        for one in evidence where self[one.layer] == nil { insert(one) }
    }

    /// The evidence of one type; `nil` if its layer was not observed.
    public subscript<Value: LayerEvidence>(type: Value.Type) -> Value? {
        @inlinable get {
            for evidence in kept where evidence.is(type) { return evidence.as(type) }
            return nil
        }
        @inlinable set {
            let place = kept.firstIndex { $0.is(type) }
            switch (place, newValue) {
            case (let place?, let value?): kept[place] = AnyLayerEvidence(value)
            case (let place?, nil): kept.remove(at: place)
            case (nil, let value?): insert(AnyLayerEvidence(value))
            case (nil, nil): break
            }
        }
    }

    /// The evidence of a layer; `nil` if it was not observed.
    public subscript(layer: Layer) -> AnyLayerEvidence? { all.first { $0.layer == layer } }

    /// That of the target's kind, which stands above the layers that all targets share; `nil` if it was not observed.
    public var ofKind: AnyLayerEvidence? {
        guard let last = all.last, case .kind = last.layer else { return nil }
        return last
    }

    /// Takes the others' evidence, which counts where both have some of a layer.
    public mutating func merge(_ others: Observations) {
        for evidence in others.kept {
            kept.removeAll { $0.layer == evidence.layer }
            insert(evidence)
        }
    }

    @usableFromInline
    mutating func insert(_ evidence: AnyLayerEvidence) {
        let layer = evidence.layer
        kept.insert(evidence, at: kept.firstIndex { layer < $0.layer } ?? kept.endIndex)
    }
}

extension Observations {
    /// Changes every text that a server has sent (``LayerEvidence/mapServerText(_:)``).
    public mutating func mapServerText(_ change: (String) -> String) {
        func mapped(_ value: some LayerEvidence) -> AnyLayerEvidence {
            var value = value
            value.mapServerText(change)
            return AnyLayerEvidence(value)
        }
        kept = kept.map { mapped($0.value) }
    }
}
