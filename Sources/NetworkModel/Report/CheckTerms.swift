/// The request of a check, as far as the verdict depends on it: `asked` of a report. It is needed to evaluate a saved report
/// again.
public struct CheckTerms: Sendable, Hashable {
    /// How much is examined.
    public enum Depth: String, Sendable, Hashable, Codable {
        /// What healthy targets need no look at is examined only where something fails.
        case asNeeded = "as-needed"
        /// A person waits for every reason there may be.
        case thorough
    }

    /// What follow-up probes are about.
    public enum Topic: String, Sendable, Hashable, Codable {
        /// `names` is the resolution of names; `web` is portals, proxies and clocks.
        case link, path, names, multicast, web
    }

    /// The families that addresses are tried in; never empty.
    public var families: Set<AddressFamily>
    /// How much is examined.
    public var depth = Depth.asNeeded
    /// From where on something is worth a warning.
    public var thresholds: Thresholds
    /// How many echo requests were asked for, and how many may be lost.
    public var echo: EchoSettings
    /// Where the target led, once that is what the evidence is about; `nil`: the target itself.
    public var place: String?
    /// What was not sent, since the check went elsewhere than it was meant for.
    public var omission: Omission?
    /// What could not be examined more closely, since too many checks failed at once; empty where nothing was left out.
    public var omitted: [Topic] = []

    /// Creates the terms of a check that is not thorough.
    public init(
        families: Set<AddressFamily> = Set(AddressFamily.allCases), thresholds: Thresholds = .init(),
        echo: EchoSettings = .init()
    ) {
        self.families = families
        self.thresholds = thresholds
        self.echo = echo
    }
}

extension CheckTerms: Codable {
    private enum CodingKeys: String, CodingKey {
        case families, depth, thresholds, echo, place, omitted
        case omission = "left_out"
    }

    /// What is as it is by default is left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let families = try container.decodeIfPresent([AddressFamily].self, forKey: .families) ?? []
        self.init(
            families: families.isEmpty ? Set(AddressFamily.allCases) : Set(families),
            thresholds: try container.decodeIfPresent(Thresholds.self, forKey: .thresholds) ?? .init(),
            echo: try container.decodeIfPresent(EchoSettings.self, forKey: .echo) ?? .init())
        depth = try container.decodeIfPresent(Depth.self, forKey: .depth) ?? .asNeeded
        place = try container.decodeIfPresent(String.self, forKey: .place)
        omission = try container.decodeIfPresent(Omission.self, forKey: .omission)
        omitted = try container.decodeIfPresent([Topic].self, forKey: .omitted) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if families.count < AddressFamily.allCases.count {
            try container.encode(families.sorted { $0.rawValue < $1.rawValue }, forKey: .families)
        }
        if depth != .asNeeded { try container.encode(depth, forKey: .depth) }
        if thresholds != .init() { try container.encode(thresholds, forKey: .thresholds) }
        if echo != .init() { try container.encode(echo, forKey: .echo) }
        try container.encodeIfPresent(place, forKey: .place)
        try container.encodeIfPresent(omission, forKey: .omission)
        if !omitted.isEmpty { try container.encode(omitted, forKey: .omitted) }
    }
}

extension EchoSettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case count
        case interval = "interval_ms"
        case tolerableLoss = "tolerable_loss"
        case maxJitter = "most_jitter_ms"
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        count = try container.decode(Int.self, forKey: .count)
        interval = try container.decode(Milliseconds.self, forKey: .interval).duration
        tolerableLoss = try container.decode(Double.self, forKey: .tolerableLoss)
        maxJitter = try container.decodeIfPresent(Milliseconds.self, forKey: .maxJitter)?.duration
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(count, forKey: .count)
        try container.encode(Milliseconds(interval), forKey: .interval)
        try container.encode(tolerableLoss, forKey: .tolerableLoss)
        try container.encodeIfPresent(maxJitter.map(Milliseconds.init), forKey: .maxJitter)
    }
}
