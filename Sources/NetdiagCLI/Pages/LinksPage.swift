import NetworkModel
import Translations

extension NetworkSnapshot {
    /// Writes four tables in the style of `ip -br`.
    func write(to page: inout Page, in context: PageContext) {
        page.line(Text(CommandPhrase.interfaces.text, .bold))
        var table = interfaceTable(page.glyphs, withAddresses: true)
        // A truncated address is useless. If there is not enough space beside the other columns, addresses have a table of
        // their own.
        let isNarrow = !page.terminal.isPlain && page.terminal.columns.map { table.width + 2 > $0 } ?? false
        if isNarrow { table = interfaceTable(page.glyphs, withAddresses: false) }
        page.table(table, indent: 2)
        for lease in expiredLeases ?? [] {
            let text = CommandPhrase.leaseEnded.text(["address": "\(lease.address)", "interface": lease.interface])
            page.line(TargetState.degraded.text(page.glyphs) + Text(" \(text)"), indent: 2, hang: 2)
        }
        if isNarrow { section(Phrase.addresses.text, addressTable, &page) }
        section(CommandPhrase.routes.text, routeTable, orLines: routes.map(Self.line), &page)
        section(CommandPhrase.neighbours.text, neighbourTable, orLines: neighbours.map(Self.line), &page)
        section(Phrase.resolvers.text, resolverTable, &page)
        if !resolvers.search.isEmpty {
            page.line(Text("search: ", .dim) + Text(resolvers.search.joined(separator: " ")), indent: 2, hang: 8)
        }
        for problem in resolvers.problems {
            let text = FactWords.local(problem.description)
            page.line(TargetState.degraded.text(page.glyphs) + Text(" \(text)"), indent: 2, hang: 2)
        }
    }

    /// - Parameter lines: A line for each row, which is written if the terminal is too narrow for the table: an address that is
    ///   cut is of no use.
    private func section(_ title: String, _ table: Table, orLines lines: [Text] = [], _ page: inout Page) {
        page.blank()
        page.line(Text(title, .bold))
        if !lines.isEmpty, !page.terminal.isPlain, let columns = page.terminal.columns, table.width + 2 > columns {
            for line in lines { page.line(line, indent: 2, hang: 4) }
        } else if table.rows.count > 1 {
            page.table(table, indent: 2)
        } else {
            page.line(Text(Phrase.noneOfThem.text, .dim), indent: 2)
        }
    }

    private static func heading(_ titles: String...) -> [Text] {
        titles.map { Text($0.uppercased(), .dim) }
    }

    private func interfaceTable(_ glyphs: Glyphs, withAddresses: Bool) -> Table {
        var table = Table(.left, .left, .left, .right, .right, .left, .flexible)
        table.add(
            row: Self.heading(
                "", Phrase.name.text, Phrase.state.text, CommandPhrase.speed.text, "MTU",
                CommandPhrase.hardwareAddress.text, withAddresses ? Phrase.addresses.text : ""))
        for link in links {
            let mark: TargetState = link.isAdminUp && link.hasCarrier ? .up : link.isAdminUp ? .degraded : .idle
            let details = withAddresses ? Self.details(of: link) : []
            table.add(
                mark.text(glyphs), Text(link.name, .bold),
                Text(Phrase.text(of: LinkWords.state(link)), mark == .up ? .plain : mark.style),
                Text(link.speed.map { LocalQuantity.speed(megabits: $0) } ?? ""), Text("\(link.mtu)"),
                Text(link.hardwareAddress ?? ""),
                details.first ?? Text())
            for detail in details.dropFirst() { table.add("", "", "", "", "", "", detail) }
        }
        return table
    }

    private var addressTable: Table {
        var table = Table(.left, .flexible)
        table.add(row: Self.heading(Phrase.interface.text, Phrase.address.text))
        for link in links {
            for (index, detail) in Self.details(of: link).enumerated() {
                table.add(Text(index == 0 ? link.name : ""), detail)
            }
        }
        return table
    }

    /// The addresses of an interface, and remarks about it.
    private static func details(of link: Link) -> [Text] {
        link.addresses.map { Text(LinkWords.address($0), .name) }
            + LinkWords.remarks(link).map { Text(RowWords.local($0, of: .link), .dim) }
    }

    private var routeTable: Table {
        var table = Table(.flexible, .flexible, .left, .right, .flexible, .left)
        table.add(
            row: Self.heading(
                CommandPhrase.destination.text, Phrase.gateway.text, Phrase.interface.text, CommandPhrase.metric.text,
                CommandPhrase.source.text, CommandPhrase.protocolName.text))
        for route in routes {
            let destination = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
            let gateway = route.gateway?.description ?? (route.kind == .unicast ? "" : route.kind.rawValue)
            table.add(
                Text(destination, route.isDefault ? .bold : .plain), Text(gateway, .name), Text(route.interface ?? ""),
                Text(route.metric == 0 ? "" : "\(route.metric)"), Text(route.preferredSource?.description ?? ""),
                Text(route.origin ?? "", .dim))
        }
        return table
    }

    /// A route in the form of `ip route`.
    private static func line(_ route: Route) -> Text {
        let destination = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
        var line = Text(
            route.kind == .unicast ? destination : "\(route.kind.rawValue) \(destination)",
            route.isDefault ? .bold : .plain)
        if let gateway = route.gateway { line = line + Text(" via ", .dim) + Text("\(gateway)", .name) }
        let rest = [
            ("dev", route.interface), ("src", route.preferredSource?.description),
            ("metric", route.metric == 0 ? nil : "\(route.metric)"), ("proto", route.origin),
        ]
        for case (let key, let value?) in rest { line = line + Text(" \(key) ", .dim) + Text(value) }
        return line
    }

    /// A neighbour in the form of `ip neigh`.
    private static func line(_ neighbour: Neighbour) -> Text {
        var line = Text(neighbour.address.description, .name) + Text(" dev ", .dim) + Text(neighbour.interface)
        if let address = neighbour.hardwareAddress { line = line + Text(" lladdr ", .dim) + Text(address) }
        return line + Text(neighbour.isRouter ? " router" : "", .dim)
            + Text(" \(neighbour.state.rawValue)", style(neighbour))
    }

    private static func style(_ neighbour: Neighbour) -> Style {
        switch neighbour.state {
        case .failed: .bad
        case .incomplete: .warning
        default: .plain
        }
    }

    private var neighbourTable: Table {
        var table = Table(.flexible, .left, .left, .left, .left)
        table.add(
            row: Self.heading(
                Phrase.address.text, Phrase.interface.text, CommandPhrase.hardwareAddress.text, Phrase.state.text, ""))
        for neighbour in neighbours {
            table.add(
                Text(neighbour.address.description, .name), Text(neighbour.interface),
                Text(neighbour.hardwareAddress ?? ""), Text(neighbour.state.rawValue, Self.style(neighbour)),
                Text(neighbour.isRouter ? "router" : "", .dim))
        }
        return table
    }

    private var resolverTable: Table {
        var table = Table(.flexible, .left, .left)
        table.add(row: Self.heading(Phrase.address.text, CommandPhrase.source.text, Phrase.interface.text))
        for server in resolvers.servers {
            table.add(
                Text(server.text, .name), Text(server.source.rawValue), Text(server.interface ?? ""))
        }
        return table
    }
}

extension Resolver {
    /// The address, with the port if it is not 53.
    var text: String {
        port == 53 ? address.description : SocketAddress(address, port: port).description
    }
}
