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

    var answer: APIAnswer {
        let title = problem.status == .notFound ? Phrase.pageNotFound : .pageNotShown
        let frame = PageFrame(
            mark: status.map { StatusMark($0.status) } ?? .idle, host: status?.host ?? "netdiag", title: title.text,
            hasNavigation: isReader,
            content: """
                <h1>\(title) <small>\(problem.status.code)</small></h1>
                <section>
                <p lang="en">\(HTML(sentence: problem.detail))</p>
                <p><a href="/">\(Phrase.toTheOverview)</a></p>
                </section>

                """,
            footer: isReader ? PageFrame.footer(hasSession: hasSession) : "netdiag")
        var answer = APIAnswer(page: frame.text, status: problem.status)
        answer.fields.append(contentsOf: problem.fields)
        return answer
    }
}

extension APIRequest {
    /// Whether the client names HTML among the media types that it accepts. Browsers do so for pages, and neither for
    /// what a page's script requests, nor does curl.
    static func wantsPage(_ accept: String?) -> Bool {
        (accept ?? "").lowercased().split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let type = parts.first, type == "text/html" || type == "application/xhtml+xml" else { return false }
            // A weight of 0 refuses the type (RFC 9110 section 12.4.2).
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            return weight.flatMap { Double($0) } != 0
        }
    }
}
