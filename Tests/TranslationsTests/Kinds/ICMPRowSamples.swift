import NetworkModel

/// Evidence about pings, in all variants that its rows have.
enum ICMPRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] { RowSamples.echoes }
}
