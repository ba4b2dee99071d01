import Glibc
import Lab
import Testing

@Suite("A real interface that is broken for some time", .lab, .tags(.lab))
struct BreakTests {
    private static let state = [
        "sh", "-c", "ip -o link; ip -o addr; ip route; ip -6 route; tc qdisc show dev eth0; nft list ruleset",
    ]

    private func awaitState(_ before: String, on host: Host) async throws {
        try await withLimit(.unexpectedlyLong, "the state of before") {
            while try await host.run(Self.state) != before { try Task.checkCancellation() }
        }
    }

    @Test("every fault is there, and is undone at an interrupt and after kill -9", arguments: [SIGINT, SIGKILL])
    func undone(signal: CInt) async throws {
        try await Pair.run { pair in
            try await pair.client.route(via: pair.cable.b)
            let before = try await pair.client.run(Self.state)
            let program = try pair.client.spawn([
                Programs.command, "break", "eth0", "--loss", "100%", "--rate", "1Mbit", "--mtu", "1400", "--no-route",
                "--for", "1h",
            ])
            try await program.diagnostics.first("the fault") { $0.contains("eth0 is broken") }
            let broken = try await pair.client.run(Self.state)
            for fact in ["mtu 1400", "qdisc tbf", "hook ingress device \"eth0\"", "hook egress device \"eth0\""] {
                #expect(broken.contains(fact), "\(broken)")
            }
            #expect(!broken.contains("default via"))
            let ping = try await pair.client.result(of: ["ping", "-c", "3", "-i", "0.01", "-W", "1", pair.address])
            #expect(ping.status == .exited(1))
            program.send(signal)
            #expect(try await program.exit() == (signal == SIGINT ? .exited(0) : .killed(SIGKILL)))
            try await awaitState(before, on: pair.client)
            try await pair.client.run(["ping", "-c", "1", pair.address])
        }
    }

    @Test("a link that was down has its routes again when its time is over")
    func down() async throws {
        try await Pair.run { pair in
            try await pair.client.route(via: pair.cable.b)
            let before = try await pair.client.run(Self.state)
            let result = try await pair.client.result(of: [
                Programs.command, "break", "eth0", "--down", "--for", "1s", "--json",
            ])
            #expect(result.status == .exited(0) && result.output.contains(#""event":"mended""#), "\(result)")
            try await awaitState(before, on: pair.client)
        }
    }

    @Test("the link of the SSH session, one that does not exist, and nothing to do are refused")
    func refusals() async throws {
        try await Pair.run { pair in
            let before = try await pair.client.run(Self.state)
            for (options, session) in [
                (["eth0", "--loss", "1%"], "\(pair.address) 4000 \(pair.cable.a.ipv4) 22"),
                (["eth7", "--loss", "1%"], ""), (["eth0"], ""), (["eth0", "--mtu", "1000"], ""),
            ] {
                let result = try await pair.client.result(
                    of: [Programs.command, "break", "--for", "5m"] + options, environment: ["SSH_CONNECTION": session])
                #expect(result.status == .exited(64), "\(options): \(result)")
            }
            #expect(try await pair.client.run(Self.state) == before)
        }
    }
}
