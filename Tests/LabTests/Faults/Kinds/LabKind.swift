import Lab

/// The faults and the healthy servers of the lab for a kind: `NTPFaults` for `NTPKind`, in a file of this folder
/// (``LabKinds``).
protocol LabKind: Sendable {
    /// At least one row with a real fault for each cause of the kind, and one without faults for each of its schemes.
    static var rows: [Fault] { get }
    /// The targets in a ``HealthyOffice``, in which there are no faults.
    static var healthyTargets: [HealthyTarget] { get }

    /// Starts the servers for the healthy targets, on the default ports of the web server's host. DNS and the office's
    /// web server already run.
    ///
    /// - Parameter certificate: A certificate for `www.lab.example` that the client trusts.
    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws

    /// The last arguments of curl for the check of a row; by default `nil`, for kinds that curl cannot check.
    static func curlArguments(for check: PeerCheck) -> [String]?
    /// The module of blackbox_exporter for the check of a row, in YAML, and its target; by default `nil`.
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)?
    /// The command of the protocol's own client for the check of a row, as a person would type it; by default `nil`.
    static func clientCommand(for check: PeerCheck) -> [String]?
    /// The words by which another program counts as having named a cause of the kind, in lower case (``Culprit``).
    static var culprits: [String: [String]] { get }
}

extension LabKind {
    static func curlArguments(for check: PeerCheck) -> [String]? { nil }
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? { nil }
    static func clientCommand(for check: PeerCheck) -> [String]? { nil }
    static var culprits: [String: [String]] { [:] }
}

/// A target without faults.
struct HealthyTarget: Sendable, ExpressibleByStringLiteral {
    let target: String
    /// Options of `netdiag check`.
    let options: [String]

    init(_ target: String, options: [String] = []) {
        self.target = target
        self.options = options
    }

    init(stringLiteral target: String) { self.init(target) }
}
