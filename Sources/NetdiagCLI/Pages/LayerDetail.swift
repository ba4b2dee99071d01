import NetworkModel

/// What a layer saw, on one line.
enum LayerDetail {
    static func text(_ evidence: LayerEvidence) -> String {
        switch evidence {
        case .local(let local): self.local(local)
        case .path(let path): self.path(path)
        case .mdns(let mdns): self.mdns(mdns)
        case .link(let link): list(link.carriers.map(carrier), otherwise: "no interface")
        case .address(let address): self.address(address)
        case .gateway(let gateway): self.gateway(gateway)
        case .dns(let dns): self.dns(dns.resolution)
        case .icmp(let echo): "\(echo.address) \(self.echo(echo))"
        case .tcp(let tcp):
            list(tcp.attempts.map(attempt) + (tcp.script ?? []).map(step), otherwise: "no address to connect to")
        case .tls(let tls): self.tls(tls)
        case .proxy(let proxy): self.proxy(proxy)
        case .http(let http): self.http(http)
        case .ws(let ws): self.ws(ws)
        case .ftp(let ftp): self.ftp(ftp)
        case .kind(let kind): kind.value.summary
        }
    }

    private static func list(_ parts: [String], otherwise: String) -> String {
        parts.isEmpty ? otherwise : parts.joined(separator: ", ")
    }

    private static func local(_ evidence: LocalEvidence) -> String {
        guard let clock = evidence.clock else { return "nothing to see" }
        guard let there = clock.there, let source = clock.source else { return "the clock says \(clock.here)" }
        return "the clock says \(clock.here), \(source) says \(there)"
    }

    private static func path(_ evidence: PathEvidence) -> String {
        var parts = evidence.traces.map { trace in
            let hops = trace.hops.isEmpty ? "" : ", seen at \(trace.hops.count) hops"
            let who = trace.error?.reporter.map { " by \($0)" } ?? ""
            return "\(trace.address) \(trace.transport.rawValue) \(trace.outcome.rawValue)\(who)\(hops)"
        }
        parts += evidence.sizes.compactMap { sizes in
            sizes.answered.last.map { "\(sizes.address) answers up to \($0) bytes" }
        }
        if let burst = evidence.burst {
            parts.append("\(burst.address) answers \(burst.burst.received) of \(burst.burst.sent) at once")
        }
        return list(parts, otherwise: "nothing to see")
    }

    private static func mdns(_ evidence: MulticastEvidence) -> String { "looked at" }

    private static func carrier(_ link: Link) -> String {
        let state = LinkWords.state(link)
        let remarks = LinkWords.remarks(link).map { ", \($0)" }.joined()
        return "\(link.name) \(state)" + (link.speed.map { " \(Quantity.speed(megabits: $0))" } ?? "") + remarks
    }

    private static func address(_ evidence: AddressEvidence) -> String {
        let usable = evidence.usable.map { "\($0.address.address)/\($0.address.prefixLength)" }
        let unusable = evidence.unusable.map { source in
            "\(source.address.address) (\(source.address.flags.map(\.rawValue).joined(separator: " ")))"
        }
        return list(usable + unusable, otherwise: "none")
    }

    private static func gateway(_ evidence: GatewayEvidence) -> String {
        var parts = evidence.hops.map { hop in
            let to = hop.route.gateway?.description ?? hop.route.kind.rawValue
            let on = hop.route.interface.map { " on \($0)" } ?? ""
            let state = hop.neighbour.map { " \($0.state.rawValue)" } ?? ""
            return "\(to)\(on)\(state)" + ((hop.series ?? hop.echo).map { ", \(echo($0))" } ?? "")
        }
        if parts.isEmpty, evidence.isOnLink { parts = ["none needed"] }
        parts += evidence.familiesWithoutRoute.map { "no route for \($0 == .ipv4 ? "IPv4" : "IPv6")" }
        return list(parts, otherwise: "none")
    }

    private static func echo(_ echo: EchoEvidence) -> String {
        switch echo.outcome {
        case .reply:
            "ping \(echo.roundTrip.map(Quantity.text) ?? "answered")"
                + (echo.sent > 1 && echo.meanRoundTrip != nil ? ", \(echo.received) of \(echo.sent) answered" : "")
                + (echo.jitter.map { ", jitter \(Quantity.text($0))" } ?? "")
        case .timeout: "no answer to ping"
        case .notPermitted: "no permission to ping"
        case .unreachable: "\(echo.detail ?? "unreachable")" + (echo.reporter.map { " (from \($0))" } ?? "")
        }
    }

    private static func dns(_ resolution: Resolution) -> String {
        let addresses = resolution.addresses.map(\.description)
        guard addresses.isEmpty else {
            let sources = Set(resolution.answers.map { $0.server ?? $0.source.rawValue }).sorted()
            return "\(addresses.joined(separator: " ")) from \(sources.joined(separator: ", "))"
        }
        let failures = resolution.failures.map { failure in
            [failure.server ?? failure.source.rawValue, failure.type, failure.reason.rawValue]
                .compactMap(\.self).joined(separator: " ")
        }
        return list(failures, otherwise: "no answer")
    }

    private static func attempt(_ attempt: TCPEvidence.Attempt) -> String {
        let outcome = attempt.outcome.rawValue.split(separator: "-").joined(separator: " ")
        return "\(SocketAddress(attempt.address, port: attempt.port)) \(outcome)"
    }

    private static func tls(_ evidence: TLSEvidence) -> String {
        let subject = evidence.chain.first.map { "\($0.subject)" }
        switch evidence.outcome {
        case .established:
            let version = [evidence.version, evidence.alpn].compactMap(\.self).joined(separator: " ")
            let days = evidence.daysLeft.map { $0 < 0 ? "ended" : "\($0) days left" }
            return [version.isEmpty ? nil : version, subject ?? "handshake completed", days]
                .compactMap(\.self).joined(separator: ", ")
        case .certificate:
            let problem = evidence.problem?.rawValue ?? "bad"
            return ["certificate \(problem)", subject, evidence.detail].compactMap(\.self).joined(separator: ", ")
        default:
            return ["\(evidence.outcome.rawValue)", evidence.detail].compactMap(\.self).joined(separator: ", ")
        }
    }

    private static func http(_ evidence: HTTPEvidence) -> String {
        guard evidence.outcome == .response, let status = evidence.status else {
            return [evidence.outcome.rawValue, evidence.detail].compactMap(\.self).joined(separator: ", ")
        }
        let version = evidence.version.map { "HTTP/\($0) " } ?? ""
        let redirects = evidence.redirects.isEmpty ? "" : " after \(evidence.redirects.count) redirects"
        let first = evidence.firstByte.map { ", first byte \(Quantity.text($0))" } ?? ""
        let login = evidence.authentication.map { authentication in
            authentication.outcome == .accepted ? ", login by \(authentication.used?.rawValue ?? "credentials")" : ""
        }
        return "\(version)\(status)\(redirects)\(login ?? "")\(first), \(evidence.bodyBytes) bytes"
    }

    private static func step(_ step: TCPEvidence.ScriptResult) -> String {
        "\(step.step) \(step.hasSucceeded ? "ok" : "failed")"
    }

    private static func proxy(_ evidence: ProxyEvidence) -> String {
        let through =
            evidence.outcome == .passed ? "through \(evidence.url)" : "\(evidence.url) \(evidence.outcome.rawValue)"
        let status = evidence.status.map { "status \($0)" }
        return [through, status, evidence.outcome == .passed ? nil : evidence.detail]
            .compactMap(\.self).joined(separator: ", ")
    }

    private static func ws(_ evidence: WebSocketEvidence) -> String {
        guard evidence.outcome == .done else {
            return [evidence.outcome.rawValue, evidence.status.map { "status \($0)" }, evidence.detail]
                .compactMap(\.self).joined(separator: ", ")
        }
        let parts = [
            evidence.subprotocol, evidence.roundTrip.map { "pong after \(Quantity.text($0))" },
            evidence.answer.map { "answer after \(Quantity.text($0))" }, evidence.closeCode.map { "closed with \($0)" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func ftp(_ evidence: FTPEvidence) -> String {
        let found = evidence.entryCount.map { "\($0) entries" } ?? evidence.size.map { "\($0) bytes" }
        guard evidence.outcome == .done else {
            return [evidence.outcome.rawValue, evidence.detail].compactMap(\.self).joined(separator: ", ")
        }
        return [found, "\(evidence.steps.count) steps"].compactMap(\.self).joined(separator: ", ")
    }
}
