import NetworkFaults
import NetworkModel

/// Formats the results as a table, as JSON and as JUnit XML.
enum ProofReport {
    static func table(_ results: [ProofResult], isPlain: Bool = false) -> String {
        guard !isPlain else { return results.map { sentence($0) + "\n" }.joined() }
        let hasProbe = results.contains { $0.probe != nil }
        var rows = [["FAULT", "EXPECTED", "REPORTED", "NETDIAG"] + (hasProbe ? ["PROBE", ""] : [])]
        for result in results {
            var row = [result.fault.rawValue, result.fault.rawValue, result.reported, result.verdict.rawValue]
            if hasProbe { row += [result.probe?.text ?? "", result.probe?.verdict.rawValue ?? ""] }
            rows.append(row)
        }
        return ControlTable.aligned(rows).map { $0 + "\n" }.joined()
    }

    /// A result for a screen reader, which would read a table without its header.
    private static func sentence(_ result: ProofResult) -> String {
        let probe = result.probe.map { "; probe \($0.verdict.rawValue), \($0.text)" } ?? ""
        return "\(result.fault.rawValue): \(result.verdict.rawValue), reported \(result.reported)\(probe)"
    }

    /// The members are sorted by name.
    static func json(_ result: ProofResult) -> String {
        let fault = JSONText.quoted(result.fault.rawValue)
        var members = [
            "\"attempts\":\(result.attempts)", "\"duration_ms\":\(milliseconds(result.duration))",
            "\"expected\":\(fault)", "\"fault\":\(fault)",
            "\"other_errors\":[\(result.otherErrors.map(JSONText.quoted).joined(separator: ","))]",
        ]
        if let probe = result.probe {
            members.append(
                "\"probe\":{\"result\":\(JSONText.quoted(probe.text)),\"verdict\":\"\(probe.verdict.rawValue)\"}")
        }
        members += [
            "\"reported\":\(JSONText.quoted(result.reported))",
            "\"schema\":\"netdiag.serve-proof/1\"",
            "\"severity\":\(result.severity.map { JSONText.quoted($0.rawValue) } ?? "null")",
            "\"target\":\(result.target.map(JSONText.quoted) ?? "null")", "\"verdict\":\"\(result.verdict.rawValue)\"",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }

    static func junit(_ results: [ProofResult]) -> String {
        var cases: [String] = []
        for result in results {
            cases.append(
                testCase(
                    "netdiag", result,
                    result.verdict == .right
                        ? .passed : .failed("expected \(result.fault), reported \(result.reported)")))
            guard let probe = result.probe else { continue }
            let outcome: Outcome =
                switch probe.verdict {
                case .right: .passed
                case .wrong: .failed("the probe did not notice: \(probe.text)")
                case .unknown: .skipped("nothing to compare with, or a warning: \(probe.text)")
                }
            cases.append(testCase("probe", result, outcome))
        }
        let (failures, skipped) = (cases.count { $0.contains("<failure") }, cases.count { $0.contains("<skipped") })
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuite name=\"netdiag serve --prove\" tests=\"\(cases.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\">\n"
            + cases.joined() + "</testsuite>\n"
    }

    private enum Outcome {
        case passed
        case failed(String), skipped(String)
    }

    private static func testCase(_ monitor: String, _ result: ProofResult, _ outcome: Outcome) -> String {
        let time = milliseconds(result.duration)
        let fraction = String(time % 1_000 + 1_000).dropFirst()
        let head =
            "  <testcase classname=\"\(monitor)\" name=\"\(HTMLText.escaped(result.fault.rawValue))\" time=\"\(time / 1_000).\(fraction)\""
        let (element, message) =
            switch outcome {
            case .passed: ("", "")
            case .failed(let text): ("failure", text)
            case .skipped(let text): ("skipped", text)
            }
        guard !element.isEmpty else { return head + "/>\n" }
        return head + "><\(element) message=\"\(HTMLText.escaped(SafeText.escaped(message)))\"/></testcase>\n"
    }
}
