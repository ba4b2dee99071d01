package import NetworkModel

/// Reads the evidence of its layer and below, and either stays silent or names causes.
///
/// A pure function: the same evidence gives the same findings.
protocol Rule: Sendable {
    static func findings(in evidence: Evidence) -> [Finding]
    /// What else has to be observed before it is known which cause it is. What was asked once is not asked again,
    /// so a rule need not know what has been.
    static func questions(in evidence: Evidence) -> [Question]
}

extension Rule {
    static func questions(in evidence: Evidence) -> [Question] { [] }
}

/// A time as people say it: `340 ms`, `4.2 s`.
package func spoken(_ time: Milliseconds) -> String {
    let milliseconds = time.value
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    let tenths = Int((milliseconds / 100).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}

/// Text that came from the network, or from a person, in a sentence of ours.
package func shown(_ text: String) -> String {
    SafeText.escaped(SafeText.cut(text, to: 200))
}
