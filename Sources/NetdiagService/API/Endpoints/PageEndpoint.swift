import HTTPTypes
import NetworkModel

/// The status as a page for browsers, to which the announced `_http._tcp` service leads.
struct PageEndpoint: Endpoint {
    let store: StatusStore
    let uptimes: UptimeCache
    let path = "/"
    let summary = "The status as a web page; for strangers, one where the token is entered"
    let mediaType = "text/html; charset=utf-8"
    let query = [(key: "page", meaning: "which \(OverviewPage.pageSize) targets; 1 by default")]
    var answering: Answering { .page(store, show) }

    private func show(_ request: APIRequest) async throws -> APIAnswer {
        let text = request.query["page"] ?? "1"
        let pages = OverviewPage.pages(of: store.targets.count)
        guard let number = Int(text), 1...pages ~= number else {
            throw Problem(
                .notFound,
                "page: \(SafeText.shown(text)) is no number from 1 to \(pages); a page has \(OverviewPage.pageSize) targets"
            )
        }
        // Before the page is made: what comes meanwhile is sent to it.
        let version = PageVersion(store)
        let page = OverviewPage(store, uptimes: await uptimes.uptimes, page: number)
        return APIAnswer(page: page.html(version: version, hasSession: request.admission.hasSession))
    }
}

extension Answering {
    /// A page for readers, in their language; strangers are shown where the token is entered.
    static func page(_ store: StatusStore, _ show: @escaping Reading) -> Answering {
        .reduced(
            strangers: { request in
                await request.localized { APIAnswer(signIn: request.admission, status: PublicStatus(store.document)) }
            },
            readers: { request in try await request.localized { try await show(request) } })
    }
}

extension APIAnswer {
    /// A page on which the daemon's own script runs alone, and nothing is loaded from elsewhere, whatever a name from the
    /// network should smuggle in.
    init(page html: String, status: HTTPResponse.Status = .ok) {
        self.init(text: html, type: "text/html; charset=utf-8", status: status)
        fields[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    /// The page where the token is entered.
    init(signIn admission: Admission, status: PublicStatus, complaint: String? = nil) {
        let page = SignInPage(status: status, admission: admission, complaint: complaint)
        self.init(page: page.html, status: admission.takesToken ? .unauthorized : .forbidden)
        if admission.takesToken { fields[.wwwAuthenticate] = "Bearer realm=\"netdiag\"" }
    }
}
