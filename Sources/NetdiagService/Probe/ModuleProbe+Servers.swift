import NetdiagConfiguration
import NetworkModel
import Probes
import TargetKinds

extension ModuleProbe {
    mutating func evaluateEcho(_ report: Report, _ lookup: Duration) -> Bool {
        let echo = report[EchoEvidence.self]
        let times: [(String, Duration?)] = [
            ("resolve", lookup), ("rtt", echo?.roundTrip?.duration), ("setup", nil),
        ]
        for (phase, time) in times { series.set(.icmpDuration, [("phase", phase)], time) }
        if let hops = echo?.hopLimit { series.set(.icmpHopLimit, [], Double(hops)) }
        return echo?.outcome == .reply
    }

    mutating func evaluate(_ dns: BlackboxDNS, _ report: Report, _ lookup: Duration) -> Bool {
        let message = report[DNSEvidence.self]?.message
        let times: [(String, Duration?)] = [
            ("connect", message?.connect.duration), ("request", message?.request.duration), ("resolve", lookup),
        ]
        for (phase, time) in times { series.set(.dnsDuration, [("phase", phase)], time) }
        series.set(.dnsAnswers, [], Double(message?.answers.count ?? 0))
        series.set(.dnsAuthorities, [], Double(message?.authorities.count ?? 0))
        series.set(.dnsAdditionals, [], Double(message?.additionals.count ?? 0))
        series.set(.dnsSucceeded, message != nil)
        guard let message else { return false }
        if dns.question.type == 6 { series.set(.dnsSerial, [], Double(message.serial ?? 0)) }
        guard dns.validCodes.contains(message.code) else {
            series.log("the code \(message.code) is not valid")
            return false
        }
        return passes(message.answers, dns.answers, "answer")
            && passes(message.authorities, dns.authorities, "authority")
            && passes(message.additionals, dns.additionals, "additional")
    }

    private mutating func passes(_ records: [String], _ rules: BlackboxDNS.Rules, _ section: String) -> Bool {
        // Limits the cost of a response that is hostile to a pattern.
        var budget = MatchBudget()
        var isTooCostly = false
        func count(_ patterns: [Pattern], _ record: String) -> Int {
            patterns.count { pattern in
                let match = budget.first(of: pattern, in: Array(record.utf8)).match
                if match == .tooCostly { isTooCostly = true }
                return match == .yes
            }
        }
        // The patterns were already compiled once with the configuration.
        func compiled(_ patterns: [String]) -> [Pattern] { patterns.compactMap { try? Pattern($0) } }
        let (matching, allMatching) = (compiled(rules.failIfMatches), compiled(rules.failIfAllMatch))
        let (notMatching, noneMatching) = (compiled(rules.failIfNotMatches), compiled(rules.failIfNoneMatches))
        func broken(_ what: String) -> Bool {
            series.log("the \(section) section: \(what)")
            return false
        }
        if records.isEmpty, !rules.failIfNotMatches.isEmpty || !rules.failIfNoneMatches.isEmpty {
            return broken("there are no records that could match")
        }
        var (doAllMatch, doesAnyMatch) = (true, false)
        for record in records {
            if count(matching, record) > 0 { return broken("\(record) matches") }
            if count(allMatching, record) < allMatching.count { doAllMatch = false }
            if count(notMatching, record) < notMatching.count { return broken("\(record) does not match") }
            if count(noneMatching, record) > 0 { doesAnyMatch = true }
            if isTooCostly { return broken("\(record) takes too many steps to match") }
        }
        // Like blackbox_exporter, this combines all patterns and all records.
        if !rules.failIfAllMatch.isEmpty, !doAllMatch { return broken("not all records match") }
        if !rules.failIfNoneMatches.isEmpty, !doesAnyMatch { return broken("no record matches") }
        return true
    }

    mutating func evaluate(_ grpc: BlackboxGRPC, _ report: Report, _ lookup: Duration) -> Bool {
        let evidence = report[GRPCEvidence.self]
        let took = report.layers.last.map { $0.duration.duration }
        series.set(.grpcDuration, [("phase", "resolve")], lookup)
        series.set(.grpcDuration, [("phase", "check")], took)
        let isAnswered = evidence?.outcome == .answered
        let isOK = isAnswered && evidence?.status?.code == 0
        for (health, name) in Self.healths {
            series.set(.grpcHealth, [("serving_status", name)], isOK && evidence?.health == health ? 1.0 : 0.0)
        }
        // Without a status in the response, gRPC libraries generate one (grpc/doc/statuscodes.md).
        series.set(.grpcStatus, [], Double(isAnswered ? evidence?.status?.code ?? 2 : Self.code(evidence)))
        series.set(.grpcTLS, isOK && grpc.usesTLS)
        if isOK, grpc.usesTLS { recordCertificates(report[TLSEvidence.self], grpc.tls, withChainExpiry: false) }
        return isOK && evidence?.health == .serving
    }

    private static let healths: [(GRPCHealth, String)] = [
        (.notServing, "NOT_SERVING"), (.serving, "SERVING"), (.serviceUnknown, "SERVICE_UNKNOWN"),
        (.unknown, "UNKNOWN"),
    ]

    /// The status for an HTTP response (grpc/doc/http-grpc-status-mapping.md); UNAVAILABLE without a connection.
    private static func code(_ evidence: GRPCEvidence?) -> Int {
        guard let evidence, evidence.outcome == .http else { return 14 }
        return switch evidence.httpStatus ?? 0 {
        case 400: 13
        case 401: 16
        case 403: 7
        case 404: 12
        case 429, 502, 503, 504: 14
        default: 2
        }
    }
}
