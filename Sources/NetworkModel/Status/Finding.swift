/// Something that a rule recognised, with what a person can do about it.
public struct Finding: Sendable, Hashable, Codable {
    /// Which cause this is.
    public var id: CauseID
    /// The layer it lies in.
    public var layer: Layer
    /// How much the finding weighs: an error is a fault, a warning makes a report degraded.
    public var severity: Severity
    /// How sure the rule is, 0 to 1, given the evidence it had.
    public var confidence: Double
    /// One sentence with the facts filled in: which address, which name, which code.
    public var summary: String
    /// The facts by their names, as in `gateway` and `interface`: those that the sentence and the advice are made of.
    public var facts: [String: String]
    /// Next steps for a person, the most promising first: a command to run or a place to look.
    public var advice: [String]
    /// On whose side the fault lies; `nil` in reports of earlier versions.
    public var side: Side?
    /// How far it reaches, as other daemons on the link say; `nil` if nobody was asked. Only in the daemon's status and its
    /// incidents.
    @Rare public var scope: FaultScope?

    /// Creates a finding with its texts filled in.
    ///
    /// - Parameter confidence: How sure the rule is, 0 to 1.
    public init(
        id: CauseID, layer: Layer, severity: Severity, confidence: Double, summary: String,
        facts: [String: String] = [:],
        advice: [String], side: Side? = nil
    ) {
        self.id = id
        self.layer = layer
        self.severity = severity
        self.confidence = confidence
        self.summary = summary
        self.facts = facts
        self.advice = advice
        self.side = side
        _scope = Rare(wrappedValue: nil)
    }

    enum CodingKeys: String, CodingKey {
        case id, layer, severity, confidence, summary, facts, advice, side, scope
    }

    /// Reports of earlier versions have neither facts nor sides; what a later version calls a side is not known.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(CauseID.self, forKey: .id)
        layer = try container.decode(Layer.self, forKey: .layer)
        severity = try container.decode(Severity.self, forKey: .severity)
        confidence = try container.decode(Double.self, forKey: .confidence)
        summary = try container.decode(String.self, forKey: .summary)
        facts = try container.decodeIfPresent([String: String].self, forKey: .facts) ?? [:]
        advice = try container.decode([String].self, forKey: .advice)
        side = try container.decodeIfPresent(String.self, forKey: .side).flatMap(Side.init(rawValue:))
        scope = try container.decodeIfPresent(FaultScope.self, forKey: .scope)
    }
}
