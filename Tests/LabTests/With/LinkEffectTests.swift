import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON

@Suite("Effects of a bad network on many packets", .lab, .tags(.lab))
struct LinkEffectTests {
    /// The final output of `netdiag with --json`, as far as the tests need it.
    private struct Summary: Decodable {
        struct Direction: Decodable {
            let packets, lost, outage, reordered: Int
            let tooBig: Int

            private enum CodingKeys: String, CodingKey {
                case packets, lost, outage, reordered
                case tooBig = "too_big"
            }
        }

        let up, down: Direction
        /// In milliseconds.
        let duration: Double

        private enum CodingKeys: String, CodingKey {
            case up, down
            case duration = "duration_ms"
        }

        init(_ result: CommandResult) throws {
            let line = try #require(result.diagnostics.split(separator: "\n").last, "\(result)")
            self = try JSON.decode(Self.self, from: Data(line.utf8))
        }
    }

    private func with(_ options: [String], _ command: [String], on host: Host) async throws -> CommandResult {
        try await host.result(
            of: [Programs.command, "with", "--json", "--seed", "1"] + options + ["--"] + command,
            within: .unexpectedlyLong)
    }

    /// The number of replies that ping has received.
    private func received(_ result: CommandResult) throws -> Int {
        let words = result.output.split(separator: "\n").last { $0.contains(" received") }?.split(separator: " ")
        return try #require(words.flatMap { words in words.firstIndex(of: "received,").flatMap { Int(words[$0 - 1]) } })
    }

    @Test("datagrams larger than the MTU pass in fragments, each of which can be lost")
    func fragments() async throws {
        try await Pair.run { pair in
            for (address, header) in [(pair.address, 20), (pair.cable.b.ipv6, 48)] {
                for mtu in [[], ["--mtu", "1280"]] {
                    let ping = ["ping", "-q", "-f", "-l", "4", "-c", "200", "-s", "20000", address]
                    let result = try await with(mtu, ping, on: pair.client)
                    // In IPv6, routers do not fragment (RFC 8201): the sender gets an ICMP error with the MTU for its
                    // first packets. These are four packets, or some more on a busy machine. After its last packet, ping
                    // waits for twice the longest round trip only, and may miss the last four replies there.
                    #expect(try received(result) >= (header == 20 || mtu.isEmpty ? 196 : 190), "\(result)")
                    let summary = try Summary(result)
                    let size = (mtu.isEmpty ? 1_500 : 1_280) - header
                    let most = 200 * ((20_008 + size / 8 * 8 - 1) / (size / 8 * 8))
                    #expect(summary.down.packets >= most * 190 / 200 && summary.down.packets <= most, "\(result)")
                }
            }
            // 8008 bytes are six fragments, and each direction drops 5 % of them.
            let result = try await with(
                ["--loss", "5%"], ["ping", "-q", "-f", "-l", "8", "-c", "1000", "-s", "8000", pair.address],
                on: pair.client)
            let share = [Double](repeating: 0.95, count: 12).reduce(1, *)
            let deviation = (1_000 * share * (1 - share)).squareRoot()
            #expect(abs(Double(try received(result)) - 1_000 * share) <= 5 * deviation, "\(result)")
        }
    }

    @Test("a packet of the MTU passes; the sender of a larger one gets an ICMP error, or none")
    func mtu() async throws {
        try await Pair.run { pair in
            func ping(_ mtu: String, size: Int, _ options: [String] = []) async throws -> CommandResult {
                let packets = ["-f", "-l", "64", "-c", "200", "-W", "1", "-M", "do", "-s", "\(size - 28)"]
                return try await with(
                    ["--mtu", mtu], ["ping", "-q"] + options + packets + [pair.address], on: pair.client)
            }
            for mtu in ["1280", "1280:silent"] {
                // With a deadline, ping waits for 200 replies. Without one, it waits for twice the longest round trip after its
                // last packet, which is too short on a busy machine.
                let fits = try await ping(mtu, size: 1_280, ["-w", "20"])
                #expect(try received(fits) >= 200 && Summary(fits).up.tooBig == 0, "\(fits)")
            }
            let told = try await ping("1280", size: 1_281)
            // The command's kernel gets ICMP errors for the first packets and sends no more.
            #expect(try received(told) == 0 && (1...64).contains(try Summary(told).up.tooBig), "\(told)")
            let untold = try await ping("1280:silent", size: 1_281)
            #expect(try received(untold) == 0 && Summary(untold).up.tooBig == 200, "\(untold)")
        }
    }

    @Test("an outage drops all packets for a while, once in each period, and none otherwise")
    func outage() async throws {
        try await Pair.run { pair in
            let result = try await with(
                ["--outage", "200ms/1s"], ["ping", "-i", "0.002", "-c", "4000", pair.address], on: pair.client)
            let summary = try Summary(result)
            let numbers = result.output.split(separator: "\n").compactMap { line in
                line.firstRange(of: "icmp_seq=").flatMap { Int(line[$0.upperBound...].prefix { $0 != " " }) }
            }
            #expect(summary.up.packets == 4_000 && summary.up.lost == 0)
            #expect(numbers.count == 4_000 - summary.up.outage - summary.down.outage)
            // Random loss would leave hundreds of gaps.
            let gaps = zip([0] + numbers, numbers + [4_001]).count { $1 > $0 + 1 }
            let periods = Int(summary.duration / 1_000) + 1
            // The command may have to wait for the processor during a whole outage, but not during most of them.
            #expect(
                (periods / 2...periods).contains(gaps), "\(gaps) gaps in \(summary.duration) ms: \(result.diagnostics)")
        }
    }

    @Test("the requested share of 10,000 packets is reordered")
    func reorder() async throws {
        try await Pair.run { pair in
            // The number of packets in each hundred that arrived after one that was sent later.
            let server = try pair.server.spawn([
                "python3", "-uc",
                """
                import socket
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                s.bind(("\(pair.address)", 5000))
                print("ready")
                late = 0
                for burst in range(100):
                    last = -1
                    for _ in range(100):
                        number, peer = s.recvfrom(64)
                        late += int(number) < last
                        last = max(last, int(number))
                    s.sendto(b"all", peer)
                print("late", late)
                """,
            ])
            try await server.output.first("the server") { $0 == "ready" }
            let client = """
                import socket
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                s.connect(("\(pair.address)", 5000))
                for burst in range(100):
                    for number in range(100): s.send(b"%d" % number)
                    s.recv(64)
                """
            let result = try await with(["--reorder", "10%"], ["python3", "-c", client], on: pair.client)
            let line = try await server.output.first("the count") { $0.hasPrefix("late ") }
            let late = try #require(Int(line.dropFirst(5)))
            let reordered = try Summary(result).up.reordered
            // Five standard deviations of 10,000 packets.
            #expect(abs(reordered - 1_000) <= 150, "\(result.diagnostics)")
            // The last packets of a hundred have no later packet that could overtake them.
            #expect(late <= reordered && late >= reordered - 100, "\(late) of \(reordered)")
        }
    }
}
