import NetworkModel
import Probes
import TargetKinds

/// Evidence about SSH servers, in all variants that its rows have.
enum SSHRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        var samples: [SSHEvidence] = []
        for outcome in SSHEvidence.Outcome.allCases {
            for software in [#""software":"OpenSSH_10.0""#, #""text":"x""#] {
                for key in [#""host_key":{"type":"ssh-ed25519","fingerprint":"SHA256:AbC"}"#, #""version":"2.0""#] {
                    for expected in ["", #""SHA256:dEf""#] {
                        let members = [#""outcome":"\#(outcome.rawValue)""#, #""expected":[\#(expected)]"#]
                        samples.append(try read(SSHEvidence.self, members + [software, key]))
                    }
                }
            }
        }
        return samples
    }
}
