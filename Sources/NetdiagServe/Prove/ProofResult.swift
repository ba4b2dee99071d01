import NetworkFaults
import NetworkModel

/// What became of one fault.
struct ProofResult: Sendable {
    /// Whether a monitor was right.
    enum Verdict: String, Sendable {
        case right, wrong
        /// Nothing healthy of its kind was there to compare it with.
        case unknown
    }

    let fault: CauseID
    /// The cause that `netdiag check` named, or why it named none.
    let reported: String
    let verdict: Verdict
    /// What the user's own monitor did: its exit status; `nil` where there is none.
    var probe: (text: String, verdict: Verdict)?
    let duration: Duration
}

/// The results as a table, and as JUnit's XML.
enum ProofReport {
    static func table(_ results: [ProofResult]) -> String {
        let hasProbe = results.contains { $0.probe != nil }
        var rows = [["FAULT", "EXPECTED", "REPORTED", "NETDIAG"] + (hasProbe ? ["PROBE", ""] : [])]
        for result in results {
            var row = [result.fault.rawValue, result.fault.rawValue, result.reported, result.verdict.rawValue]
            if hasProbe { row += [result.probe?.text ?? "", result.probe?.verdict.rawValue ?? ""] }
            rows.append(row)
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].unicodeScalars.count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.unicodeScalars.count)
            }.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    static func json(_ result: ProofResult) -> String {
        let probe = result.probe.map {
            ",\"probe\":{\"result\":\(JSONText.quoted($0.text)),\"verdict\":\"\($0.verdict.rawValue)\"}"
        }
        return
            "{\"expected\":\(JSONText.quoted(result.fault.rawValue)),\"fault\":\(JSONText.quoted(result.fault.rawValue))"
            + "\(probe ?? ""),\"reported\":\(JSONText.quoted(result.reported)),\"verdict\":\"\(result.verdict.rawValue)\"}"
    }

    static func junit(_ results: [ProofResult]) -> String {
        var cases: [String] = []
        for result in results {
            let (seconds, attoseconds) = result.duration.components
            let time = "\(seconds).\(String(attoseconds / 1_000_000_000_000_000 + 1_000).dropFirst())"
            cases.append(
                testCase(
                    "netdiag", result, time,
                    result.verdict == .right ? nil : "expected \(result.fault), reported \(result.reported)"))
            if let probe = result.probe {
                cases.append(
                    testCase(
                        "probe", result, time, probe.verdict != .wrong ? nil : "the probe did not notice: \(probe.text)"
                    ))
            }
        }
        let failures = cases.count { $0.contains("<failure") }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<testsuite name=\"netdiag serve --prove\" tests=\"\(cases.count)\" failures=\"\(failures)\">\n"
            + cases.joined() + "</testsuite>\n"
    }

    private static func testCase(_ monitor: String, _ result: ProofResult, _ time: String, _ failure: String?) -> String
    {
        let head =
            "  <testcase classname=\"\(monitor)\" name=\"\(HTMLText.escaped(result.fault.rawValue))\" time=\"\(time)\""
        guard let failure else { return head + "/>\n" }
        return head + "><failure message=\"\(HTMLText.escaped(SafeText.escaped(failure)))\"/></testcase>\n"
    }
}
