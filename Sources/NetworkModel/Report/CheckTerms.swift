/// The request of a check, as far as the verdict depends on it: `asked` of a report. It is needed to evaluate a saved report
/// again.
public struct CheckTerms: Sendable, Hashable {
    /// The extent of a check.
    public enum Depth: String, Sendable, Hashable, Codable {
        /// Layers that do not matter to a healthy target are examined only after a failure.
        case asNeeded = "as-needed"
        /// Every possible cause is examined, since a person is waiting for the reason.
        case thorough
    }

    /// The subject of follow-up probes.
    public enum Topic: String, Sendable, Hashable, Codable {
        /// `names` is name resolution; `web` is portals, proxies and clocks.
        case link, path, names, multicast, web
    }

    /// The address families that are tried; never empty.
    public var families: Set<AddressFamily>
    /// The extent of the check.
    public var depth = Depth.asNeeded
    /// The values beyond which there is a warning.
    public var thresholds: Thresholds
    /// The number of echo requests, and how many may be lost.
    public var echo: EchoSettings
    /// The URL that the target led to, if the evidence is about that; `nil` for the target itself.
    public var place: String?
    /// The address of the server that redirected there; `nil` if it is not known.
    public var redirector: IPAddress?
    /// What was not sent, since the check led to another origin or route than configured; `nil` for nothing.
    public var omission: Omission?
    /// The subjects that were not examined further, since too many checks failed at once; empty for none.
    public var omitted: [Topic] = []

    /// The terms of a check without options.
    static let usual = CheckTerms()

    /// Creates the terms of a check that is not thorough.
    public init(
        families: Set<AddressFamily> = .all, thresholds: Thresholds = .init(),
        echo: EchoSettings = .init()
    ) {
        self.families = families
        self.thresholds = thresholds
        self.echo = echo
    }
}

extension CheckTerms: Codable {
    private enum CodingKeys: String, CodingKey {
        case families, depth, thresholds, echo, place, redirector, omitted
        case omission = "left_out"
    }

    /// Values that are absent have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let families = try container.decodeIfPresent([AddressFamily].self, forKey: .families) ?? []
        self.init(
            families: families.isEmpty ? .all : Set(families),
            thresholds: try container.decodeIfPresent(Thresholds.self, forKey: .thresholds) ?? .init(),
            echo: try container.decodeIfPresent(EchoSettings.self, forKey: .echo) ?? .init())
        depth = try container.decodeIfPresent(Depth.self, forKey: .depth) ?? .asNeeded
        place = try container.decodeIfPresent(String.self, forKey: .place)
        redirector = try container.decodeIfPresent(IPAddress.self, forKey: .redirector)
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
        try container.encodeIfPresent(redirector, forKey: .redirector)
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
