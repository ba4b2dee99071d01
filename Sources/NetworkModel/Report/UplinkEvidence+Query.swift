extension UplinkEvidence.Query {
    /// Whether the resolver denies names that exist, so that its denials prove nothing.
    public var isDenial: Bool { (outcome == .nxdomain || outcome == .noData) && control == .denied }

    /// Whether its response shows that it reached a server beyond the gateway.
    public var reachesRoot: Bool {
        outcome == .nxdomain && control != .denied && control != .ownRoot || outcome == .address && control == .known
    }

    /// Whether it refuses this name, but resolves others.
    public var isRefusalOfName: Bool { outcome == .refused && control == .known }

    /// Why a query for the name has no answer; `nil` if it has one.
    package var reason: Resolution.FailureReason? {
        switch outcome {
        case .nxdomain: .nxdomain
        case .noData: .noData
        case .address: nil
        case .refused: .refused
        case .servfail: .servfail
        case .timeout: .timeout
        case .closed: .closed
        case .malformed: .malformed
        }
    }

    /// Why the resolver does not work, according to this response; `nil` if it works.
    package var failure: Resolution.FailureReason? {
        switch outcome {
        case .nxdomain, .noData: isDenial ? reason : nil
        case .refused: isRefusalOfName ? nil : reason
        case .address, .servfail, .timeout, .closed, .malformed: reason
        }
    }

    /// The name of the response code with which it refuses.
    public var refusal: String { isNotImplemented == true ? "NOTIMP" : "REFUSED" }
}
