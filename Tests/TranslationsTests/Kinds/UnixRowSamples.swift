import NetworkModel
import Probes
import TargetKinds

/// Evidence about Unix sockets, in all variants that its rows have.
enum UnixRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        let places = [#""place":{"part":"/run/a1","permitted":true}"#, #""script":[]"#]
        var samples: [UnixEvidence] = []
        for outcome in LocalSocketProbe.Outcome.allCases {
            for place in places {
                samples.append(try read(UnixEvidence.self, [#""outcome":"\#(outcome.rawValue)""#, place]))
            }
        }
        for response in HTTPRowSamples.responses {
            var answered = try read(UnixEvidence.self, [#""outcome":"connected""#])
            answered.http = response
            samples.append(answered)
        }
        return samples
    }
}
