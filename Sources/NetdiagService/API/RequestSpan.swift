import HTTPTypes
import NetworkModel

/// The period in a request.
struct RequestSpan {
    var from: Timestamp?
    var to: Timestamp?

    static let keys = [
        (key: "from", meaning: "the beginning: an RFC 3339 time, or a duration before now, as in 45s, 30m, 2h, 7d"),
        (key: "to", meaning: "the end, in the same formats; now by default"),
    ]

    init(from: Timestamp? = nil, to: Timestamp? = nil) {
        (self.from, self.to) = (from, to)
    }

    init(_ request: APIRequest) throws(Problem) {
        from = try Self.moment("from", request)
        to = try Self.moment("to", request)
        if let from, from >= to ?? Timestamp() {
            throw Problem(.badRequest, "from: \(from) is not earlier than to: \(to ?? Timestamp())")
        }
    }

    static func moment(_ key: String, _ request: APIRequest) throws(Problem) -> Timestamp? {
        // A plus sign in a query is decoded as a space.
        guard let text = request.query[key]?.replacing(" ", with: "+") else { return nil }
        do throws(Timestamp.TextProblem) {
            return try Timestamp.past(text)
        } catch {
            throw Problem(.badRequest, "\(key): \(SafeText.shown(text)) \(error)")
        }
    }
}
