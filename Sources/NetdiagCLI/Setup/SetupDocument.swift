import NetworkModel

/// `netdiag setup --json`: what was written, and how the machine stands.
struct SetupDocument: Encodable, Sendable {
    let schema = "netdiag.setup/1"
    let file: String
    let targets: [String]
    /// Whether the daemon was started.
    let isStarted: Bool
    let status: StatusDocument

    private enum CodingKeys: String, CodingKey {
        case schema, file, targets, status
        case isStarted = "started"
    }
}
