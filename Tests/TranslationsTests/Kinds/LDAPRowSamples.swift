import NetworkModel
import Probes
import TargetKinds

/// Evidence about directory servers, in all variants that its rows have.
enum LDAPRowSamples: KindSamples {
    static let latin: Set = ["naming", "contexts", "search", "success"]

    static func all() throws -> [any LayerEvidence] {
        var samples: [LDAPEvidence] = []
        for outcome in LDAPEvidence.Outcome.allCases {
            for security in ConnectionSecurity.allCases {
                for more in [
                    #""result":{"code":0,"message":""}"#, #""detail":"Connection refused""#,
                    #""root_dse":{"naming_contexts":["dc=example"],"versions":[],"vendor":[]}"#,
                    #""root_dse":{"naming_contexts":[],"versions":[],"vendor":[]}"#, #""expected_context":"x""#,
                ] {
                    samples.append(
                        try read(
                            LDAPEvidence.self,
                            [
                                #""outcome":"\#(outcome.rawValue)""#, #""step":"search""#, #""starttls":"try""#,
                                #""security":"\#(security.rawValue)""#, more,
                            ]))
                }
            }
        }
        return samples
    }
}
