import NetworkModel
import Translations

/// The network connections of this machine: interfaces, gateways, the uplink, resolvers.
struct LinkListPage: Sendable {
    let document: StatusDocument

    var content: HTML {
        """
        <h1 class="vh">\(Phrase.links)</h1>
        \(links.html)\(gateways.html)\(uplink.html)\(resolvers.html)
        """
    }

    private var links: PageTable {
        PageTable(
            title: .links, columns: [.interface, .state, .addresses],
            rows: document.links.filter { !$0.isLoopback }.map { link in
                let isUp = link.isAdminUp && link.hasCarrier
                // Only an interface with a route counts as down.
                let isNeeded = document.gateways.contains { $0.interface == link.name }
                let speed = isUp ? link.speed.map { LocalQuantity.speed(megabits: $0) } : nil
                let remarks = LinkWords.remarks(link).map { RowWords.local($0, of: .link) }
                let state = ([Phrase.text(of: LinkWords.state(link)), speed].compactMap(\.self) + remarks)
                    .joined(separator: Phrase.partSeparator)
                let addresses = link.addresses.prefix(32).map(LinkWords.address).joined(separator: ", ")
                return (isUp ? .up : isNeeded ? .down : .idle, ["\(link.name)", "\(state)", "\(addresses)"])
            })
    }

    private var gateways: PageTable {
        PageTable(
            title: .gateways, columns: [.address, .interface, .neighbour, .roundTrip],
            rows: document.gateways.map { gateway in
                (
                    TargetState(gateway.status),
                    [
                        "\(gateway.address)", "\(gateway.interface)",
                        "\(gateway.neighbour?.rawValue ?? (gateway.status == .noErr ? Phrase.notChecked.text : ""))",
                        "\(gateway.roundTrip.map { LocalQuantity.text($0) } ?? "")",
                    ]
                )
            })
    }

    private var uplink: PageTable {
        PageTable(
            title: .uplink, columns: [.evidence],
            rows: document.uplink.map { uplink in
                let words = [
                    uplink.evidence?.localSummary ?? Phrase.notChecked.text,
                    (uplink.detail ?? uplink.unproven).map(FactWords.local),
                ].compactMap(\.self)
                return [(TargetState(uplink.status), ["\(words.joined(separator: Phrase.clauseSeparator))"])]
            } ?? [], empty: .noDefaultRoute)
    }

    private var resolvers: PageTable {
        PageTable(
            title: .resolvers, columns: [.server, .from, .answer, .time],
            rows: document.resolvers.map { status in
                let resolver = status.resolver
                let port = resolver.port == 53 ? "" : ":\(resolver.port)"
                return (
                    TargetState(status.status),
                    [
                        "\("\(resolver.address)" + port)", "\(resolver.interface ?? resolver.source.rawValue)",
                        "\(status.failure?.rawValue ?? "")", "\(status.duration.map { LocalQuantity.text($0) } ?? "")",
                    ]
                )
            })
    }
}
