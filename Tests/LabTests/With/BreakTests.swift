import Glibc
import Lab
import Testing

@Suite("Impairing a real interface for a limited time", .lab, .tags(.lab))
struct BreakTests {
    private static let state = [
        "sh", "-c", "ip -o link; ip -o addr; ip route; ip -6 route; tc qdisc show dev eth0; nft list ruleset",
    ]

    /// The state once the kernel has completed the set-up of the cable, which it does in its own time: the link is up, and no
    /// address is tentative.
    private func initialState(of host: Host) async throws -> String {
        let isComplete = [
            "sh", "-c", "ip -o link show eth0 | grep -q 'state UP' && [ -z \"$(ip -6 addr show tentative)\" ]",
        ]
        try await withLimit(.unexpectedlyLong, "the cable is set up") {
            while try await host.result(of: isComplete).status != .exited(0) { try Task.checkCancellation() }
        }
        return try await host.run(Self.state)
    }

    private func awaitState(_ before: String, on host: Host) async throws {
        try await withLimit(.unexpectedlyLong, "the state of before") {
            while try await host.run(Self.state) != before { try Task.checkCancellation() }
        }
    }

    @Test("every fault takes effect, and is undone after an interrupt and after kill -9", arguments: [SIGINT, SIGKILL])
    func undone(signal: CInt) async throws {
        try await Pair.run { pair in
            try await pair.client.route(via: pair.cable.b)
            let before = try await initialState(of: pair.client)
            let program = try pair.client.spawn([
                Programs.command, "break", "eth0", "--loss", "100%", "--rate", "1Mbit", "--mtu", "1400", "--no-route",
                "--for", "1h",
            ])
            try await program.diagnostics.first("the fault") { $0.contains("eth0 is impaired") }
            let broken = try await pair.client.run(Self.state)
            for fact in ["mtu 1400", "qdisc tbf", "hook ingress device \"eth0\"", "hook egress device \"eth0\""] {
                #expect(broken.contains(fact), "\(broken)")
            }
            #expect(!broken.contains("default via"))
            let ping = try await pair.client.result(of: ["ping", "-c", "3", "-i", "0.01", "-W", "1", pair.address])
            // The kernel does not tell ping that nothing is sent, as it would of a packet that a rule drops (ENOBUFS).
            #expect(ping.status == .exited(1) && ping.diagnostics.isEmpty, "\(ping)")
            program.send(signal)
            #expect(try await program.exit() == (signal == SIGINT ? .exited(0) : .killed(SIGKILL)))
            try await awaitState(before, on: pair.client)
            try await pair.client.run(["ping", "-c", "1", pair.address])
        }
    }

    @Test("a command that is still running when netdiag is killed is undone as well")
    func killedWhileApplying() async throws {
        try await Pair.run { pair in
            let before = try await initialState(of: pair.client)
            // This nft(8) waits before it makes its change, and records when it has begun and ended.
            let slow = """
                #!/bin/sh
                [ "$1" = add ] || exec /run/nft.real "$@"
                touch /run/began; sleep 1; /run/nft.real "$@"; touch /run/ended
                """
            try await pair.client.write("/run/nft", slow)
            try await pair.client.run([
                "sh", "-euc", "cp /usr/sbin/nft /run/nft.real; chmod 755 /run/nft; mount --bind /run/nft /usr/sbin/nft",
            ])
            let program = try pair.client.spawn([
                Programs.command, "break", "eth0", "--loss", "100%", "--for", "1h",
            ])
            try await pair.client.run(["sh", "-c", "until [ -e /run/began ]; do sleep 0.05; done"])
            program.send(SIGKILL)
            #expect(try await program.exit() == .killed(SIGKILL))
            try await pair.client.run(["sh", "-c", "until [ -e /run/ended ]; do sleep 0.05; done"])
            try await awaitState(before, on: pair.client)
        }
    }

    @Test("the routes of a link that was down are restored when its time is over")
    func down() async throws {
        try await Pair.run { pair in
            try await pair.client.route(via: pair.cable.b)
            let before = try await initialState(of: pair.client)
            let result = try await pair.client.result(of: [
                Programs.command, "break", "eth0", "--down", "--for", "1s", "--json",
            ])
            #expect(result.status == .exited(0) && result.output.contains(#""event":"mended""#), "\(result)")
            try await awaitState(before, on: pair.client)
        }
    }

    @Test("netem is used where the kernel has it, and where it has not, one line says so and nothing changes")
    func netem() async throws {
        try await Pair.run { pair in
            let probe = try await pair.client.result(
                of: ["tc", "qdisc", "add", "dev", "eth0", "root", "netem", "limit", "9"])
            let hasNetem = probe.status == .exited(0)
            if hasNetem { try await pair.client.run(["tc", "qdisc", "delete", "dev", "eth0", "root"]) }
            let before = try await initialState(of: pair.client)
            for options in [
                ["--latency", "80ms±20ms", "--rate", "1Mbit"], ["--reorder", "5%"], ["--duplicate", "1%"],
            ] {
                let result = try await pair.client.result(
                    of: [Programs.command, "break", "eth0", "--for", "1s", "--json"] + options)
                if hasNetem {
                    #expect(result.status == .exited(0) && result.output.contains("'netem'"), "\(result)")
                } else {
                    #expect(result.status == .exited(3), "\(result)")
                    #expect(result.diagnostics.contains("this kernel has no netem"), "\(result)")
                    #expect(result.diagnostics.split(separator: "\n").count == 1 && result.output.isEmpty, "\(result)")
                }
                #expect(try await pair.client.run(Self.state) == before)
            }
        }
    }

    @Test(
        "an outage begins and ends while the break lasts, and is undone in its middle", arguments: [SIGTERM, SIGKILL])
    func outage(signal: CInt) async throws {
        try await Pair.run { pair in
            let before = try await initialState(of: pair.client)
            let program = try pair.client.spawn([
                Programs.command, "break", "eth0", "--outage", "6s/12s", "--for", "1h",
            ])
            try await program.diagnostics.first("the fault") { $0.contains("eth0 is impaired") }
            @Sendable func isOut() async throws -> Bool {
                try await pair.client.run(["nft", "list", "ruleset"]).contains("counter")
            }
            for wanted in [true, false, true] {
                // The search for the neighbour that began in an outage may fail just after it.
                try await withLimit(.unexpectedlyLong, "an outage: \(wanted)") {
                    while true {
                        try Task.checkCancellation()
                        guard try await isOut() == wanted else { continue }
                        let ping = ["ping", "-c", "2", "-i", "0.1", "-W", "1", pair.address]
                        let status = try await pair.client.result(of: ping).status
                        let isStill = try await isOut() == wanted
                        if isStill && status == .exited(wanted ? 1 : 0) { break }
                    }
                }
            }
            program.send(signal)
            #expect(try await program.exit() == (signal == SIGTERM ? .exited(0) : .killed(SIGKILL)))
            try await awaitState(before, on: pair.client)
            try await pair.client.run(["ping", "-c", "1", pair.address])
        }
    }

    @Test("a break that is over leaves the link as it was, and says so")
    func over() async throws {
        try await Pair.run { pair in
            let before = try await initialState(of: pair.client)
            let result = try await pair.client.result(of: [
                Programs.command, "break", "eth0", "--loss", "50%", "--rate", "1Mbit", "--for", "1s",
            ])
            #expect(result.status == .exited(0) && result.diagnostics.contains("eth0 is restored"), "\(result)")
            // Not only at the end of the test, but already when the program has ended.
            #expect(try await pair.client.run(Self.state) == before)
        }
    }

    @Test("a second break of a link is refused and leaves the first one alone")
    func twice() async throws {
        try await Pair.run { pair in
            try await pair.client.route(via: pair.cable.b)
            let before = try await initialState(of: pair.client)
            let first = try pair.client.spawn([
                Programs.command, "break", "eth0", "--loss", "1%", "--rate", "1Mbit", "--mtu", "1400", "--for", "1h",
            ])
            try await first.diagnostics.first("the fault") { $0.contains("eth0 is impaired") }
            let broken = try await pair.client.run(Self.state)
            for options in [["--loss", "2%"], ["--rate", "2Mbit"], ["--mtu", "1300"], ["--down"], ["--no-route"]] {
                let second = try await pair.client.result(
                    of: [Programs.command, "break", "eth0", "--for", "5m"] + options)
                #expect(second.status == .exited(3), "\(options): \(second)")
                #expect(second.diagnostics.contains("eth0 is broken already"), "\(options): \(second)")
                #expect(try await pair.client.run(Self.state) == broken, "\(options)")
            }
            first.send(SIGTERM)
            #expect(try await first.exit() == .exited(0))
            #expect(try await pair.client.run(Self.state) == before)
        }
    }

    @Test("with --yes, the link of the SSH session is broken and restored")
    func agreed() async throws {
        try await Pair.run { pair in
            let before = try await initialState(of: pair.client)
            let session = ["SSH_CONNECTION": "\(pair.address) 4000 \(pair.cable.a.ipv4) 22"]
            let result = try await pair.client.result(
                of: [Programs.command, "break", "eth0", "--mtu", "1400", "--yes", "--for", "1s"], environment: session)
            #expect(result.status == .exited(0), "\(result)")
            #expect(try await pair.client.run(Self.state) == before)
        }
    }

    @Test("it applies to the links of its own network namespace, whatever /sys shows")
    func otherNamespace() async throws {
        try await Pair.run { pair in
            // A namespace in which /sys remains that of the client: eth0 is there, and neither of these interfaces.
            func run(_ setup: String, _ options: String, session: String = "") async throws -> CommandResult {
                try await pair.client.result(
                    of: [
                        "unshare", "--net", "sh", "-ec",
                        "\(setup); exec \"$0\" break \(options) --mtu 1400 --for 1s --json", Programs.command,
                    ], environment: ["SSH_CONNECTION": session])
            }
            let found = try await run("ip link add inner0 type bridge", "inner0")
            #expect(found.status == .exited(0) && found.output.contains(#""event":"mended""#), "\(found)")
            let missing = try await run("true", "eth0")
            #expect(missing.status == .exited(64) && missing.diagnostics.contains("no interface eth0"), "\(missing)")
            // The session's packets leave through an interface on a bridge with a port.
            let ports = """
                ip link add br0 type bridge; ip link add port0 type veth peer name port1; ip link set port0 master br0
                ip link add link br0 name mac0 type macvlan; for l in port0 port1 br0 mac0; do ip link set $l up; done
                ip addr add 192.0.2.1/24 dev mac0
                """
            for link in ["port0", "br0", "mac0"] {
                let refused = try await run(ports, link, session: "192.0.2.9 4000 192.0.2.1 22")
                #expect(refused.status == .exited(64), "\(refused)")
                #expect(refused.diagnostics.contains("SSH session depends on \(link)"), "\(refused)")
            }
        }
    }

    @Test("the link of the SSH session, one that does not exist, and nothing to do are refused")
    func refusals() async throws {
        try await Pair.run { pair in
            let before = try await initialState(of: pair.client)
            for (options, session, reason) in [
                (
                    ["eth0", "--loss", "1%"], "\(pair.address) 4000 \(pair.cable.a.ipv4) 22",
                    "--yes breaks it nevertheless"
                ),
                (["eth7", "--loss", "1%"], "", "there is no interface eth7"),
                (["lo", "--loss", "1%"], "", "lo is the loopback interface"),
                (["eth0"], "", "nothing to change is given"),
                (["eth0", "--mtu", "1000"], "", "below 1280"),
                (["eth0", "--mtu", "70000"], "", "--mtu: eth0 takes at most"),
                (["eth0", "--loss", "101%"], "", "0% to 100%"),
            ] {
                let result = try await pair.client.result(
                    of: [Programs.command, "break", "--for", "5m"] + options, environment: ["SSH_CONNECTION": session])
                #expect(result.status == .exited(64), "\(options): \(result)")
                #expect(result.diagnostics.contains(reason), "\(options): \(result)")
            }
            #expect(try await pair.client.run(Self.state) == before)
        }
    }
}
