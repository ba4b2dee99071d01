import Lab

/// What the lab has for a kind of target: `NTPFaults` for `NTPKind`, in a file of this folder (``LabKinds``).
protocol LabKind: Sendable {
    /// A row of a real fault for each of its causes, and one with which nothing is wrong for each of its schemes.
    static var rows: [Fault] { get }
    /// What a ``HealthyOffice`` is asked for, in which nothing is wrong.
    static var healthyTargets: [HealthyTarget] { get }

    /// Starts what answers the healthy targets, on the usual ports of the web server's host. DNS and the web server of the office
    /// are there already.
    ///
    /// - Parameter certificate: One for `www.lab.example` that the client has nothing against.
    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws
}

/// A target with which nothing is wrong.
struct HealthyTarget: Sendable, ExpressibleByStringLiteral {
    let target: String
    /// Of `netdiag check`.
    let options: [String]

    init(_ target: String, options: [String] = []) {
        self.target = target
        self.options = options
    }

    init(stringLiteral target: String) { self.init(target) }
}
