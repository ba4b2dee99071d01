public import NetworkModel

/// How a target is checked.
public struct CheckOptions: Sendable, Hashable {
    /// The families that addresses are tried in; never empty.
    public var families: Set<AddressFamily>
    /// The time for the target to answer, 100 ms to 5 min. Where it does not, up to a fifth of it, and a second at most, is
    /// added to find out why.
    public var timeout: Duration
    /// From where on something is worth a warning.
    public var thresholds: Thresholds
    /// How much is examined; by default, more than the target needs only where something fails.
    public var depth = CheckTerms.Depth.asNeeded
    /// Whether follow-up probes are sent at once or within the engine's budget; at once by default.
    public var followUps = FollowUps.always
    /// What is asked of the target, and what its answers have to be.
    @Boxed public var probe: ProbeSettings

    /// Whether what is found wrong is examined more closely.
    public enum FollowUps: Sendable, Hashable {
        /// Somebody waits for the answer.
        case always
        /// As far as the budget that all such checks of an engine share allows: some dozen at once, and 20 a second. A report
        /// says what it was left without (``CheckTerms/omitted``).
        case asBudgeted
    }

    /// - Parameter certificateAuthorityFile: A file of PEM certificates to trust instead of the system's.
    public init(
        families: Set<AddressFamily> = Set(AddressFamily.allCases), timeout: Duration = .seconds(5),
        certificateAuthorityFile: String? = nil, thresholds: Thresholds = .init(), probe: ProbeSettings = .init()
    ) {
        self.families = families.isEmpty ? Set(AddressFamily.allCases) : families
        self.timeout = min(max(timeout, .milliseconds(100)), .seconds(300))
        self.thresholds = thresholds
        _probe = Boxed(wrappedValue: probe)
        if let certificateAuthorityFile { self.probe.tls.certificateAuthorityFile = certificateAuthorityFile }
    }

    /// ``probe`` in the box that it is in.
    var boxedProbe: Boxed<ProbeSettings> { _probe }

    /// What the verdict depends on.
    var terms: CheckTerms {
        var terms = CheckTerms(families: families, thresholds: thresholds, echo: probe.echo)
        terms.depth = depth
        return terms
    }
}

/// The reason why a check cannot be made as requested.
public enum CheckError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A DNS-SD instance was asked for where no connection to Avahi was given.
    case noServiceDiscovery
    /// The host can be no DNS name; with what is wrong.
    case notAName(String)
    /// The target is an address of a family that the check leaves out.
    case familyExcluded(address: IPAddress)
    /// A setting that does not go with the target; with the reason.
    case unsuitable(String)

    public var description: String {
        switch self {
        case .notAName(let reason), .unsuitable(let reason): reason
        case .familyExcluded(let address):
            "\(address) is an \(address.family == .ipv4 ? "IPv4" : "IPv6") address, and the check is restricted to the other family"
        case .noServiceDiscovery:
            "a service instance can be checked only where Avahi is asked"
        }
    }
}
