import NetworkModel
import Probes
import TargetKinds

/// Evidence about MQTT brokers, in all variants that its rows have.
enum MQTTRowSamples: KindSamples {
    static let latin: Set = ["a", "b"]

    static func all() throws -> [any LayerEvidence] {
        var samples: [MQTTEvidence] = []
        for outcome in MQTTEvidence.Outcome.allCases {
            for security in ConnectionSecurity.allCases {
                for more in [
                    #""login":false"#,
                    #""login":true,"message":{"topic":"t/1","text":"a, b","bytes":4,"retained":false}"#,
                    #""login":true,"detail":"Connection refused""#,
                    #""login":true,"reason":{"code":1,"version":"5"}"#,
                ] {
                    samples.append(
                        try read(
                            MQTTEvidence.self,
                            [
                                #""outcome":"\#(outcome.rawValue)""#, #""step":"ping""#, #""version":"3.1.1""#,
                                #""security":"\#(security.rawValue)""#, more,
                            ]))
                }
            }
        }
        return samples
    }
}
