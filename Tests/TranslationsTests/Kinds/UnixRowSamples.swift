import NetworkModel
import Probes
import TargetKinds

/// Evidence about Unix sockets, in all variants that its rows have.
enum UnixRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        let places = [#""place":{"part":"/run/a1","permitted":true}"#, #""script":[]"#]
        return try LocalSocketProbe.Outcome.allCases.flatMap { outcome in
            try places.map { try read(UnixEvidence.self, [#""outcome":"\#(outcome.rawValue)""#, $0]) }
        }
    }
}
