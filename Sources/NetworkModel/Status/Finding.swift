/// Something that a rule recognised, with what a person can do about it.
public struct Finding: Sendable, Hashable, Codable {
    /// Which cause this is.
    public var id: CauseID
    /// The layer it lies in.
    public var layer: Layer
    public var severity: Severity
    /// How sure the rule is, 0 to 1, given the evidence it had.
    public var confidence: Double
    /// One sentence with the facts filled in: which address, which name, which code.
    public var summary: String
    /// Next steps for a person, the most promising first: a command to run or a place to look.
    public var advice: [String]

    public init(
        id: CauseID, layer: Layer, severity: Severity, confidence: Double, summary: String, advice: [String]
    ) {
        self.id = id
        self.layer = layer
        self.severity = severity
        self.confidence = confidence
        self.summary = summary
        self.advice = advice
    }
}
