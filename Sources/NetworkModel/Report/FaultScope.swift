/// The extent of a fault according to the other daemons on the link: `scope` of a finding.
///
/// Their information is not authenticated. Only this text depends on it: no status, cause or severity does.
public struct FaultScope: Sendable, Hashable, Codable {
    /// The extent of the fault, according to the others.
    public enum Extent: String, Sendable, Hashable, Codable {
        /// It works for all others that monitor the same.
        case onlyHere = "only-here"
        /// It works for none of them.
        case thisLink = "this-link"
        /// It works for some of them.
        case someHosts = "some-hosts"
        /// None of them reports anything about it.
        case unwatched
    }

    /// What failed.
    public enum Subject: String, Sendable, Hashable, Codable {
        case target, resolver, gateway, uplink
    }

    /// The extent of the fault.
    public var verdict: Extent
    /// What failed. JSON key: `of`.
    public var subject: Subject
    /// The number of others for which it does not work either.
    public var same: Int
    /// The number of others for which it works.
    public var well: Int
    /// The number of others that were queried, whether they responded or not.
    public var asked: Int
    /// The number of those that only reported their overall status, as strangers may read no more.
    public var restricted: Int
    /// The number of those in ``same`` and ``well`` that are counted by their overall status.
    public var byStatus: Int

    private enum CodingKeys: String, CodingKey {
        case verdict, same, well, asked, restricted
        case subject = "of"
        case byStatus = "by_status"
    }

    /// Creates a scope; the verdict follows from the counts.
    public init(
        of subject: Subject, same: Int, well: Int, asked: Int, restricted: Int = 0, byStatus: Int = 0
    ) {
        verdict =
            switch (same, well) {
            case (0, 0): .unwatched
            case (0, _): .onlyHere
            case (_, 0): .thisLink
            case (_, _): .someHosts
            }
        (self.subject, self.same, self.well) = (subject, same, well)
        (self.asked, self.restricted, self.byStatus) = (asked, restricted, byStatus)
    }
}

extension FaultScope {
    /// A readable sentence, as in `only here: 2 other machines on this link reach it`.
    public var summary: String {
        let told = same + well
        switch verdict {
        case .onlyHere: return "only here: \(works)"
        case .thisLink: return "the whole link: \(same) of \(told) \(told == 1 ? "other" : "others") \(fails) either"
        case .someHosts: return "not only here: \(same) of \(told) others on this link \(fails) either"
        case .unwatched:
            guard restricted > 0 else { return "nobody else on this link monitors it" }
            return restricted == 1
                ? "nobody else on this link reports on it: 1 other does not disclose what it monitors"
                : "nobody else on this link reports on it: \(restricted) others do not disclose what they monitor"
        }
    }

    private var works: String {
        let (others, isOne) = ("\(Quantity.text(well, "other machine")) on this link", well == 1)
        if byStatus > 0 { return "the network works for \(others)" }
        switch subject {
        case .target, .gateway: return "\(others) \(isOne ? "reaches" : "reach") it"
        case .resolver: return "it works for \(others)"
        case .uplink: return "\(others) \(isOne ? "reaches" : "reach") the Internet"
        }
    }

    private var fails: String {
        if byStatus > 0 { return same == 1 ? "has no working network" : "have no working network" }
        switch subject {
        case .target, .gateway: return "cannot reach it"
        case .resolver: return same == 1 ? "gets no good answer from it" : "get no good answer from it"
        case .uplink: return "cannot reach the Internet"
        }
    }
}
