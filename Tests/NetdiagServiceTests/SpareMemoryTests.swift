import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("What is known of next hops")
struct SpareMemoryTests {
    private static func tcp(
        _ legs: [String: [TCPEvidence.Outcome]], to host: String = "198.51.100.1"
    ) throws -> TCPEvidence {
        let address = try #require(IPAddress(host))
        var tcp = TCPEvidence(attempts: [])
        tcp.legs = legs.map { interface, outcomes in
            TCPEvidence.Leg(
                interface: interface,
                attempts: outcomes.map {
                    TCPEvidence.Attempt(address: address, port: 443, outcome: $0, duration: .zero)
                })
        }
        return tcp
    }

    @Test("a next hop is lost if no connection over it is answered, and each over another one accepted")
    func lostLegs() throws {
        #expect(try Self.tcp(["eth0": [.connected, .connected], "eth1": [.timeout, .timeout]]).lostLegs == ["eth1"])
        #expect(try Self.tcp(["eth0": [.connected, .timeout], "eth1": [.timeout, .timeout]]).lostLegs.isEmpty)
        #expect(try Self.tcp(["eth0": [.connected], "eth1": [.timeout, .connected]]).lostLegs.isEmpty)
        #expect(try Self.tcp(["eth0": [.refused], "eth1": [.timeout]]).lostLegs.isEmpty)
        #expect(try Self.tcp(["eth0": [.connected], "eth1": []]).lostLegs.isEmpty)
        var several = try Self.tcp(["eth0": [.connected]])
        let others = try Self.tcp(["eth1": [.timeout]], to: "198.51.100.2")
        several.legs = (several.legs ?? []) + (others.legs ?? [])
        #expect(several.lostLegs.isEmpty)
    }

    @Test("a next hop is in doubt for five minutes after connections were lost there, or until they are not")
    func memory() throws {
        let now = ContinuousClock.now
        var memory = SpareMemory()
        func isDoubtful(_ interface: String, after seconds: Int) -> Bool {
            let spare = UplinkEvidence.Spare(gateway: nil, interface: interface)
            return memory.recalled(spare, at: now + .seconds(seconds)).losesConnections == true
        }
        memory.record(try Self.tcp(["eth0": [.connected], "eth1": [.timeout]]), at: now)
        #expect(isDoubtful("eth1", after: 299) && !isDoubtful("eth1", after: 301) && !isDoubtful("eth0", after: 1))
        // A check that connects at once measures nothing.
        memory.record(TCPEvidence(attempts: []), at: now)
        #expect(isDoubtful("eth1", after: 1))
        memory.record(try Self.tcp(["eth0": [.connected], "eth1": [.connected]]), at: now)
        #expect(!isDoubtful("eth1", after: 1))
    }

    @Test("connections over each next hop are made again after five minutes, or soon if one has lost them")
    func legs() throws {
        let now = ContinuousClock.now
        let memory = UplinkMemory()
        func isKnown(after seconds: Int, over interfaces: [String] = ["eth0", "eth1"]) -> Bool {
            memory.legs(over: interfaces, at: now + .seconds(seconds)) != nil
        }
        func legs(_ second: TCPEvidence.Outcome) throws -> [TCPEvidence.Leg] {
            let tried = [try Self.tcp(["eth0": [.connected]]), try Self.tcp(["eth1": [second]])]
            return tried.flatMap { $0.legs ?? [] }
        }
        #expect(!isKnown(after: 0))
        memory.store(try legs(.connected), at: now)
        #expect(isKnown(after: 299) && !isKnown(after: 301) && !isKnown(after: 1, over: ["eth0", "eth2"]))
        memory.store(try legs(.timeout), at: now)
        #expect(isKnown(after: 24) && !isKnown(after: 26))
        // An observation that makes none uses them until the next one that does.
        for (seconds, isUsed) in [(26, true), (74, true), (76, false)] {
            let recalled = memory.legs(over: ["eth0", "eth1"], isRecalled: true, at: now + .seconds(seconds))
            #expect((recalled != nil) == isUsed, "\(seconds)")
        }
    }
}
