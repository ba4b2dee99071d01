import NetworkModel

/// Evidence about pings, in all variants that its rows have.
enum ICMPRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        RowSamples.echoes + [
            EchoEvidence(
                address: RowSamples.address, outcome: .unreachable, sent: 1, received: 0,
                detail: "Network is unreachable", failure: "ENETUNREACH")
        ]
    }
}
