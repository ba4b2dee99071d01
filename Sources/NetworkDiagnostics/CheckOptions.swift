public import NetworkModel

/// The options of a check.
public struct CheckOptions: Sendable, Hashable {
    /// The address families that are tried; never empty.
    public var families: Set<AddressFamily>
    /// The time limit for the target, 100 ms to 5 min. If it fails, up to a fifth of this time, at most a second, is added to
    /// find the reason.
    public var timeout: Duration
    /// The values beyond which there is a warning.
    public var thresholds: Thresholds
    /// The extent of the check. By default, layers that do not matter to a healthy target are examined only after a failure.
    public var depth = CheckTerms.Depth.asNeeded
    /// Whether follow-up probes are sent at once or within the engine's budget; at once by default.
    public var followUps = FollowUps.always
    /// The requests to the target, and the requirements for its responses.
    @Boxed public var probe: ProbeSettings

    /// When to send follow-up probes after a failure.
    public enum FollowUps: Sendable, Hashable {
        /// At once, for a user who is waiting.
        case always
        /// Within a budget that all such checks of an engine share: some dozen at once, and 20 per second. A report states
        /// what was left out (`CheckTerms/omitted`).
        case asBudgeted
    }

    /// Creates options.
    ///
    /// - Parameters:
    ///   - families: The address families that are tried; not empty.
    ///   - timeout: The time limit for the target, 100 ms to 5 min.
    ///   - certificateAuthorityFile: A PEM file of certificates to trust instead of the system's.
    ///   - thresholds: The values beyond which there is a warning.
    ///   - probe: What is requested of the target, and what its responses must be.
    public init(
        families: Set<AddressFamily> = .all, timeout: Duration = .seconds(5),
        certificateAuthorityFile: String? = nil, thresholds: Thresholds = .init(), probe: ProbeSettings = .init()
    ) {
        self.families = families.isEmpty ? .all : families
        self.timeout = min(max(timeout, .milliseconds(100)), .seconds(300))
        self.thresholds = thresholds
        _probe = Boxed(wrappedValue: probe)
        if let certificateAuthorityFile { self.probe.tls.certificateAuthorityFile = certificateAuthorityFile }
    }

    /// The settings (``probe``) in their box.
    var boxedProbe: Boxed<ProbeSettings> { _probe }

    /// The options on which the verdict depends.
    var terms: CheckTerms {
        var terms = CheckTerms(families: families, thresholds: thresholds, echo: probe.echo)
        terms.depth = depth
        return terms
    }
}

/// The reason why a check cannot be made as requested.
public enum CheckError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The target is a DNS-SD instance, and the engine has no connection to Avahi.
    case noServiceDiscovery
    /// The host is not a valid DNS name; with the reason.
    case notAName(String)
    /// The target is an address of a family that the check excludes.
    case familyExcluded(address: IPAddress)
    /// A setting does not apply to the target; with the reason.
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
