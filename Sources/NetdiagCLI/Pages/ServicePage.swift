import NetworkModel

/// Services for people.
enum ServicePage {
    /// An event of a live browser: one line, and what was resolved beneath it.
    static func line(for event: ServiceEvent, on terminal: Terminal) -> [UInt8] {
        var page = Page(for: terminal)
        let instance = event.instance
        let (glyph, style): (String, Style) =
            switch event.event {
            case .added: (page.glyphs.added, .good)
            case .resolved: (page.glyphs.resolved, .good)
            case .updated: (page.glyphs.updated, .warning)
            case .removed: (page.glyphs.removed, .bad)
            }
        page.line(
            Text(glyph, style) + " " + padded(instance.interface ?? "", to: 10) + padded(instance.type, to: 20)
                + Text(instance.name, .bold) + Text(instance.domain == "local" ? "" : "  \(instance.domain)", .dim)
                + stale(instance), hang: 4)
        if let place = place(of: instance) { page.line(place, indent: 4, hang: 2) }
        if let txt = txt(of: instance) { page.line(txt, indent: 4, hang: 2) }
        return page.bytes
    }

    /// All that is known, in order of type, name, interface.
    static func table(_ instances: [ServiceInstance], on terminal: Terminal) -> [UInt8] {
        var page = Page(for: terminal)
        guard !instances.isEmpty else {
            page.line(Text("no services found", .dim))
            return page.bytes
        }
        var table = Table(.left, .flexible, .left, .flexible, .flexible)
        table.add(
            Text("TYPE", .dim), Text("NAME", .dim), Text("INTERFACE", .dim), Text("HOST", .dim), Text("TXT", .dim))
        let sorted = instances.sorted {
            ($0.type, $0.name, $0.interface ?? "") < ($1.type, $1.name, $1.interface ?? "")
        }
        for instance in sorted {
            table.add(
                Text(instance.type), Text(instance.name, .bold) + stale(instance), Text(instance.interface ?? ""),
                place(of: instance) ?? Text(), txt(of: instance) ?? Text())
        }
        if sorted.allSatisfy({ $0.host == nil }) {
            // Without --resolve the last two columns would be headings alone.
            var short = Table(.left, .flexible, .left)
            for row in table.rows { short.add(row: row) }
            table = short
        }
        page.table(table)
        return page.bytes
    }

    private static func padded(_ text: String, to width: Int) -> Text {
        let shown = Text(text)
        return shown + Text(String(repeating: " ", count: max(width - shown.width, 0) + 1))
    }

    private static func stale(_ instance: ServiceInstance) -> Text {
        guard instance.stale else { return Text() }
        let reason =
            switch instance.staleReason {
            case .refused: "port refuses"
            case .noAnswer: "port silent"
            case nil: "host silent"
            }
        return Text("  (stale: \(reason))", .warning)
    }

    private static func place(of instance: ServiceInstance) -> Text? {
        guard let host = instance.host else { return nil }
        let addresses = (instance.addresses ?? []).map(\.description).joined(separator: " ")
        return Text("\(host):\(instance.port ?? 0)", .name) + Text(addresses.isEmpty ? "" : "  \(addresses)")
    }

    private static func txt(of instance: ServiceInstance) -> Text? {
        guard let txt = instance.txt, !txt.isEmpty else { return nil }
        return txt.sorted { $0.key < $1.key }.map { key, value in
            switch value {
            case .flag: Text(key, .dim)
            case .text(let text): Text("\(key)=", .dim) + Text(text)
            case .bytes(let bytes): Text("\(key)=", .dim) + Text("<\(bytes.count) bytes>", .dim)
            }
        }.joined(separator: " ")
    }
}
