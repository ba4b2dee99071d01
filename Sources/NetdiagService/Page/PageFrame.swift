import NetworkModel
import Translations

/// The parts around the content of every page: the head, the state in the title and the icon, the navigation, and the footer.
struct PageFrame: Sendable {
    /// The pages in the navigation.
    enum Section: String, Sendable, CaseIterable {
        case overview = "/"
        case incidents = "/incidents"
        case links = "/links"
        case services = "/services"
        case peers = "/peers"

        var title: String {
            switch self {
            case .overview: Phrase.overview.text
            case .incidents: Phrase.incidents.text
            case .links: Phrase.links.text
            case .services: Phrase.services.text
            case .peers: Phrase.peers.text
            }
        }
    }

    /// The updates of an open page.
    struct Live: Sendable {
        /// The path of the updates, with its query.
        let path: String
    }

    let mark: TargetState
    let host: String
    let title: String
    /// The section that the navigation marks as current; `nil` for a page below one of them.
    var section: Section?
    /// Whether the reader may open the other pages.
    var hasNavigation = true
    var live: Live?
    /// The content of `main`, in whole lines.
    let content: HTML
    let footer: HTML

    var text: String {
        let feed: HTML = live.map { " data-live=\"\($0.path)\"" } ?? ""
        let connection: HTML =
            live == nil
            ? ""
            : "<span id=\"connection\" role=\"status\" data-open=\"\(Phrase.live)\" data-lost=\"\(Phrase.reconnecting)\"></span>"
        let script: HTML =
            live == nil ? "" : "<script src=\"\(PageAsset.script.path)\" defer></script>\n"
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="\(Language.current.tag)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(mark.symbol) \(title)</title>
            <link rel="stylesheet" href="\(PageAsset.style.path)">
            <link id="icon" rel="icon" type="image/svg+xml" href="\(PageAsset.icon(mark).path)">
            \(script)</head>
            <body\(feed)>
            <a class="skip" href="#content">\(Phrase.skipToContent)</a>
            \(navigation)<main id="content" tabindex="-1">
            \(content)</main>
            <p id="announcement" class="vh" role="status"></p>
            <footer>\(footer)\(connection)</footer>
            </body>
            </html>

            """
        return page.text
    }

    private var navigation: HTML {
        guard hasNavigation else { return "<p class=\"bar\"><strong>\(host)</strong></p>\n" }
        let links: [HTML] = Section.allCases.map {
            let current: HTML = $0 == section ? " aria-current=\"page\"" : ""
            return "<a href=\"\($0.rawValue)\"\(current)>\($0.title)</a>\n"
        }
        return "<nav class=\"bar\" aria-label=\"\(Phrase.pages)\"><strong>\(host)</strong>\n\(HTML(links))</nav>\n"
    }

    /// The footer: the version, the documents for programs, and the button to sign out.
    static func footer(hasSession: Bool) -> HTML {
        let end = hasSession ? signOut : ""
        return "netdiag \(Version.text) · <a href=\"/v1/status\">JSON</a> · <a href=\"/openapi.json\">API</a>\(end)"
    }

    private static var signOut: HTML {
        " · <form method=\"post\" action=\"/logout\"><button>\(Phrase.signOut)</button></form>"
    }
}
