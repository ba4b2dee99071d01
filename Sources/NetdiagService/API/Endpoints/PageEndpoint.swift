import HTTPTypes
import NetworkModel

/// The status as a page for browsers, to which the announced `_http._tcp` service leads.
struct PageEndpoint: Endpoint {
    let store: StatusStore
    let uptimes: UptimeCache
    let path = "/"
    let summary = "The status as a web page; for strangers, a page to enter the token"
    let mediaType = "text/html; charset=utf-8"
    let query = [(key: "page", meaning: "the page of \(OverviewPage.pageSize) targets each; 1 by default")]
    var audience: EndpointAudience { .page(store, handle) }

    private func handle(_ request: APIRequest) async throws -> APIResponse {
        let text = request.query["page"] ?? "1"
        let pages = OverviewPage.pages(of: store.targets.count)
        guard let number = Int(text), 1...pages ~= number else {
            throw Problem(
                .notFound,
                "page: \(SafeText.shown(text)) is not a page; expected a number from 1 to \(pages): a page has \(OverviewPage.pageSize) targets"
            )
        }
        // Read before the page is generated, so that later changes are sent to it.
        let version = PageVersion(store)
        let page = OverviewPage(store, uptimes: await uptimes.uptimes, page: number)
        return APIResponse(page: page.html(version: version, hasSession: request.admission.hasSession))
    }
}

extension EndpointAudience {
    /// A page for readers, in their language; strangers receive the page for entering the token.
    static func page(_ store: StatusStore, _ show: @escaping ReadHandler) -> EndpointAudience {
        .reduced(
            strangers: { request in
                await request.localized { APIResponse(signIn: request.admission, status: PublicStatus(store.document)) }
            },
            readers: { request in try await request.localized { try await show(request) } })
    }

    /// The same, and with `share` a file with the content, in which secrets are masked.
    static func sharedPage(
        _ store: StatusStore, _ show: @escaping @Sendable (APIRequest, ShareForm?) async throws -> APIResponse
    ) -> EndpointAudience {
        page(store) { request in
            guard let form = try ShareForm(request) else { return try await show(request, nil) }
            return try await SharedMask.sharing(store) { try await show(request, form) }
        }
    }
}

extension APIResponse {
    /// A page that may only run the daemon's own script, and loads nothing from elsewhere, even if a name from the
    /// network injects HTML.
    init(page html: String, status: HTTPResponse.Status = .ok) {
        self.init(text: html, type: "text/html; charset=utf-8", status: status)
        fields[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    /// The page for entering the token.
    init(signIn admission: Admission, status: PublicStatus, complaint: String? = nil) {
        let page = SignInPage(status: status, admission: admission, complaint: complaint)
        self.init(page: page.html, status: admission.takesToken ? .unauthorized : .forbidden)
        if admission.takesToken { fields[.wwwAuthenticate] = "Bearer realm=\"netdiag\"" }
    }
}
