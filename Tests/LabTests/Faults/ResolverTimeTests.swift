import Lab
import Testing

/// Some DNS servers give no answers that programs would wait for. The command line does not wait for them either. Whatever is silent,
/// a check ends with its time limit: the reason is sought before.
@Suite("Time for silent servers", .lab, .tags(.lab))
struct ResolverTimeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let command: [String]
        /// It has to end within this time, with room for a slow machine.
        let limit: Duration
        let bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    private static let server = "10.77.3.1"
    private static let page = "http://www.lab.example/"

    static let cases: [Case] = [
        Case(
            testDescription: "a check goes on at once if a router rejects queries to the first of two servers",
            command: ["check", page], limit: .milliseconds(900)
        ) { work in
            try await work.office.router.filter(
                "table ip t { chain f { type filter hook forward priority 0; "
                    + "ip daddr 10.77.2.1 udp dport 53 reject with icmp type admin-prohibited; }; }\n")
            try await work.client.useDNS(["10.77.2.1", server])
        },
        Case(
            testDescription: "a check does not look for lost packets behind a server that takes half a second",
            command: ["check", page], limit: .milliseconds(1_500)
        ) { work in
            try await work.answer([
                .init("www.lab.example", .late(.addresses(["10.77.2.1"]), after: .milliseconds(500)))
            ])
        },
        Case(
            testDescription:
                "a status does not wait for a server that drops queries for NS records, and answers others",
            command: ["status"], limit: .milliseconds(1_800)
        ) { work in
            // The name of the root, and the type.
            try await work.office.names.drop("udp dport 53 @th,160,24 0x000002")
        },
        Case(
            // In this network, which has no Internet, a second round of packets is sent as well.
            testDescription: "a status does not wait long for a second server that programs do not query",
            command: ["status"], limit: .milliseconds(3_500)
        ) { work in
            try await work.lab.addTransit(behind: work.office)
            try await work.startStub(asking: server)
            try await work.client.useDNS(["127.0.0.53", "10.77.3.9"])
        },
        Case(
            testDescription: "a check with silent DNS servers needs no more than its time limit",
            command: ["check", page], limit: .milliseconds(5_200)
        ) { work in
            try await work.office.names.drop("meta l4proto { tcp, udp } th dport 53")
        },
        Case(
            testDescription: "a check of a silent TLS server needs no more than its time limit",
            command: ["check", "tls://10.77.2.1:445"], limit: .milliseconds(5_300)
        ) { work in
            try await work.office.server.startFaultyServer("tls.handshake-timeout", port: 445)
        },
    ]

    @Test("the command ends in time", arguments: cases)
    func time(_ item: Case) async throws {
        var time = try await Self.time(of: item)
        // Another program may have kept the machine busy.
        if time > item.limit { time = try await Self.time(of: item) }
        #expect(time <= item.limit)
    }

    /// The time of the second of two runs: the first one reads the program from the disk.
    private static func time(of item: Case) async throws -> Duration {
        try await Lab.run(alone: true) { lab in
            let work = try await OfficeAtWork(in: lab)
            try await item.bringAbout(work)
            func run(_ arguments: [String]) async throws {
                _ = try await work.client.result(
                    of: [Programs.command] + arguments, environment: ["HOME": "/run/home"], within: .unexpectedlyLong)
            }
            try await run(["--version"])
            let begun = ContinuousClock.now
            try await run(item.command)
            return begun.duration(to: .now)
        }
    }
}
