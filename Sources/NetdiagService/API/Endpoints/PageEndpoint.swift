import HTTPTypes
import NetworkModel

/// The status as a page for browsers: whoever follows the published `_http._tcp` lands here.
struct PageEndpoint: Endpoint {
    let store: StatusStore
    let peers: PeerWatch
    let path = "/"
    let summary = "The status as a web page"
    let mediaType = "text/html; charset=utf-8"

    func answer(_ request: APIRequest) -> APIAnswer {
        let page = StatusPage(document: store.document, peers: peers.document.peers)
        var answer = APIAnswer(text: page.html, type: mediaType)
        // No script runs and nothing is loaded, whatever a name from the network should smuggle in.
        answer.fields[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        return answer
    }
}
