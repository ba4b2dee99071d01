import NetworkModel

/// The faults of `dns.*`: DNS servers over UDP and TCP that are queried directly, as in
/// `dns://127.0.0.1:40123/www.example.test`.
enum DNSFaults {
    private static let name = "www.example.test"
    private static let zone = [
        "\(name) A 192.0.2.1", "\(name) AAAA 2001:db8::1", "text.example.test TXT nothing else",
        "mail.example.test MX 10 \(name)",
    ]

    static let all: [FaultDefinition] = [
        fault("dns.refused", "Answers REFUSED.", .code(5)),
        fault("dns.servfail", "Answers SERVFAIL.", .code(2)),
        fault("dns.dnssec-bogus", "Answers SERVFAIL unless checking is disabled.", .bogus()),
        fault("dns.nxdomain", "Answers NXDOMAIN for a name that its zone does not have.", of: "wwww.example.test"),
        fault(
            "dns.no-address", "Answers without an address for a name that has only a TXT record.",
            of: "text.example.test"),
        FaultDefinition(
            "dns.cname-broken", "Answers with aliases that lead nowhere.", isConditional: true,
            arguments: [
                FaultArgument(
                    "end", .choice(["loop", "missing"], default: "loop"), "in a loop, or to a name that does not exist")
            ]
        ) { context in
            let end = context.arguments.text("end") == "loop" ? name : "gone.example.test"
            let zone = ["\(name) CNAME alias.example.test", "alias.example.test CNAME \(end)"]
            return try await endpoint(context, .answers, zone: zone)
        },
        fault("dns.tcp-blocked", "Truncates its answers, and TCP is refused.", .truncated, servesStreams: false),
        FaultDefinition(
            "dns.malformed", "Answers with data that is not an answer to the query.", isConditional: true,
            arguments: [mistake]
        ) { try await endpoint($0, malformed($0.arguments), ["--timeout", "2"]) },
        FaultDefinition(
            "dns.slow", "Answers late.", isConditional: true, arguments: [delay]
        ) { try await endpoint($0, .late($0.arguments.duration("delay"))) },
        fault(
            "dns.unexpected-answer", "Answers with an address other than the expected one.",
            checkedWith: ["--record", "192.0.2.99"]),
        fault("dns.server-unreachable", "Never answers.", .silence, checkedWith: ["--timeout", "2"]),
        FaultDefinition("dns.server-closed", "Nothing listens on the port, which an ICMP error reports.") { context in
            let closed = try ReservedPort(.datagram, host: context.host, port: context.port)
            return FaultEndpoint(
                target: target(context.hostAndPort(closed.port), name), close: { closed.close() })
        },
    ]

    static let mistake = FaultArgument(
        "what", .choice(["garbage", "id", "question", "formerr"], default: "garbage"),
        "bytes that are not a DNS message, another id or question, or the code FORMERR")
    static let delay = FaultArgument(
        "delay", .duration(.milliseconds(1) ... .seconds(60), default: .milliseconds(1_500)),
        "the time before the answer")

    /// Returns the behaviour for the value of ``mistake``.
    static func malformed(_ arguments: FaultArguments) -> DNSBehaviour {
        switch arguments.text("what") {
        case "id": .mistaken(.id)
        case "question": .mistaken(.question)
        case "formerr": .code(1)
        default: .garbage
        }
    }

    private static func fault(
        _ cause: CauseID, _ summary: String, _ behaviour: DNSBehaviour = .answers, of name: String = name,
        servesStreams: Bool = true, checkedWith arguments: [String] = []
    ) -> FaultDefinition {
        FaultDefinition(cause, summary, isConditional: true) {
            try await endpoint($0, behaviour, arguments, of: name, servesStreams: servesStreams)
        }
    }

    private static func endpoint(
        _ context: FaultContext, _ behaviour: DNSBehaviour, _ arguments: [String] = [], of name: String = name,
        zone: [String] = zone, servesStreams: Bool = true
    ) async throws -> FaultEndpoint {
        let server = try await DNSServer.start(behaviour, DNSZone(zone), context, servesStreams: servesStreams)
        return FaultEndpoint(
            target: target(context.hostAndPort(server.port), name), checkArguments: arguments,
            close: { await server.close() })
    }

    private static func target(_ place: String, _ name: String) -> String { "dns://\(place)/\(name)?type=A" }
}
