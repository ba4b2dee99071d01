import NetworkModel
import Probes
import TargetKinds

/// Evidence of the kinds of targets with a layer of their own, in all variants that their rows have.
///
/// Their initializers are internal, so that it is read from JSON, as from a report.
enum KindRowSamples {
    static func all() throws -> [any LayerEvidence] {
        try ntp() + imap() + smtp() + ssh() + grpc() + mqtt() + ldap() + postgres() + unix() + udp() + [RowSamples.echo]
    }

    private static func read<Value: LayerEvidence>(_ type: Value.Type, _ members: [String]) throws -> Value {
        try JSON.decode(Value.self, from: Array("{\(members.joined(separator: ","))}".utf8))
    }

    private static func exchange(_ outcome: DatagramEvidence.Outcome, strays: Int = 0) -> String {
        """
        "exchange":{"address":"192.0.2.1","port":123,"outcome":"\(outcome.rawValue)","sent":3,"strays":\(strays),\
        "failure":"EPERM","error":{"type":3,"code":1,"meaning":"host-unreachable","own":false,"reporter":"198.51.100.7"}}
        """
    }

    private static func ntp() throws -> [any LayerEvidence] {
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

    private static func udp() throws -> [any LayerEvidence] {
        try DatagramEvidence.Outcome.allCases.map { try read(UDPEvidence.self, [exchange($0)]) }
            + [read(UDPEvidence.self, [exchange(.answered), #""received":"hello, and no answer""#])]
    }

    /// The members that all mail servers have.
    private static func mail(_ outcome: String, _ step: String, _ security: ConnectionSecurity) -> [String] {
        [
            #""outcome":"\#(outcome)""#, #""step":"\#(step)""#, #""security":"\#(security.rawValue)""#,
            #""starttls":"try""#, #""greeting":"220 mail, ready""#, #""logged_in":true"#, #""preauthenticated":false"#,
        ]
    }

    private static func imap() throws -> [any LayerEvidence] {
        try mail(IMAPEvidence.self, IMAPEvidence.Outcome.allCases.map(\.rawValue), at: "greeting", list: "capabilities")
    }

    private static func smtp() throws -> [any LayerEvidence] {
        try mail(SMTPEvidence.self, SMTPEvidence.Outcome.allCases.map(\.rawValue), at: "ehlo", list: "extensions")
    }

    private static func mail<Evidence: LayerEvidence>(
        _ type: Evidence.Type, _ outcomes: [String], at step: String, list name: String
    ) throws -> [any LayerEvidence] {
        var samples: [Evidence] = []
        for outcome in outcomes {
            for (security, list) in zip(ConnectionSecurity.allCases, [#""A""#, #""A","B""#, ""]) {
                for said in [#""said":"no, closed""#, #""failure":"no""#] {
                    let members = mail(outcome, step, security)
                    samples.append(try read(type, members + [#""\#(name)":[\#(list)]"#, said]))
                }
            }
        }
        return samples
    }

    private static func ssh() throws -> [any LayerEvidence] {
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

    private static func grpc() throws -> [any LayerEvidence] {
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

    private static func mqtt() throws -> [any LayerEvidence] {
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

    private static func ldap() throws -> [any LayerEvidence] {
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

    private static func postgres() throws -> [any LayerEvidence] {
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

    private static func unix() throws -> [any LayerEvidence] {
        let places = [#""place":{"part":"/run/a1","permitted":true}"#, #""script":[]"#]
        return try LocalSocketProbe.Outcome.allCases.flatMap { outcome in
            try places.map { try read(UnixEvidence.self, [#""outcome":"\#(outcome.rawValue)""#, $0]) }
        }
    }
}
