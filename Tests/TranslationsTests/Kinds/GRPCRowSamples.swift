import NetworkModel
import Probes
import TargetKinds

/// Evidence about gRPC services, in all variants that its rows have.
enum GRPCRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        var samples: [GRPCEvidence] = []
        for service in ["", "a.B1"] {
            for outcome in GRPCEvidence.Outcome.allCases {
                let members = [#""outcome":"\#(outcome.rawValue)""#, #""service":"\#(service)""#]
                samples.append(try read(GRPCEvidence.self, members))
                samples.append(
                    try read(
                        GRPCEvidence.self,
                        members + [#""http_version":"2","http_status":503,"detail":"Connection refused","status":14"#]))
            }
            samples += try GRPCHealth.allCases.map {
                try read(
                    GRPCEvidence.self,
                    [#""outcome":"answered""#, #""service":"\#(service)""#, #""health":"\#($0.rawValue)""#])
            }
        }
        return samples
    }
}
