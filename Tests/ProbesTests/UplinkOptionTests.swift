import EventLoopKit
import LinkFacts
import NetworkModel
import Synchronization
import Testing

@testable import NetworkDiagnostics

@Suite("Settings of the uplink check")
struct UplinkOptionTests {
    @Test("the section of NetworkManager, and no other")
    func networkManager() {
        var settings: [String: String] = [:]
        NetworkManagerFile.read(
            """
            [main]
            uri=http://wrong.example/
            [connectivity]
            # uri=http://wrong.example/
             uri = http://check.example/nm
            response=online
            enabled
            [device]
            uri=http://wrong.example/
            """, into: &settings)
        #expect(settings == ["uri": "http://check.example/nm", "response": "online"])
        NetworkManagerFile.read("[connectivity]\nuri=\n", into: &settings)
        #expect(settings["uri"] == "")
    }

    @Test("without a folder, none is configured")
    func none() {
        #expect(ConnectivityURL.configured(nil, folders: ["/nonexistent/conf.d", "/nonexistent"]) == nil)
    }

    @Test("three rounds at once, and one more every 20 seconds; none if packets are switched off")
    func rounds() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        func begins(_ second: Int) -> Bool { memory.begin(.datagrams, at: start + .seconds(second)) }
        #expect([0, 1, 2, 3, 19].map(begins) == [true, true, true, false, false])
        #expect([21, 22, 41, 42].map(begins) == [true, false, true, false])
        #expect(!memory.begin(.datagrams, leaving: 1, at: start + .seconds(61)) && begins(62))
        #expect([1_000, 1_001, 1_002, 1_003].map(begins) == [true, true, true, false])
        #expect(memory.begin(.connection, at: start))
        memory.options = UplinkOptions(sendsPackets: false)
        #expect(!begins(2_000))
    }

    @Test("what routers reported about packets to hosts counts for a while, however often it is recalled")
    func comparison() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        var evidence = UplinkEvidence(gateway: nil, interface: nil)
        evidence.familiesUnreachable = [.ipv4]
        memory.store(evidence, from: start)
        #expect(memory.lastCompared(at: start) == nil && memory.last == evidence)
        memory.recordComparison(at: start)
        memory.store(evidence, from: start + .seconds(60))
        #expect(memory.lastCompared(at: start + .seconds(70)) == evidence)
        #expect(memory.lastCompared(at: start + .seconds(80)) == nil && memory.last == evidence)
    }

    @Test("a late report counts until the next observation, unless there is none then, or the network is another one")
    func lateness() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        let time = Milliseconds(.milliseconds(2_100))
        #expect(memory.lateness(at: start) == nil && !memory.isLatenessFresh(at: start))
        memory.store(lateness: time, at: start)
        #expect([0, 70].allSatisfy { memory.lateness(at: start + .seconds($0)) == time })
        #expect(memory.lateness(at: start + .seconds(80)) == nil)
        #expect(memory.isLatenessFresh(at: start + .seconds(5)) && !memory.isLatenessFresh(at: start + .seconds(11)))
        memory.store(lateness: nil, at: start + .seconds(20))
        #expect(memory.lateness(at: start + .seconds(21)) == nil && memory.isLatenessFresh(at: start + .seconds(21)))
        memory.store(lateness: time, at: start)
        memory.removeAll()
        #expect(memory.lateness(at: start) == nil)
    }

    @Test("a late packet is only sent while neither a resolver nor a router has been heard")
    func silence() {
        let start = ContinuousClock.now
        for isAnswer in [true, false] {
            let memory = UplinkMemory()
            func record(_ second: Int) {
                if isAnswer {
                    memory.recordAnswer(at: start + .seconds(second))
                } else {
                    memory.recordSign(at: start + .seconds(second))
                }
            }
            #expect(memory.isSilent(since: start))
            record(-1)
            #expect(memory.isSilent(since: start))
            record(1)
            #expect(!memory.isSilent(since: start))
        }
    }

    @Test("a healthy uplink gets two rounds a minute, however often it is observed")
    func routine() {
        let start = ContinuousClock.now
        func rounds(every seconds: Int, _ occasion: PacketBudget.Occasion) -> Int {
            var budget = PacketBudget()
            return stride(from: 0, to: 600, by: seconds).count {
                budget.begin(.output, occasion, leaving: 0, at: start + .seconds($0))
            }
        }
        #expect([1, 5, 30].map { rounds(every: $0, .routine) } == [24, 24, 20])
        // In doubt, there are three a minute, and six more after changes.
        #expect(rounds(every: 1, .need) == 3 + 29 && rounds(every: 1, .change) == 3 + 29 + 3 + 59)
    }

    @Test("a change has rounds of its own, and a device that may have appeared is looked for at once")
    func changes() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        #expect((0..<4).map { _ in memory.begin(.datagrams, at: start) } == [true, true, true, false])
        #expect((0..<4).map { _ in memory.begin(.datagrams, .change, at: start) } == [true, true, true, false])
        #expect(memory.begin(.datagrams, .change, at: start + .seconds(10)))
        #expect(memory.begin(.connection, .routine, at: start))
        #expect(!memory.begin(.connection, .routine, at: start + .seconds(24)))
        memory.allow(.connection)
        #expect(memory.begin(.connection, .routine, at: start + .seconds(24)))
    }

    @Test("checks share the response for a name that cannot exist, and silence is not remembered")
    func controls() async throws {
        let memory = UplinkMemory()
        let address = try #require(IPAddress("192.0.2.53"))
        let counter = Mutex(0)
        // All at one moment: the limit of queries would be higher after some time.
        let now = ContinuousClock.now
        func ask(_ server: String, _ failure: Resolution.FailureReason?) async throws -> DNSEvidence.FollowUp? {
            try await memory.nonexistentNameResponse(by: server, .a, at: now) {
                counter.withLock { $0 += 1 }
                return .init(
                    .control, name: "abcdefgh.invalid", type: "A", server: server,
                    addresses: failure == nil ? [address] : [], failure: failure,
                    duration: .milliseconds(1))
            }
        }
        #expect(try await ask("192.0.2.1", .timeout)?.failure == .timeout)
        #expect(try await ask("192.0.2.1", nil)?.addresses == [address])
        #expect(try await ask("192.0.2.1", .nxdomain)?.addresses == [address])
        #expect(counter.withLock(\.self) == 2)
        #expect(try await ask("192.0.2.2", .nxdomain)?.failure == .nxdomain)
        // The limit of queries is exhausted.
        #expect(try await ask("192.0.2.3", nil) == nil)
        var uplink = UplinkEvidence(gateway: nil, interface: "eth0")
        uplink.queries = [
            .init(
                server: try #require(IPAddress("192.0.2.3")), at: .link, outcome: .address,
                name: "abcdefgh.root-servers.net", addresses: [address])
        ]
        memory.store(uplink, from: .now)
        #expect(try await ask("192.0.2.3", .nxdomain)?.addresses == [address])
    }

    @Test("a response that arrives after the first check has ended is kept for the next one")
    func lateControl() async throws {
        let memory = UplinkMemory()
        let address = try #require(IPAddress("192.0.2.53"))
        let reply = Limiter(1)
        try await reply.acquire()
        let first = Task {
            try await memory.nonexistentNameResponse(by: "192.0.2.1", .a) {
                try await reply.acquire()
                return DNSEvidence.FollowUp(
                    .control, name: "abcdefgh.invalid", type: "A", server: "192.0.2.1", addresses: [address],
                    duration: .milliseconds(300))
            }
        }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        reply.release()
        let second = try await memory.nonexistentNameResponse(by: "192.0.2.1", .a) { nil }
        #expect(second?.addresses == [address])
    }

    @Test("made-up addresses are remembered longer than their absence")
    func lifetimeOfControls() {
        var memory = ControlMemory()
        let start = ContinuousClock.now
        func control(_ addresses: [IPAddress]) -> DNSEvidence.FollowUp {
            .init(.control, name: "x.invalid", type: "A", server: "192.0.2.1", addresses: addresses, duration: .zero)
        }
        memory.store(control([]), at: start)
        #expect(memory.recent(of: "192.0.2.1", "A", at: start + .seconds(19)) != nil)
        #expect(memory.recent(of: "192.0.2.1", "AAAA", at: start) == nil)
        #expect(memory.recent(of: "192.0.2.1", "A", at: start + .seconds(21)) == nil)
        memory.store(control([IPAddress("192.0.2.9")].compactMap(\.self)), at: start)
        #expect(memory.recent(of: "192.0.2.1", "A", at: start + .seconds(44))?.addresses.count == 1)
        #expect(memory.recent(of: "192.0.2.1", "A", at: start + .seconds(46)) == nil)
    }

    /// Packets with three hop limits, with the addresses of the routers that have reported some of them.
    private static func packets(_ reported: [Int: String], _ transport: PathEvidence.Transport = .tcp)
        -> [UplinkEvidence.Packet]
    {
        (2...4).compactMap { limit in
            IPAddress("192.0.2.77").map { nobody in
                UplinkEvidence.Packet(
                    destination: nobody, transport: transport, limit: limit,
                    error: reported[limit].map {
                        ICMPError(family: .ipv4, type: 11, code: 0, reporter: IPAddress($0))
                    })
            }
        }
    }

    @Test("routers' errors are reused for half a minute if a trace of this process has used up their rate limit")
    func restored() throws {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        let gateways = [try #require(IPAddress("10.0.0.1"))]
        func seen(_ packets: [UplinkEvidence.Packet], at second: Int) -> [String] {
            memory.restored(packets, gateways: gateways, at: start + .seconds(second)).map {
                ($0.error?.reporter?.description ?? "-") + ($0.isEarlier == true ? " earlier" : "")
            }
        }
        let routers = [2: "100.64.0.1", 3: "203.0.113.1", 4: "203.0.113.2"]
        memory.store(Self.packets(routers), sentAt: start)
        let (silent, partly) = (Self.packets([:]), Self.packets([2: "100.64.0.1"]))
        #expect(seen(silent, at: 5) == ["-", "-", "-"])
        func trace(at second: Int, _ routers: String...) {
            var trace = PathEvidence.Trace(address: gateways[0], port: 80, transport: .tcp, outcome: .silent)
            trace.hops = routers.enumerated().map { .init(limit: $0 + 1, address: IPAddress($1)) }
            memory.recordTrace(at: start + .seconds(second))
            memory.record(trace, behind: gateways, at: start + .seconds(second))
        }
        // The gateway forwards nothing, so that no rate limit explains the silence.
        trace(at: 20, "10.0.0.1")
        #expect(seen(silent, at: 21) == ["-", "-", "-"])
        trace(at: 20, "10.0.0.1", "100.64.0.1")
        #expect(seen(silent, at: 21) == routers.sorted { $0.key < $1.key }.map { "\($0.value) earlier" })
        #expect(seen(partly, at: 21) == ["100.64.0.1", "203.0.113.1 earlier", "203.0.113.2 earlier"])
        // Restored packets keep their original time.
        let restored = memory.restored(partly, gateways: gateways, at: start + .seconds(21))
        memory.store(restored, sentAt: start + .seconds(21))
        #expect(seen(silent, at: 25) == ["100.64.0.1 earlier", "203.0.113.1 earlier", "203.0.113.2 earlier"])
        #expect(seen(silent, at: 29) == ["-", "-", "-"])
        trace(at: 31, "10.0.0.1", "100.64.0.1")
        #expect(seen(silent, at: 32) == ["100.64.0.1 earlier", "-", "-"])
        // A router that reports datagrams is not at its rate limit, so that the SYNs do not reach it.
        let datagrams = Self.packets([2: "100.64.0.1"], .udp)
        #expect(seen(silent + datagrams, at: 32) == ["-", "-", "-", "100.64.0.1", "-", "-"])
    }

    @Test("only connections to the Internet are counted, by the time of the last received data")
    func connections() throws {
        func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }
        let snapshot = NetworkSnapshot(routes: [
            Route(family: .ipv4, gateway: try address("10.0.0.1"), interface: "eth0"),
            Route(family: .ipv4, destination: try address("10.0.0.0"), prefixLength: 24, interface: "eth0"),
        ])
        func connection(_ peer: String, _ silence: Duration?, stuck: Bool = false) throws -> OwnConnection {
            OwnConnection(peer: try address(peer), silence: silence, isRetransmitting: stuck)
        }
        let all = try [
            connection("198.51.100.1", .milliseconds(300)), connection("198.51.100.2", .seconds(8), stuck: true),
            connection("198.51.100.2", .seconds(9), stuck: true), connection("198.51.100.3", nil, stuck: true),
            connection("198.51.100.4", .seconds(600)), connection("10.0.0.7", .zero), connection("10.9.0.7", .zero),
            connection("127.0.0.1", .zero), connection("2001:db8::1", .zero),
        ]
        let counted = UplinkEvidence.Connections(all, in: snapshot, of: nil)
        var expected = UplinkEvidence.Connections(total: 5, heard: 1, stuck: 3, stuckPeers: 2)
        (expected.heardOverIPv4, expected.heardOnSecurePort) = (1, 1)
        expected.familiesHeardLately = [.ipv4]
        #expect(counted == expected)
    }

    @Test("connections that ended within a minute were seen, and those of an interface that are all stuck show that")
    func ended() throws {
        func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }
        func link(_ index: UInt32, _ name: String, _ own: String) throws -> Link {
            var link = Link(
                index: index, name: name, isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
            link.addresses = [LinkAddress(address: try address(own), prefixLength: 24, scope: .global)]
            return link
        }
        let snapshot = NetworkSnapshot(
            links: [try link(2, "eth0", "10.0.0.2"), try link(3, "eth1", "10.1.0.2")],
            routes: [Route(family: .ipv4, gateway: try address("10.0.0.1"), interface: "eth0")])
        func connection(
            _ silence: Duration?, closed: Duration? = nil, from own: String = "10.0.0.2", port: UInt16 = 443
        ) throws -> OwnConnection {
            var connection = OwnConnection(
                peer: try address("198.51.100.1"), port: port, silence: silence,
                isRetransmitting: silence == nil && closed == nil, source: try address(own))
            connection.closed = closed
            return connection
        }
        func counted(_ connections: OwnConnection...) -> UplinkEvidence.Connections {
            UplinkEvidence.Connections(connections, in: snapshot)
        }
        let closed = try counted(connection(nil, closed: .seconds(20)))
        #expect(closed.familiesHeardLately == [.ipv4] && closed.total == 0 && closed.heard == 0)
        #expect(try counted(connection(nil, closed: .seconds(61))).familiesHeardLately == nil)
        #expect(try counted(connection(.seconds(61))).familiesHeardLately == nil)
        // A portal answers for everybody there.
        #expect(try counted(connection(nil, closed: .seconds(20), port: 80)).familiesHeardLately == nil)
        let heard = try connection(.zero), stuck = try connection(nil, from: "10.1.0.2")
        var other = stuck
        other.peer = try address("198.51.100.2")
        #expect(counted(heard, stuck, other).stuckInterfaces == ["eth1"])
        // A single host may be dead itself, and the interface may be idle.
        #expect(counted(heard, stuck, stuck).stuckInterfaces == nil)
        #expect(counted(stuck, other).stuckInterfaces == nil)
        let lately = try connection(.seconds(9), from: "10.1.0.2")
        let closedNow = try connection(nil, closed: .zero, from: "10.1.0.2")
        for last in [lately, closedNow] { #expect(counted(heard, stuck, other, last).stuckInterfaces == nil) }
    }

    @Test("SYNs to hosts of two networks that are later than the last data over their address family outweigh it")
    func silentSince() throws {
        func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }
        let snapshot = NetworkSnapshot(
            routes: [Route(family: .ipv4, gateway: try address("10.0.0.1"), interface: "eth0")])
        func waiting(_ peer: String, for wait: Duration) throws -> OwnConnection {
            var connection = OwnConnection(peer: try address(peer), silence: nil, isRetransmitting: true)
            (connection.synRepetitions, connection.leastWait) = (3, wait)
            return connection
        }
        let heard = OwnConnection(
            peer: try address("203.0.113.1"), silence: .seconds(20), isRetransmitting: false)
        for (second, wait, isSilent) in [
            ("192.0.2.1", 3, true), ("192.0.2.1", 15, false), ("198.51.100.1", 3, false),
        ] {
            let all = try [
                heard, waiting("198.51.100.1", for: .seconds(3)), waiting(second, for: .seconds(wait)),
            ]
            let counted = UplinkEvidence.Connections(all, in: snapshot, of: nil)
            #expect(counted.familiesHeardLately == (isSilent ? nil : [.ipv4]), "\(second) \(wait)")
        }
    }

    @Test("a failed check does not rely on a pulse that leaves open whether the uplink works")
    func openPulse() async throws {
        let memory = UplinkMemory()
        let open = UplinkEvidence(gateway: nil, interface: "eth0")
        for isPulse in [true, false] {
            memory.store(open, from: .now, isPulse: isPulse)
            let found = try await memory.shared { nil }
            #expect((found == nil) == isPulse)
        }
    }

    @Test("packets that got no response before the uplink worked again show nothing about a later fault")
    func silenceOfEarlierOutage() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        func packets(_ second: Int) -> Int {
            memory.earlier(at: start + .seconds(second)).packets.count { $0.limit != nil }
        }
        let silent = [2, 3].map { UplinkEvidence.Packet(destination: nobody, transport: .udp, limit: $0) }
        memory.store(silent, sentAt: start)
        #expect(packets(1) == 2)
        // A router that finds no next hop shows that the outage lasts.
        memory.recordSign(isPassed: false, at: start + .seconds(3))
        #expect(packets(4) == 2)
        memory.recordSign(at: start + .seconds(5))
        #expect(packets(6) == 0)
        // It is silent again.
        memory.store(silent, sentAt: start + .seconds(7))
        #expect(packets(8) == 2)
        // A router that was heard then, and not since, is still of interest.
        var reported = silent
        reported[0].error = ICMPError(family: .ipv4, type: 11, code: 0, reporter: nobody)
        memory.store(reported, sentAt: start + .seconds(9))
        memory.recordSign(at: start + .seconds(10))
        #expect(packets(11) == 2)
    }

    @Test("a router that is heard while no resolver reaches the Internet is remembered until one does")
    func heardInOutage() {
        let memory = UplinkMemory()
        let start = ContinuousClock.now
        memory.store(UplinkEvidence(gateway: nil, interface: "eth0"), from: start)
        memory.record(isResolved: true, from: start)
        memory.recordSign(at: start + .seconds(1))
        memory.record(isResolved: false, from: start + .seconds(5))
        #expect(!memory.isHeardUnresolved)
        memory.recordSign(at: start + .seconds(6))
        memory.record(isResolved: false, from: start + .seconds(10))
        #expect(memory.isHeardUnresolved)
        memory.record(isResolved: true, from: start + .seconds(15))
        #expect(!memory.isHeardUnresolved)
    }

    private let nobody = IPAddress("192.0.2.7")!
}
