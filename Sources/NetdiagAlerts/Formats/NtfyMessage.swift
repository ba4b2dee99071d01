import NetworkModel

/// A message for ntfy, as JSON (https://docs.ntfy.sh/publish/#publish-as-json).
package struct NtfyMessage: Encodable, Sendable {
    private let topic: String
    private let title: String
    private let message: String
    /// The priority, 1 to 5; 3 is the default.
    private let priority: Int
    private let tags: [String]

    package init(_ message: AlertMessage, topic: String) {
        let words = AlertText(message)
        self.topic = topic
        title = words.title
        self.message = (words.lines + ["id \(message.id)"]).joined(separator: "\n")
        switch message.event {
        case .opened, .reminder:
            let isError = message.incident.cause.severity == .error
            (priority, tags) = (isError ? 4 : 3, [isError ? "rotating_light" : "warning"])
        case .closed, .passed: (priority, tags) = (3, ["white_check_mark"])
        case .test: (priority, tags) = (2, ["test_tube"])
        }
    }
}
