import NetworkModel
import TargetKinds

/// Evidence of the registered kinds of targets with a layer of their own. There is no list: the type for `NTPKind` is
/// `NTPRowSamples` in this module (docs/decisions/0083).
enum KindRowSamples {
    static func all() throws -> [any LayerEvidence] {
        var samples: [any LayerEvidence] = []
        for kind in TargetKinds.builtIn.all { samples += try samplesType(for: kind)?.all() ?? [] }
        return samples
    }

    /// The words of all kinds that Chinese text does not translate either.
    static let latin = TargetKinds.builtIn.all.reduce(into: Set<String>()) { words, kind in
        words.formUnion(samplesType(for: kind)?.latin ?? [])
    }

    /// - Returns: `nil` if there is no such type.
    private static func samplesType(for kind: any TargetKind.Type) -> (any KindSamples.Type)? {
        let module = String(reflecting: Self.self).prefix { $0 != "." }
        let name = String(describing: kind).replacing(/Kind$/, with: "RowSamples")
        // Foundation's NSClassFromString does the same for classes; O stands for an enum.
        return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)O") as? any KindSamples.Type
    }
}

/// Evidence of a kind of target, in all variants that its rows have: `NTPRowSamples` for `NTPKind`, in the folder `Kinds`.
///
/// The initializers of evidence are internal, so that it is read from JSON, as from a report.
protocol KindSamples {
    static func all() throws -> [any LayerEvidence]
    /// The lower-case words of its rows that Chinese text does not translate either: terms, and words of servers. None by default.
    static var latin: Set<String> { get }
}

extension KindSamples {
    static var latin: Set<String> { [] }

    /// Reads evidence from the members of its JSON object.
    static func read<Value: LayerEvidence>(_ type: Value.Type, _ members: [String]) throws -> Value {
        try JSON.decode(Value.self, from: Array("{\(members.joined(separator: ","))}".utf8))
    }

    /// The member `exchange` of kinds that use datagrams.
    static func exchange(_ outcome: DatagramEvidence.Outcome, strays: Int = 0) -> String {
        """
        "exchange":{"address":"192.0.2.1","port":123,"outcome":"\(outcome.rawValue)","sent":3,"strays":\(strays),\
        "failure":"EPERM","error":{"type":3,"code":1,"meaning":"host-unreachable","own":false,"reporter":"198.51.100.7"}}
        """
    }

    /// Evidence about a mail server.
    static func mail<Evidence: LayerEvidence>(
        _ type: Evidence.Type, _ outcomes: [String], at step: String, list name: String
    ) throws -> [any LayerEvidence] {
        var samples: [Evidence] = []
        for outcome in outcomes {
            for (security, list) in zip(ConnectionSecurity.allCases, [#""A""#, #""A","B""#, ""]) {
                for said in [#""said":"no, closed""#, #""failure":"no""#] {
                    let members = [
                        #""outcome":"\#(outcome)""#, #""step":"\#(step)""#, #""security":"\#(security.rawValue)""#,
                        #""starttls":"try""#, #""greeting":"220 mail, ready""#, #""logged_in":true"#,
                        #""preauthenticated":false"#,
                    ]
                    samples.append(try read(type, members + [#""\#(name)":[\#(list)]"#, said]))
                }
            }
        }
        return samples
    }
}
