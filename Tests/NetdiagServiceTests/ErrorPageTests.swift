import HTTPTypes
import NIOCore
import NetworkModel
import Testing
import Translations

@testable import NetdiagService

@Suite("Errors in a browser")
struct ErrorPageTests {
    private static let gone = Problem(.notFound, "\"<b>\\u{a}\" is not a configured target", fields: [.retryAfter: "3"])

    private static func text(_ page: ErrorPage) -> String {
        guard case .bytes(let body) = page.response.body else { return "" }
        return String(buffer: body)
    }

    private static func page(isReader: Bool, status: PublicStatus?) -> ErrorPage {
        ErrorPage(problem: gone, status: status, isReader: isReader, hasSession: false)
    }

    private static let status = PublicStatus(
        StatusDocument(
            status: .connectionDown, findings: [], host: "secret-host", since: Timestamp(), links: [], resolvers: [],
            gateways: [], targets: [], publication: Publication(state: .off)))

    @Test("the page has the status code, the reason as text, the fields of the problem, and a link to the first page")
    func content() {
        let page = Self.page(isReader: true, status: Self.status)
        #expect(page.response.status == .notFound && page.response.fields[.retryAfter] == "3")
        #expect(page.response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(page.response.fields[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
        let text = Self.text(page)
        #expect(text.contains("&lt;b&gt;\\u{a}") && !text.contains("<b>"))
        #expect(
            text.contains("<a href=\"/\">To the overview</a>") && text.contains("<nav") && text.contains("secret-host"))
        let german = Language.$current.withValue(.german) { Self.text(page) }
        #expect(german.contains("<html lang=\"de\">") && german.contains("Diese Seite gibt es nicht"))
        #expect(german.contains("<p lang=\"en\">"), "reasons are in English")
    }

    @Test(
        "who may not connect learns neither the name of the host nor its status; strangers are not led to other pages")
    func strangers() {
        let refused = Self.text(Self.page(isReader: false, status: nil))
        #expect(!refused.contains("secret-host") && !refused.contains("✗") && !refused.contains("<nav"))
        #expect(!refused.contains(Version.text), "\(refused)")
        #expect(!Self.text(Self.page(isReader: false, status: Self.status)).contains("<nav"))
    }

    @Test(
        "a browser names HTML; curl, scripts and clients that refuse it or prefer JSON do not",
        arguments: [
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true),
            ("application/json;q=0.5, text/html", true), ("application/json, text/html;q=0.5", false),
            ("TEXT/HTML", true), ("*/*", false), ("application/json", false), ("text/html;q=0", false),
            ("text/html; level=1; q=0.0", false), ("text/*", false), ("", false),
        ])
    func accept(field: String, isPage: Bool) {
        #expect(APIRequest.wantsPage(field) == isPage)
        #expect(!APIRequest.wantsPage(nil))
    }

    @Test(
        "pages are what browsers open, wherever that leads; the API and files of pages are not",
        arguments: [
            ("/", true), ("/incidents", true), ("/incidents/9999", true), ("/targets/gone", true), ("/nothing", true),
            ("/targets", true), ("/v1/status", false), ("/v1/nothing", false), ("/v1/reports/x", false),
            ("/metrics", false), ("/badge/x.svg", false), ("/openapi.json", false),
        ])
    func paths(path: String, isPage: Bool) {
        let store = StatusStore(host: "h")
        let history = HistorySource.none("off")
        let endpoints: [any Endpoint] = [
            PageEndpoint(store: store, uptimes: UptimeCache(history: history, store: store)),
            IncidentListPageEndpoint(store: store), IncidentPageEndpoint(store: store, history: history),
            TargetPageEndpoint(store: store, history: history), StatusEndpoint(store: store),
            ReportEndpoint(store: store), MetricsEndpoint(store: store), BadgePath(), OpenAPIEndpoint(endpoints: []),
        ]
        #expect(API(endpoints).isPage(path) == isPage)
    }

    private struct BadgePath: Endpoint {
        let path = "/badge"
        let parameter: String? = "name"
        let summary = "a badge"
        let mediaType = "image/svg+xml"
        var audience: EndpointAudience { .open { _ in APIResponse(text: "") } }
    }
}
