/// A problem or remark that a rule recognised, with advice for the user.
public struct Finding: Sendable, Hashable, Codable {
    /// The ID of the cause.
    public var id: CauseID
    /// The layer of the cause.
    public var layer: Layer
    /// The severity: an error is a fault, a warning makes a report degraded.
    public var severity: Severity
    /// How certain the rule is, 0 to 1, given its evidence.
    public var confidence: Double
    /// A sentence with the facts: which address, which name, which code.
    public var summary: String
    /// The facts by name, as in `gateway` and `interface`, from which the sentence and the advice are made.
    public var facts: [String: String]
    /// The next steps for the user, the most promising first: a command to run or a place to look.
    public var advice: [String]
    /// On whose side the fault lies; `nil` in reports of earlier versions.
    public var side: Side?
    /// The extent of the fault according to other daemons on the link; `nil` if none was queried. Only in the daemon's status
    /// and incidents.
    @BoxedOptional public var scope: FaultScope?

    /// Creates a finding with its texts.
    ///
    /// - Parameters:
    ///   - id: The ID of the cause.
    ///   - layer: The layer of the cause.
    ///   - severity: The severity: an error is a fault, a warning makes a report degraded.
    ///   - confidence: How certain the rule is, 0 to 1.
    ///   - summary: A sentence with the facts.
    ///   - facts: The facts by name, from which the sentence and the advice are made.
    ///   - advice: The next steps for the user, the most promising first.
    ///   - side: On whose side the fault lies; `nil` if it is not known.
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
        _scope = BoxedOptional(wrappedValue: nil)
    }

    enum CodingKeys: String, CodingKey {
        case id, layer, severity, confidence, summary, facts, advice, side, scope
    }

    /// Reports of earlier versions have no facts and sides. Sides of later versions are ignored.
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
