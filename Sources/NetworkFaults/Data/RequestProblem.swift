import NIOCore
import NIOHTTP1

/// All errors of a request, which are reported together (RFC 9457 section 3.1.5, with the extension `errors`).
struct RequestProblem: Sendable {
    /// An error of a request.
    struct Issue: Sendable, Hashable {
        enum Place: Sendable, Hashable {
            /// A JSON pointer into the body, without the `#` (RFC 6901).
            case body(pointer: String)
            case query(String)
            case header(String)
            case path(String)
        }

        var place: Place
        /// The reason as a clause, as in "is not a date".
        var reason: String
    }

    /// The maximum number of reported errors.
    private static let maxIssues = 100

    private(set) var issues: [Issue] = []
    private var omitted = 0

    var isEmpty: Bool { issues.isEmpty }

    /// Adds an error.
    ///
    /// - Parameter reason: The reason, which is only evaluated for reported errors, since a body may have hundreds of thousands
    ///   of invalid values.
    mutating func add(_ place: @autoclosure () -> Issue.Place, _ reason: @autoclosure () -> String) {
        guard issues.count < Self.maxIssues else {
            omitted += 1
            return
        }
        issues.append(Issue(place: place(), reason: reason()))
    }

    /// Returns the response with the errors.
    ///
    /// - Parameter status: 400 for errors outside the body, 422 for those in it.
    func response(_ status: HTTPResponseStatus) -> ServedResponse {
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
        return ServedResponse(
            status, headers: ["Content-Type": "application/problem+json", "X-Content-Type-Options": "nosniff"],
            body: .bytes(json.buffer))
    }

    /// Returns a name as a step of a JSON pointer, truncated if it is long.
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
