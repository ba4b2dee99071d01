import NetworkModel

/// Redirects that use up the time of a check.
extension CheckRun {
    /// The time that redirects take in programs, which do not wait for other addresses of the places.
    static func duration(of redirects: [HTTPEvidence.Redirect]) -> Duration {
        redirects.reduce(.zero) { $0 + ($1.duration?.duration ?? .zero) }
    }
}
