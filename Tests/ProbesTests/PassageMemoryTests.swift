import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("Devices that take port 80 alone, from one observation to the next")
struct PassageMemoryTests {
    private let start = ContinuousClock.now

    /// What an observation proves that meets such a device.
    ///
    /// - Parameters:
    ///   - isReported: Whether a router reports the SYN past the device.
    ///   - isFull: Whether SYNs to addresses that nobody has are sent as well, which two routers report.
    private func proof(
        _ memory: UplinkMemory, isReported: Bool, isFull: Bool = false, at second: Int
    ) throws -> UplinkProof {
        let now = start + .seconds(second)
        let gateway = try #require(IPAddress("192.0.2.1")), nobody = try #require(IPAddress("203.0.113.9"))
        let routers = [try #require(IPAddress("192.168.100.1")), try #require(IPAddress("100.64.3.1"))]
        let errors = routers.map { ICMPError(family: .ipv4, type: 11, code: 0, reporter: $0) }
        let sent = errors.enumerated().map { place, error in
            UplinkEvidence.Packet(destination: nobody, transport: .tcp, limit: place + 2, error: error)
        }
        var met = UplinkEvidence.Interception(
            destination: nobody, isAccepted: true, status: 302, location: "http://router.test/update")
        (met.isTLSAccepted, met.isNear, met.errorBehind) = (false, true, isReported ? errors[0] : nil)
        memory.store(met, at: now)
        var uplink = UplinkEvidence(
            gateway: gateway, interface: "eth0",
            queries: [.init(server: gateway, at: .gateway, outcome: .nxdomain, name: "x.root-servers.net")],
            packets: isFull ? sent : memory.earlier(at: now).packets)
        uplink.interception = memory.restored(met, at: now)
        if isFull { memory.store(sent, sentAt: now) }
        return UplinkProof(uplink)
    }

    @Test("what full observations and pulses prove is the same, also if a router leaves out a report")
    func steady() throws {
        let memory = UplinkMemory()
        #expect(try proof(memory, isReported: true, isFull: true, at: 0) == .works)
        #expect(try proof(memory, isReported: true, at: 3) == .works)
        #expect(try proof(memory, isReported: false, at: 6) == .works)
        #expect(try proof(memory, isReported: true, at: 9) == .works)
        #expect(try proof(memory, isReported: false, isFull: true, at: 12) == .works)
        // After that time, the device may have begun to keep back the rest as well.
        #expect(try proof(memory, isReported: false, at: 20) == .broken)
        #expect(try proof(UplinkMemory(), isReported: false, at: 0) == .broken)
    }
}
