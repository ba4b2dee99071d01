import HTTPTypes
import NetworkModel
import Translations

/// A page of a single document: links, services or peers.
struct ListPageEndpoint: Endpoint {
    /// The document.
    enum Subject: Sendable {
        case links, services, peers
    }

    let subject: Subject
    let store: StatusStore
    let peers: PeerWatch
    let mediaType = "text/html; charset=utf-8"

    var path: String { section.rawValue }

    var summary: String {
        switch subject {
        case .links: "Interfaces, gateways, uplink and resolvers as a web page"
        case .services: "The services on the link as a web page"
        case .peers: "The other daemons on the link as a web page"
        }
    }

    var audience: EndpointAudience { .page(store, handle) }

    private var section: PageFrame.Section {
        switch subject {
        case .links: .links
        case .services: .services
        case .peers: .peers
        }
    }

    private func handle(_ request: APIRequest) -> APIResponse {
        switch subject {
        case .links:
            DocumentPage(store, .links, section.title, section).response(
                LinkListPage(document: store.document).content, request)
        case .services:
            DocumentPage(store, .services, section.title, section).response(
                ServiceListPage(document: store.document).content, request)
        case .peers:
            DocumentPage(store, .peers, section.title, section).response(
                PeerListPage(document: peers.document).content, request)
        }
    }
}

/// The frame of a page that shows the machine's state in its title and icon.
struct DocumentPage: Sendable {
    private let document: StatusDocument
    private let version: PageVersion
    private let view: PageView
    private let title: String
    private let section: PageFrame.Section?

    /// Created before the content, so that a later change reloads the page.
    init(_ store: StatusStore, _ view: PageView, _ title: String, _ section: PageFrame.Section?) {
        version = PageVersion(store)
        document = store.document
        (self.view, self.title, self.section) = (view, title, section)
    }

    func response(_ content: HTML, _ request: APIRequest) -> APIResponse {
        let frame = PageFrame(
            mark: TargetState(document.status, isDegraded: document.degraded), host: document.host,
            title: Phrase.wordAndDetail.text(["word": title, "detail": document.host]), section: section,
            live: .init(path: view.path(since: version)),
            content: content, footer: PageFrame.footer(hasSession: request.admission.hasSession))
        return APIResponse(page: frame.text)
    }
}
