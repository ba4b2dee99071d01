import HTTPTypes
import NetworkModel

/// The status as a page for browsers: whoever follows the published `_http._tcp` lands here.
struct PageEndpoint: Endpoint {
    let store: StatusStore
    let peers: PeerWatch
    let path = "/"
    let summary = "The status as a web page; for strangers, one where the token is entered"
    let mediaType = "text/html; charset=utf-8"
    var answering: Answering { .reduced(strangers: signIn, readers: show) }

    private func show(_ request: APIRequest) -> APIAnswer {
        let page = StatusPage(
            document: store.document, peers: peers.document.peers, hasSession: request.admission.hasSession)
        return APIAnswer(page: page.html)
    }

    private func signIn(_ request: APIRequest) -> APIAnswer {
        APIAnswer(signIn: request.admission, status: PublicStatus(store.document))
    }
}

extension APIAnswer {
    /// A page on which no script runs and nothing is loaded, whatever a name from the network should smuggle in.
    init(page html: String, status: HTTPResponse.Status = .ok) {
        self.init(text: html, type: "text/html; charset=utf-8", status: status)
        fields[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    }

    /// The page where the token is entered.
    init(signIn admission: Admission, status: PublicStatus, complaint: String? = nil) {
        let page = SignInPage(status: status, admission: admission, complaint: complaint)
        self.init(page: page.html, status: admission.takesToken ? .unauthorized : .forbidden)
        if admission.takesToken { fields[.wwwAuthenticate] = "Bearer realm=\"netdiag\"" }
    }
}
