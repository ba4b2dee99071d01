/// A target of an incident as it is configured, for receivers that select or group messages.
package struct AlertTarget: Sendable, Hashable, Codable {
    /// The name, as in the incident's `targets`: the target itself if it has none.
    package var name: String
    /// The target, as in `https://example.org/`.
    package var target: String
    /// The group; `nil` if it has none.
    package var group: String?
    /// The labels.
    package var labels: [String: String]

    init(_ name: String, _ subject: AlertPlan.Subject) {
        self.name = name
        target = subject.target
        group = subject.group
        labels = subject.labels
    }
}
