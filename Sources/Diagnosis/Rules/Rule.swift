package import NetworkModel

/// A rule reads the evidence of its layer and those below, and returns findings.
///
/// It is a pure function: the same evidence leads to the same findings.
protocol Rule: Sendable {
    static func findings(in evidence: Evidence) -> [Finding]
    /// The further observations that are needed to determine the cause. A question is asked once only, so that a rule need
    /// not know what was asked before.
    static func followUps(in evidence: Evidence) -> [FollowUp]
}

extension Rule {
    static func followUps(in evidence: Evidence) -> [FollowUp] { [] }
}

/// A duration for sentences, as in `340 ms`, `4.2 s`.
package func durationText(_ time: Milliseconds) -> String {
    let milliseconds = time.value
    if milliseconds < 1_000 { return "\(Int(milliseconds.rounded())) ms" }
    let tenths = Int((milliseconds / 100).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
}

/// Text from the network or from a user, escaped for a sentence.
package func shown(_ text: String) -> String {
    SafeText.escaped(SafeText.cut(text, to: 200))
}
