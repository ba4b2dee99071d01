import NetworkModel

/// The output of `netdiag setup --json`: the written configuration, and the status of the machine.
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
