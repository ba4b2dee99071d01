import NetworkModel

/// What this daemon announces on the link, for itself and for others.
struct ServiceListPage: Sendable {
    let document: StatusDocument

    var content: HTML {
        """
        <h1 class="vh">Services</h1>
        \(own.html)\(registered.html)<p class="idle">Services of others on the link: <code>netdiag browse</code>, or \
        <a href="/openapi.json">/v1/services</a>.</p>

        """
    }

    private static func mark(_ publication: Publication) -> StatusMark {
        switch publication.state {
        case .published: .up
        case .renamed, .waiting: .degraded
        case .off: .idle
        }
    }

    private static func state(_ publication: Publication) -> String {
        publication.state.rawValue + (publication.reason.map { " (\($0))" } ?? "")
    }

    private var own: PageTable {
        let publication = document.publication
        return PageTable(
            title: "This daemon", columns: ["Name", "Types", "Port", "State"],
            rows: [
                (
                    Self.mark(publication),
                    [
                        "\(publication.name ?? document.host)", "\(publication.types.joined(separator: ", "))",
                        "\(publication.port == 0 ? "" : String(publication.port))", "\(Self.state(publication))",
                    ]
                )
            ])
    }

    private var registered: PageTable {
        PageTable(
            title: "Announced for others", columns: ["Name", "Types", "Port", "State", "Check"],
            rows: document.services.map { service in
                let publication = service.publication
                let other = publication.name.map { $0 == service.name ? "" : " as “\($0)”" } ?? ""
                let check = [service.check, service.status.map { StatusMark($0).word }].compactMap(\.self)
                return (
                    Self.mark(publication),
                    [
                        "\(service.name)", "\(publication.types.joined(separator: ", "))",
                        "\(String(publication.port))", "\(Self.state(publication) + other)",
                        "\(check.joined(separator: ": "))",
                    ]
                )
            })
    }
}
