/// Converts the conditions of an endpoint of Gatus, such as `[STATUS] == 200`, to settings of a target.
struct GatusConditions {
    private let isPage: Bool
    private let isDNS: Bool
    private let isSocket: Bool
    private let isPing: Bool
    /// The statuses that meet all conditions with `==`; `nil` if there is none.
    private var statuses: [ClosedRange<Int>]?
    private var bounds = 100...599
    private var hasBounds = false
    /// All conditions have to be met, so that the strictest one counts.
    private var maxTime = Double.infinity
    private var minDays = 0
    /// The values that places of the body are compared with.
    private var compared: [String: String] = [:]

    init(target: String) {
        isPage = target.hasPrefix("http")
        isDNS = target.hasPrefix("dns://")
        isSocket = target.hasPrefix("ws")
        isPing = target.hasPrefix("icmp")
    }

    private static let operators = [" == ", " != ", " <= ", " >= ", " < ", " > "]

    /// Converts a condition.
    ///
    /// - Returns: The reason why it is omitted; `nil` if it was converted.
    mutating func convert(_ condition: String, _ target: inout ImportedTarget) -> String? {
        let found = Self.operators.compactMap { sign in condition.firstRange(of: sign).map { (sign, $0) } }
            .min { $0.1.lowerBound < $1.1.lowerBound }
        guard let (sign, range) = found else { return "it cannot be understood" }
        let place = condition[..<range.lowerBound].filter { $0 != " " }
        let value = String(condition[range.upperBound...].drop { $0 == " " })
        let comparison = sign.filter { $0 != " " }
        switch place {
        case "[STATUS]" where isPage: return status(comparison, value)
        case "[CONNECTED]" where comparison == "==" && value.lowercased() == "true": return nil
        case "[DNS_RCODE]" where comparison == "==" && value == "NOERROR" && isDNS: return nil
        case "[RESPONSE_TIME]" where isPing: return "netdiag has no threshold for the round trip of a ping"
        case "[RESPONSE_TIME]": return time(comparison, value, &target)
        case "[CERTIFICATE_EXPIRATION]":
            guard comparison.hasPrefix(">"), let duration = ImportDuration.milliseconds(value) else { break }
            minDays = max(minDays, Int((duration / 86_400_000).rounded(.up), within: 0...3_650))
            target.set("thresholds", "certificate_days", .number(minDays))
            return nil
        case "[DOMAIN_EXPIRATION]": return "netdiag does not query domain registries"
        case "[IP]": return "netdiag checks all addresses of a name; address: selects one"
        case _ where place.hasPrefix("[BODY]"):
            // A page may have to contain several texts. All other places have one value.
            let isOfOneValue = comparison == "==" && !(isPage && place == "[BODY]")
            if isOfOneValue, let other = compared[place], other != value {
                return "netdiag compares it with one value, here with \(ImportSecrets.shown(other))"
            }
            let why = body(String(place.dropFirst(6)), comparison, value, &target)
            if why == nil, isOfOneValue { compared[place] = value }
            return why
        case _ where place.hasPrefix("len("), _ where place.hasPrefix("has("):
            return "netdiag compares values of a body, and not their length or presence"
        default: break
        }
        return "netdiag has no counterpart"
    }

    /// Sets what results from several conditions together.
    ///
    /// - Returns: The reason why the conditions for the status are omitted; `nil` if they were converted.
    func finish(_ target: inout ImportedTarget) -> String? {
        guard hasBounds || statuses != nil else { return nil }
        let ranges = statuses?.filter { bounds.contains($0.lowerBound) } ?? [bounds]
        guard !ranges.isEmpty else { return "no status meets all of them" }
        target.set("http", "status", .list(ranges.map { .statuses($0) }))
        return nil
    }

    private mutating func status(_ comparison: String, _ value: String) -> String? {
        // The bounds are far from any status, so that comparisons have the same result.
        let numbers = Self.any(value).map { Int($0).map { min(max($0, 0), 1_000) } }
        guard let number = numbers.first.flatMap(\.self), !numbers.contains(nil) else { return "it has no number" }
        switch comparison {
        case "==" where numbers.contains { $0.map { !(100...599).contains($0) } ?? true }:
            return "statuses are 100 to 599"
        case "==":
            let wanted = numbers.compactMap { $0.map { $0...$0 } }
            statuses = statuses.map { before in before.filter { wanted.contains($0) } } ?? wanted
        case "<": return narrow(to: 100...max(100, number - 1))
        case "<=": return narrow(to: 100...max(100, number))
        case ">": return narrow(to: min(599, number + 1)...599)
        case ">=": return narrow(to: min(599, number)...599)
        default: return "write the statuses that are good (http: status:)"
        }
        return nil
    }

    private mutating func narrow(to range: ClosedRange<Int>) -> String? {
        guard bounds.overlaps(range) else { return "no status meets it and the conditions before it" }
        (bounds, hasBounds) = (bounds.clamped(to: range), true)
        return nil
    }

    private mutating func time(_ comparison: String, _ value: String, _ target: inout ImportedTarget) -> String? {
        guard comparison.hasPrefix("<"), let limit = Double(value) ?? ImportDuration.milliseconds(value), limit >= 1,
            limit.isFinite
        else {
            return "it has no time"
        }
        maxTime = min(maxTime, limit)
        let setting = ImportDuration.setting(maxTime, in: 1...300_000)
        if isPage {
            target.set("thresholds", "page", setting)
        } else if isDNS {
            target.set("thresholds", "resolve", setting)
        } else {
            target.set("thresholds", "connect", setting)
        }
        return nil
    }

    private func body(
        _ path: String, _ comparison: String, _ value: String, _ target: inout ImportedTarget
    ) -> String? {
        guard comparison == "==" || comparison == "!=" else { return "netdiag compares values of a body for equality" }
        let isEqual = comparison == "=="
        if isDNS, path.isEmpty, isEqual {
            target.set("records", .list(Self.any(value).map { .text($0) }))
            return nil
        }
        if isSocket, path.isEmpty, isEqual {
            target.set("websocket", "expect", .text("^" + Self.pattern(value) + "$"))
            return nil
        }
        guard isPage else { return "netdiag has no counterpart" }
        if !path.isEmpty {
            guard isEqual, !value.hasPrefix("pat("), !value.hasPrefix("any(") else {
                return "netdiag compares a value of a document with one other (http: json:)"
            }
            target.add("http", "json", .init(key: "$" + path, value: Self.value(value)))
            return nil
        }
        let inner = Self.inner(value, of: "pat")
        if let inner, inner.count > 2, inner.hasPrefix("*"), inner.hasSuffix("*"),
            !inner.dropFirst().dropLast().contains("*")
        {
            target.add("http", isEqual ? "contains" : "lacks", .text(String(inner.dropFirst().dropLast())))
            return nil
        }
        guard isEqual else { return "use http: lacks: for text that a body must not contain" }
        target.add("http", "matches", .text("(?s)^" + Self.pattern(value) + "$"))
        return nil
    }

    /// The values in `any(…)`, or the single value.
    private static func any(_ value: String) -> [String] {
        guard let inner = inner(value, of: "any") else { return [value] }
        return inner.split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map { String($0) }
    }

    private static func inner(_ value: String, of function: String) -> String? {
        guard value.hasPrefix(function + "("), value.hasSuffix(")") else { return nil }
        return String(value.dropFirst(function.count + 1).dropLast())
    }

    /// The number, boolean or null of a JSON value; otherwise, a text.
    private static func value(_ text: String) -> ImportedValue {
        switch text {
        case "true": .flag(true)
        case "false": .flag(false)
        case "null": .null
        case _: ImportedValue.number(of: text) ?? .text(text)
        }
    }

    /// The regular expression for a value. In `pat(…)`, `*` matches anything.
    private static func pattern(_ value: String) -> String {
        let parts =
            inner(value, of: "pat").map { $0.split(separator: "*", omittingEmptySubsequences: false) } ?? [value[...]]
        return parts.map { part in
            part.map { $0.isLetter || $0.isNumber || $0 == " " ? String($0) : "\\" + String($0) }.joined()
        }.joined(separator: ".*")
    }
}
