import FoundationEssentials
import Lab

/// An alert that a receiver got.
struct ReceivedAlert: Decodable, Sendable {
    struct Body: Decodable, Sendable {
        struct Incident: Decodable, Sendable {
            var id: Int
            var opened: String
            var closed: String?
        }

        var id: String
        var event: String
        var title: String
        var firing: Bool
        var incident: Incident
    }

    var path: String
    var id: String?
    /// The status code that the receiver responded with.
    var status: Int
    var authorization: String?
    var body: Body
}

extension Host {
    private static let receivers = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Receivers").path

    /// Starts a receiver of alerts. Each line of its output is an alert that it received.
    func startAlertReceiver(port: Int, isMail: Bool = false) async throws -> HostProcess {
        let receiver = try spawn(
            ["/usr/bin/python3", "\(Self.receivers)/alerts.py", "\(port)"] + (isMail ? ["smtp"] : []))
        try await receiver.output.first("the start of a receiver on \(name)") { $0 == "ready" }
        return receiver
    }

    /// Starts a program that shows notifications in a session. Each line of its output is a notification.
    func startDesktop(in session: Session) async throws -> HostProcess {
        let desktop = try spawn(
            ["/usr/bin/python3", "\(Self.receivers)/desktop.py"], environment: session.environment)
        try await desktop.output.first("the start of a desktop on \(name)") { $0 == "ready" }
        return desktop
    }

    /// Sets what the receiver responds with from now on.
    func answer(_ words: String) async throws { try await write("/run/answer", words) }
}

extension HostProcess {
    /// The alerts received until now in netdiag's own JSON format.
    var alerts: [ReceivedAlert] {
        output.text.split(separator: "\n").compactMap {
            try? JSONDecoder().decode(ReceivedAlert.self, from: Data($0.utf8))
        }
    }

    /// The first message, received already or yet to come.
    @discardableResult
    func alert(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        where condition: @escaping @Sendable (ReceivedAlert) -> Bool
    ) async throws -> ReceivedAlert {
        let read: @Sendable (String) -> ReceivedAlert? = {
            try? JSONDecoder().decode(ReceivedAlert.self, from: Data($0.utf8))
        }
        let line = try await output.first(what, within: limit) { read($0).map(condition) ?? false }
        guard let alert = read(line) else { throw LabError.unavailable(what) }
        return alert
    }
}
