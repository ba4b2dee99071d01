import NetworkModel

/// Recorded requests and responses of a daemon for `/openapi.json`, by the names of operations.
struct APIExamples: Sendable {
    /// Bodies of requests.
    private(set) var bodies: [String: JSONValue] = [:]
    /// Documents that were answered.
    private(set) var answers: [String: JSONValue] = [:]

    /// Read at the first use. An example that is no JSON is left out, which the tests notice.
    static let shared = APIExamples(bodies: recordedBodies, answers: recordedAnswers)

    private init(bodies: [String: String], answers: [String: String]) {
        self.bodies = bodies.compactMapValues { try? JSONValue(reading: Array($0.utf8)) }
        self.answers = answers.compactMapValues { try? JSONValue(reading: Array($0.utf8)) }
    }
}
