import NetworkModel
import Translations

/// The services that this daemon announces on the link, its own and those for others.
struct ServiceListPage: Sendable {
    let document: StatusDocument

    var content: HTML {
        let others = HTML(
            .servicesOfOthers, nil,
            ["command": "<code>netdiag browse</code>", "document": "<a href=\"/openapi.json\">/v1/services</a>"])
        return """
            <h1 class="vh">\(Phrase.services)</h1>
            \(own.html)\(registered.html)<p class="idle">\(others)</p>

            """
    }

    private static func targetState(_ publication: Publication) -> TargetState {
        switch publication.state {
        case .published: .up
        case .renamed, .waiting: .degraded
        case .off: .idle
        }
    }

    private static func state(_ publication: Publication) -> String {
        let state = Phrase.text(of: publication.state.rawValue)
        guard let reason = publication.localReason else { return state }
        return Phrase.withRemark.text(["text": state, "remark": reason])
    }

    private var own: PageTable {
        let publication = document.publication
        return PageTable(
            title: .thisDaemon, columns: [.name, .types, .port, .state],
            rows: [
                (
                    Self.targetState(publication),
                    [
                        "\(publication.name ?? document.host)", "\(publication.types.joined(separator: ", "))",
                        "\(publication.port == 0 ? "" : String(publication.port))", "\(Self.state(publication))",
                    ]
                )
            ])
    }

    private var registered: PageTable {
        PageTable(
            title: .announcedForOthers, columns: [.name, .types, .port, .state, .check],
            rows: document.services.map { service in
                let publication = service.publication
                let other =
                    publication.name.map {
                        $0 == service.name ? "" : " " + Phrase.asName.text(["name": Phrase.inQuotes.text(["text": $0])])
                    }
                    ?? ""
                let check = [service.check, service.status.map { TargetState($0).word }].compactMap(\.self)
                return (
                    Self.targetState(publication),
                    [
                        "\(service.name)", "\(publication.types.joined(separator: ", "))",
                        "\(String(publication.port))", "\(Self.state(publication) + other)",
                        "\(check.joined(separator: Phrase.detailSeparator))",
                    ]
                )
            })
    }
}
