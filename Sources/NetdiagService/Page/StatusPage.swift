import Diagnosis
import NetworkModel

/// The status document as a page: the verdict and its cause first, then what it rests on.
struct StatusPage: Sendable {
    let document: StatusDocument
    let peers: [Peer]
    /// Whether its reader has signed in.
    var hasSession = false
    /// Seconds after which a browser asks again.
    private static let refresh = 10

    var html: String {
        PageFrame(
            mark: Mark(document.status, isDegraded: document.degraded), host: document.host, refresh: Self.refresh,
            subheading: """
                \(side)<p>since <time datetime="\(document.since)">\(Self.time(document.since))</time></p>

                """,
            content: content, footer: footer
        ).text
    }

    /// Whose fault it is: the first question of whoever reads it.
    private var side: HTML {
        guard document.status == .connectionDown, let cause = document.cause, cause.severity == .error,
            let side = cause.side
        else { return "" }
        return "<p>\(side.words)</p>\n"
    }

    private var content: HTML {
        """
        \(exposure)
        \(history)
        \(HTML(document.incidents.filter(\.isOpen).map(incident)))
        \(HTML(document.findingsWithoutIncident.map(finding)))
        \(section("Targets", ["", "Target", "Cause", "Checked"], document.targets.map(target), empty: "No targets yet; add some under targets: in netdiag.yaml"))
        \(section("Links", ["", "Interface", "State", "Addresses"], document.links.filter { !$0.isLoopback }.map(link)))
        \(section("Gateways", ["", "Address", "Interface", "Round trip"], document.gateways.map(gateway)))
        \(section("Uplink", ["", "Evidence"], document.uplink.map { [uplink($0)] } ?? []))
        \(section("Resolvers", ["", "Server", "Answer", "Time"], document.resolvers.map(resolver)))
        \(published)
        \(services)
        \(peers.isEmpty ? "" : section("Peers", ["", "Name", "Host", "Sees this host"], peers.map(peer)))

        """
    }

    private var footer: HTML {
        """
        netdiag \(Version.text) · <a href="/v1/status">JSON</a> · <a href="/v1/reports">reports</a> · <a href="/v1/incidents">incidents</a> · <a href="/openapi.json">API</a>\(hasSession ? Self.signOut : "")
        """
    }

    private static let signOut: HTML = " · <form method=\"post\" action=\"/logout\"><button>sign out</button></form>"

    private var exposure: HTML { document.exposure.map { "<p class=\"note\">\($0)</p>" } ?? "" }

    private func finding(_ finding: Finding) -> HTML {
        let advice: [HTML] = finding.advice.map { "<li>\($0)</li>" }
        return """
            <article class="\(finding.severity.rawValue)">
            <h2>\(finding.summary)</h2>
            \(scope(of: finding))
            <p><code>\(finding.id)</code></p>
            <ul>\(HTML(advice))</ul>
            </article>

            """
    }

    /// What is not recorded, and why.
    private var history: HTML {
        document.history.map { "<p>results are not recorded since \(Self.time($0.since)): \($0.reason)</p>" } ?? ""
    }

    /// How far it reaches, as other daemons say.
    private func scope(of finding: Finding) -> HTML { finding.scope.map { "<p>\($0.summary)</p>" } ?? "" }

    /// Targets that are named; the others are counted.
    private static let maxTargets = 10

    private func incident(_ incident: StatusDocument.Incident) -> HTML {
        let named: [HTML] = incident.targets.prefix(Self.maxTargets).map { "<li>\($0)</li>" }
        let others = incident.targetCount - named.count
        let rest: HTML = others > 0 ? "<li>and \(others) more</li>" : ""
        let changes: [HTML] = incident.changes.suffix(Self.maxTargets).map {
            "<li><time datetime=\"\($0.at)\">\(Self.time($0.at))</time> \($0.summary)</li>"
        }
        let before: HTML = changes.isEmpty ? "" : "<p>just before:</p><ul>\(HTML(changes))</ul>"
        return """
            <article class="\(incident.cause.severity.rawValue)">
            <h2>\(incident.cause.summary)</h2>
            \(scope(of: incident.cause))
            <p><code>\(incident.cause.id)</code> incident \(incident.id), open since <time datetime="\(incident.opened)">\(Self.time(incident.opened))</time>, targets: \(incident.targetCount)</p>
            <ul>\(HTML(named))\(rest)</ul>
            \(before)
            </article>

            """
    }

    private func section(_ title: String, _ columns: [String], _ rows: [HTML], empty: String = "none") -> HTML {
        guard !rows.isEmpty else { return "<section><h2>\(title)</h2><p class=\"idle\">\(empty)</p></section>\n" }
        let heads: [HTML] = columns.map { "<th scope=\"col\">\($0)</th>" }
        return """
            <section><h2>\(title)</h2>
            <table><thead><tr>\(HTML(heads))</tr></thead>
            <tbody>\(HTML(rows))</tbody></table></section>

            """
    }

    private func row(_ mark: Mark, _ cells: [HTML]) -> HTML {
        let cells: [HTML] = cells.map { "<td>\($0)</td>" }
        return
            "<tr><td class=\"\(mark.rawValue)\"><span aria-hidden=\"true\">\(mark.symbol)</span><span class=\"words\">\(mark.word)</span></td>\(HTML(cells))</tr>\n"
    }

    private func target(_ target: StatusDocument.TargetStatus) -> HTML {
        let mark = Mark(target.status, isDegraded: target.degraded)
        let cause: HTML = target.cause.map { "<code>\($0.id)</code> \($0.summary)" } ?? "\(mark.word)"
        let last: HTML =
            target.last.map { "<time datetime=\"\($0)\">\("\($0)".dropFirst(11).prefix(8)) UTC</time>" } ?? "not yet"
        return row(mark, ["\(target.key)", cause, last])
    }

    private func link(_ link: Link) -> HTML {
        let isUp = link.isAdminUp && link.hasCarrier
        let isNeeded = document.gateways.contains { $0.interface == link.name }
        let speed = isUp ? link.speed.map { ", \($0) Mbit/s" } ?? "" : ""
        let state = !link.isAdminUp ? "switched off" : link.hasCarrier ? "up" : "no carrier"
        let addresses = link.addresses.map { "\($0.address)/\($0.prefixLength)" }.joined(separator: ", ")
        return row(isUp ? .up : isNeeded ? .down : .idle, ["\(link.name)", "\(state + speed)", "\(addresses)"])
    }

    private func gateway(_ gateway: StatusDocument.Gateway) -> HTML {
        row(
            Mark(gateway.status, isDegraded: false),
            ["\(gateway.address)", "\(gateway.interface)", "\(gateway.roundTrip.map(Self.milliseconds) ?? "")"])
    }

    private func uplink(_ uplink: StatusDocument.Uplink) -> HTML {
        row(
            Mark(uplink.status, isDegraded: false),
            ["\([uplink.evidence?.summary ?? "not checked", uplink.detail].compactMap(\.self).joined(separator: ": "))"]
        )
    }

    private func resolver(_ status: StatusDocument.ResolverStatus) -> HTML {
        let port = status.resolver.port == 53 ? "" : ":\(status.resolver.port)"
        return row(
            Mark(status.status, isDegraded: false),
            [
                "\("\(status.resolver.address)" + port)", "\(status.failure?.rawValue ?? "")",
                "\(status.duration.map(Self.milliseconds) ?? "")",
            ])
    }

    private func peer(_ peer: Peer) -> HTML {
        let mark: Mark = peer.isReachable == false ? .down : Mark(peer.status ?? .noErr, isDegraded: false)
        let view = peer.view?.isSeen.map { $0 ? "yes" : "no" } ?? peer.reason ?? peer.view?.reason ?? ""
        return row(mark, ["\(peer.name)", "\(peer.host + (peer.isSeen ? "" : " (not announced)"))", "\(view)"])
    }

    private var published: HTML {
        let publication = document.publication
        let reason = publication.reason.map { " (\($0))" } ?? ""
        let text: String
        switch publication.state {
        case .published, .renamed:
            let types = publication.types.joined(separator: ", ")
            text = "as “\(publication.name ?? "")”, \(types), port \(publication.port)"
        case .waiting: text = "waiting"
        case .off: text = "off"
        }
        return "<section><h2>Published</h2><p>\(text + reason)</p></section>\n"
    }

    private var services: HTML {
        guard !document.services.isEmpty else { return "" }
        return section("Services", ["", "Name", "Types", "Port", "State"], document.services.map(service))
    }

    private func service(_ service: RegisteredService) -> HTML {
        let publication = service.publication
        let mark: Mark =
            switch publication.state {
            case .published: .up
            case .renamed, .waiting: .degraded
            case .off: .idle
            }
        let name = publication.name.map { $0 == service.name ? "" : " “\($0)”" } ?? ""
        let reason = publication.reason.map { " (\($0))" } ?? ""
        return row(
            mark,
            [
                "\(service.name)", "\(publication.types.joined(separator: ", "))", "\(String(publication.port))",
                "\(publication.state.rawValue + name + reason)",
            ])
    }

    private static func milliseconds(_ value: Milliseconds) -> String {
        "\((value.value * 10).rounded() / 10) ms"
    }

    /// `2026-11-21T04:46:59.123Z` without what people do not read.
    private static func time(_ moment: Timestamp) -> String {
        "\(moment)".prefix(19).replacing("T", with: " ") + " UTC"
    }

    /// How a thing stands, in a symbol and a word.
    enum Mark: String, Sendable {
        case up, degraded, down, unknown, idle

        init(_ status: ConnectionStatus, isDegraded: Bool) {
            self =
                switch status {
                case .connectionUp: isDegraded ? .degraded : .up
                case .connectionDown: .down
                case .connectionIndeterminate, .err: .unknown
                case .noErr: .idle
                }
        }

        var symbol: String {
            switch self {
            case .up: "✓"
            case .degraded: "!"
            case .down: "✗"
            case .unknown: "?"
            case .idle: "·"
            }
        }

        var word: String {
            switch self {
            case .up: "up"
            case .degraded: "degraded"
            case .down: "down"
            case .unknown: "cannot be told"
            case .idle: "no status yet"
            }
        }
    }
}
