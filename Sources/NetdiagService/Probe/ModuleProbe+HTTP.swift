import NetdiagConfiguration
import NetworkModel
import Probes

extension ModuleProbe {
    /// Evaluates an HTTP response by the rules of the module.
    mutating func evaluate(_ http: BlackboxHTTP, _ report: Report, _ lookup: Duration) -> Bool {
        let evidence = report[HTTPEvidence.self]
        recordPhases(evidence?.phases, report, lookup)
        let answer = Self.answered(evidence)
        let tls = answer?.answer?.tls
        let isRedirect = answer.map(Self.isRedirect) ?? false
        // A redirect that is not followed counts as a response, and its body is not read.
        let isLeft = isRedirect && !http.followsRedirects
        let isUnread = isLeft || answer?.outcome == .redirectLoop
        let isOver = answer?.outcome == .response && !isLeft && answer?.areRedirectsUnfinished != true
        series.set(.httpStatus, [], Double(answer?.status ?? 0))
        series.set(.httpContentLength, [], answer.map { Double(contentLength($0)) } ?? 0)
        series.set(.httpRedirects, [], Double((answer?.redirects.count ?? 0) + (isLeft ? 1 : 0)))
        series.set(.httpTLS, tls != nil)
        series.set(.httpVersion, [], answer?.version.flatMap(Double.init) ?? 0)
        series.set(.failedByPattern, false)
        recordCertificates(tls, http.tls, withCipher: true)
        guard let answer, let status = answer.status else {
            series.set(.httpBodyLength, [], 0.0)
            return false
        }
        if let time = answer.answer?.first("last-modified").flatMap(Timestamp.init(httpDate:)) {
            series.set(.httpLastModified, [], Double(time.millisecondsSince1970) / 1_000)
        }
        var isSuccess =
            http.validStatusCodes.isEmpty ? (200..<300).contains(status) : http.validStatusCodes.contains(status)
        if !isSuccess { series.log("the status \(status) is not valid") }
        if isSuccess, !http.fieldRules.isEmpty {
            isSuccess = fieldsPass(http, answer)
            series.set(.failedByPattern, !isSuccess)
        }
        let isDecoded = isDecoded(answer, http)
        series.set(.httpBodyLength, [], isUnread || !isDecoded ? 0 : Double(answer.bodyBytes))
        if isSuccess, !http.settings.rules.isEmpty {
            isSuccess = isOver && isDecoded && bodyPasses(answer)
            series.set(.failedByPattern, !isSuccess)
        }
        if !isLeft, !isOver || !isDecoded {
            if !isDecoded { series.log("the body is not in the encoding that compression: names") }
            isSuccess = false
        }
        if http.settings.isLongBodyWrong, answer.isBodyCut == true {
            series.log("the body is longer than body_size_limit")
            isSuccess = false
        }
        let version = answer.version.map { $0.contains(".") ? "HTTP/\($0)" : "HTTP/\($0).0" }
        if !http.validVersions.isEmpty, !http.validVersions.contains(version ?? "") {
            series.log("the version \(version ?? "") is not valid")
            isSuccess = false
        }
        if tls != nil, http.failsIfTLS { isSuccess = false }
        if tls == nil, http.failsIfNotTLS { isSuccess = false }
        return isSuccess
    }

    /// The evidence of a response with a complete head.
    private static func answered(_ evidence: HTTPEvidence?) -> HTTPEvidence? {
        guard let evidence, evidence.status != nil else { return nil }
        return switch evidence.outcome {
        case .response, .truncated, .stalled, .redirectLoop, .redirectRefused: evidence
        case .noAnswer, .closed, .reset, .malformed, .endlessHead, .failed: nil
        }
    }

    private static func isRedirect(_ answer: HTTPEvidence) -> Bool {
        [301, 302, 303, 307, 308].contains(answer.status ?? 0) && answer.answer?.first("location") != nil
    }

    private func contentLength(_ answer: HTTPEvidence) -> Int {
        if let text = answer.answer?.first("content-length"), let length = Int(text), length >= 0 { return length }
        if [204, 304].contains(answer.status ?? 0) { return 0 }
        return -1
    }

    private func isDecoded(_ answer: HTTPEvidence, _ http: BlackboxHTTP) -> Bool {
        guard let wanted = http.compression, wanted != .identity else { return true }
        let encoding = answer.answer?.first("content-encoding")?.lowercased()
        return encoding == wanted.rawValue || wanted == .gzip && encoding == "x-gzip"
    }

    private mutating func fieldsPass(_ http: BlackboxHTTP, _ answer: HTTPEvidence) -> Bool {
        // Limits the cost of a response that is hostile to a pattern.
        var budget = MatchBudget()
        for rule in http.fieldRules {
            let values = answer.answer?.all(rule.name) ?? []
            guard !values.isEmpty else {
                if rule.allowsMissing { continue }
                series.log("the field \(rule.name) is missing")
                return false
            }
            // The pattern was already compiled once with the configuration.
            guard let pattern = try? Pattern(rule.pattern) else { return false }
            let matches = values.map { budget.first(of: pattern, in: Array($0.utf8)).match }
            guard !matches.contains(.tooCostly) else {
                series.log("the field \(rule.name) takes too many steps to match \(rule.pattern)")
                return false
            }
            let doesMatch = matches.contains(.yes)
            guard doesMatch == rule.mustMatch else {
                series.log("the field \(rule.name) \(doesMatch ? "matches" : "does not match") \(rule.pattern)")
                return false
            }
        }
        return true
    }

    private mutating func bodyPasses(_ answer: HTTPEvidence) -> Bool {
        let broken = answer.brokenRules.filter { !$0.rule.hasPrefix("at most") }
        for rule in broken { series.log("the body breaks a rule: \(rule.rule)") }
        return broken.isEmpty
    }

    private mutating func recordPhases(_ phases: HTTPEvidence.Phases?, _ report: Report, _ lookup: Duration) {
        let connected = report[TCPEvidence.self]?.winner?.duration.duration
        let times: [(String, Duration?)] = [
            ("resolve", lookup), ("connect", phases?.connect.duration ?? connected), ("tls", phases?.tls?.duration),
            // The time of redirects is not divided into phases; nearly all of it is waiting for responses.
            (
                "processing",
                phases.map { $0.request.duration + $0.firstByte.duration + ($0.redirects?.duration ?? .zero) }
            ),
            ("transfer", phases?.body.duration),
        ]
        for (phase, time) in times { series.set(.httpDuration, [("phase", phase)], time) }
    }
}

extension HTTPEvidence.Response {
    /// - Parameter name: The name in lower case.
    fileprivate func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }
    fileprivate func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
}
