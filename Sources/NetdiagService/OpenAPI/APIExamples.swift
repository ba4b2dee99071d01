import NetworkModel

/// Recorded requests and responses of a daemon for `/openapi.json`, by the names of operations.
struct APIExamples: Sendable {
    /// The bodies of requests.
    private(set) var bodies: [String: JSONValue] = [:]
    /// The documents in responses.
    private(set) var answers: [String: JSONValue] = [:]

    /// Parsed at the first use. An invalid example is omitted, which the tests detect.
    static let shared = APIExamples(bodies: recordedBodies, answers: recordedAnswers)

    private init(bodies: [String: String], answers: [String: String]) {
        self.bodies = bodies.compactMapValues { try? JSONValue(reading: Array($0.utf8)) }
        self.answers = answers.compactMapValues { try? JSONValue(reading: Array($0.utf8)) }
    }
}
