import NetworkModel

/// A message as netdiag's own JSON: `netdiag.alert/1`.
package struct AlertBody: Encodable, Sendable {
    private let message: AlertMessage
    private let title: String
    private let text: String
    private let duration: Milliseconds

    package init(_ message: AlertMessage) {
        self.message = message
        let words = AlertText(message)
        title = words.title
        text = words.lines.joined(separator: "\n")
        duration = Milliseconds(words.duration)
    }

    /// The maximum size in bytes. A pipe holds slightly more (65,536 bytes, pipe(7)).
    private static let maxBytes = 60_000

    /// The message on one line. If it exceeds the maximum size, the targets' settings are omitted, and if that is not
    /// enough, fields whose contents are also in the text.
    package var json: [UInt8] {
        get throws {
            let line = try JSON.line(self)
            guard line.count > Self.maxBytes else { return line }
            var message = message
            // They only repeat the configuration.
            message.targets = []
            let shorter = try JSON.line(AlertBody(message))
            guard shorter.count > Self.maxBytes else { return shorter }
            (message.incident.changes, message.incident.targets, message.incident.cause.facts) = ([], [], [:])
            return try JSON.line(AlertBody(message))
        }
    }

    private enum CodingKeys: String, CodingKey {
        case title, text, firing
        case duration = "duration_ms"
    }

    package func encode(to encoder: any Encoder) throws {
        try message.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(text, forKey: .text)
        try container.encode(message.isFiring, forKey: .firing)
        try container.encode(duration, forKey: .duration)
    }

    /// The environment variables for programs. The whole message is on their standard input.
    package var environment: [String: String] {
        var variables = [
            "NETDIAG_ID": message.id, "NETDIAG_EVENT": message.event.rawValue, "NETDIAG_RECEIVER": message.receiver,
            "NETDIAG_HOST": message.host, "NETDIAG_TITLE": title, "NETDIAG_TEXT": text,
            "NETDIAG_INCIDENT": "\(message.incident.id)", "NETDIAG_CAUSE": message.incident.cause.id.rawValue,
            "NETDIAG_SEVERITY": message.incident.cause.severity.rawValue,
            "NETDIAG_OPENED": "\(message.incident.opened)",
            "NETDIAG_TARGETS": message.incident.targets.map { SafeText.escaped($0) }.joined(separator: "\n"),
            "NETDIAG_DURATION": "\(Int(duration.value / 1_000))",
        ]
        if let closed = message.incident.closed { variables["NETDIAG_CLOSED"] = "\(closed)" }
        // execve(2) limits a string to 128 KiB, and a NUL would end it.
        return variables.mapValues { value in
            SafeText.cut(value, to: 16_384).split(separator: "\0").joined(separator: " ")
        }
    }
}
