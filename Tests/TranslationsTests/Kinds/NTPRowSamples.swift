import NetworkModel
import Probes
import TargetKinds

/// Evidence about time servers, in all variants that its rows have.
enum NTPRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        let limits = [#""max_offset_ms":1000"#, #""max_stratum":15"#]
        let replies = try [(0, 0.0), (2, -0.3), (1, 12_345.6)].map { stratum, offset in
            try read(
                NTPEvidence.self,
                limits + [
                    exchange(.answered),
                    """
                    "reply":{"version":4,"stratum":\(stratum),"leap":"none","reference":"RATE","offset_ms":\(offset),\
                    "root_distance_ms":1}
                    """,
                ])
        }
        return try replies
            + DatagramEvidence.Outcome.allCases.map { try read(NTPEvidence.self, limits + [exchange($0)]) }
            + [read(NTPEvidence.self, limits + [exchange(.silent, strays: 2)])]
    }
}
