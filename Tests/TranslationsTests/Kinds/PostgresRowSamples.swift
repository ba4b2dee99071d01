import NetworkModel
import Probes
import TargetKinds

/// Evidence about PostgreSQL servers, in all variants that its rows have.
enum PostgresRowSamples: KindSamples {
    static func all() throws -> [any LayerEvidence] {
        var samples: [PostgresEvidence] = []
        for outcome in PostgresEvidence.Outcome.allCases {
            for security in ConnectionSecurity.allCases {
                for more in [
                    #""ready":true,"version":"17.1""#, #""ready":false,"version":"17.1","detail":"Connection refused""#,
                    #""ready":false"#, #""ready":false,"authentication":{"code":5,"mechanisms":[]}"#,
                ] {
                    samples.append(
                        try read(
                            PostgresEvidence.self,
                            [
                                #""outcome":"\#(outcome.rawValue)""#, #""step":"SSLRequest""#, #""starttls":"try""#,
                                #""security":"\#(security.rawValue)""#, #""user":"u","database":"d""#, more,
                            ]))
                }
            }
        }
        return samples
    }
}
