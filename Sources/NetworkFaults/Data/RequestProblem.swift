import NIOCore
import NIOHTTP1

/// Everything that is wrong with a request, told at once (RFC 9457 section 3.1.5, with an extension `errors`).
struct RequestProblem: Sendable {
    /// One thing that is wrong.
    struct Issue: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            /// A JSON pointer into the body, without the `#` (RFC 6901).
            case body(pointer: String)
            case query(String)
            case header(String)
            case path(String)
        }

        var place: Place
        /// Completes a sentence, as in "is no date".
        var reason: String
    }

    /// Of them, this many are told.
    private static let maxIssues = 100

    private(set) var issues: [Issue] = []
    private var omitted = 0

    var isEmpty: Bool { issues.isEmpty }

    /// - Parameter reason: Made for what is told alone: a body may have hundreds of thousands of wrong values.
    mutating func add(_ place: @autoclosure () -> Issue.Place, _ reason: @autoclosure () -> String) {
        guard issues.count < Self.maxIssues else {
            omitted += 1
            return
        }
        issues.append(Issue(place: place(), reason: reason()))
    }

    /// - Parameter status: 400 for what is around the body, 422 for what is in it.
    func answer(_ status: HTTPResponseStatus) -> HTTPAnswer {
        let count = issues.count + omitted
        let subject = status == .unprocessableEntity ? "value" : "part"
        var json = JSONWriter(capacity: 256 + issues.count * 128)
        json.raw("{\"detail\":")
        json.string(count == 1 ? "1 \(subject) is wrong" : "\(count) \(subject)s are wrong")
        json.raw(",\"errors\":[")
        for (index, issue) in issues.enumerated() {
            json.raw(index == 0 ? "{\"detail\":" : ",{\"detail\":")
            json.string(issue.reason)
            switch issue.place {
            case .body(let pointer):
                json.raw(",\"pointer\":")
                json.string("#" + pointer)
            case .query(let name):
                json.raw(",\"in\":\"query\",\"parameter\":")
                json.string(name)
            case .header(let name):
                json.raw(",\"header\":")
                json.string(name)
            case .path(let name):
                json.raw(",\"in\":\"path\",\"parameter\":")
                json.string(name)
            }
            json.raw("}")
        }
        json.raw("],\"status\":\(status.code),\"title\":\(JSONText.quoted(status.reasonPhrase))}\n" as String)
        return HTTPAnswer(
            status, headers: ["Content-Type": "application/problem+json", "X-Content-Type-Options": "nosniff"],
            body: .bytes(json.buffer))
    }

    /// A name as a part of a JSON pointer, cut where it is long.
    static func step(_ name: String) -> String {
        var step = "/"
        for scalar in name.unicodeScalars.prefix(128) {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        return step
    }
}
