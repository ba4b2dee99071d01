import HTTPTypes
import NetworkModel
import Translations

/// An error response as a page, for people who followed a link to something that is gone, or mistyped a URL.
struct ErrorPage: Sendable {
    let problem: Problem
    /// The part of the status for every client that may connect; `nil` for clients that may not, which learn nothing but
    /// the reason.
    let status: PublicStatus?
    /// Whether the client may open the other pages.
    let isReader: Bool
    let hasSession: Bool

    var response: APIResponse {
        let title = problem.status == .notFound ? Phrase.pageNotFound : .pageNotShown
        let frame = PageFrame(
            mark: status.map { TargetState($0.status) } ?? .idle, host: status?.host ?? "netdiag", title: title.text,
            hasNavigation: isReader,
            content: """
                <h1>\(title) <small>\(problem.status.code)</small></h1>
                <section>
                <p lang="en">\(HTML(sentence: problem.detail))</p>
                <p><a href="/">\(Phrase.toTheOverview)</a></p>
                </section>

                """,
            footer: isReader ? PageFrame.footer(hasSession: hasSession) : "netdiag")
        var response = APIResponse(page: frame.text, status: problem.status)
        response.fields.append(contentsOf: problem.fields)
        return response
    }
}

extension APIRequest {
    /// Whether the client names HTML among the media types that it accepts, and does not prefer JSON. Browsers do so
    /// for pages, but not for requests of a page's script, and curl never does.
    static func wantsPage(_ accept: String?) -> Bool {
        var (page, document) = (0.0, 0.0)
        for range in (accept ?? "").lowercased().split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            // A weight of 0 refuses the type (RFC 9110 section 12.4.2).
            let text = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            let weight = text.flatMap { Double($0) } ?? 1
            switch parts.first {
            case "text/html", "application/xhtml+xml": page = max(page, weight)
            case "application/json", "application/problem+json": document = max(document, weight)
            default: break
            }
        }
        return page > 0 && page >= document
    }
}
