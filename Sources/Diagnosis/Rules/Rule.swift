import NetworkModel

/// Reads the evidence of its layer and below, and either stays silent or names causes.
///
/// A pure function: the same evidence gives the same findings.
protocol Rule: Sendable {
    static func findings(in evidence: Evidence) -> [Finding]
}

/// Text that came from the network, or from a person, in a sentence of ours.
func shown(_ text: String) -> String {
    let cut = text.count > 200 ? String(text.prefix(200)) + "…" : text
    return SafeText.escaped(cut)
}
