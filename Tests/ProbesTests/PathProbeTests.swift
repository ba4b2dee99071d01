import EventLoopKit
import Foundation
import NetworkModel
import Testing

@testable import Probes

/// Tests that need no network of several hosts. The others are in the lab.
@Suite("Probes of the path")
struct PathProbeTests {
    @Test("a closed port responds itself", arguments: ["127.0.0.1", "::1"])
    func closedPort(text: String) async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let address = try #require(IPAddress(text))
        // No server listens on the port of discard (RFC 863) here.
        let trace = try await TraceProbe(SocketAddress(address, port: 9), as: .tcp, loop: loop)
            .observe(within: .ample)
        #expect(trace.outcome == .answered && trace.error == nil && trace.hops.isEmpty)
        let datagram = try await TraceProbe(SocketAddress(address, port: 9), as: .udp, hops: 0, loop: loop)
            .observe(within: .ample)
        #expect(datagram.outcome == .answered)
    }

    @Test("a silent port gets no second packet for whose response there is no time")
    func lastPacket() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let server = try ProbeSocket(.datagram(.ipv4))
        let address = try #require(IPAddress("127.0.0.1"))
        try server.bind(to: SocketAddress(address, port: 0))
        let port = try #require(server.localPort)
        let packet = TracePacket(
            destination: SocketAddress(address, port: port), transport: .udp, hopLimit: nil, loop: loop)
        let response = try await packet.response(until: .now + .milliseconds(20))
        guard case .silent = response else {
            Issue.record("\(response)")
            return
        }
        // Datagrams on the loopback interface are there once they are sent.
        let (first, second) = (server.receive(atMost: 64), server.receive(atMost: 64))
        #expect(first != nil)
        #expect(second == nil)
    }

    @Test(
        "loopback passes every size", .enabled(if: EchoProbeTests.mayPing, "no right to send echo requests here"),
        arguments: ["127.0.0.1", "::1"])
    func sizes(text: String) async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let address = try #require(IPAddress(text))
        let sizes = try await PathMTUProbe(address: address, interfaceMTU: 1_500, loop: loop)
            .observe(within: .ample)
        #expect(sizes.answered == [576, 1_280, 1_400, 1_420, 1_440, 1_460, 1_480, 1_492, 1_500])
        #expect(sizes.silent.isEmpty && sizes.blackHole == nil)
    }

    @Test(
        "loopback answers a burst", .enabled(if: EchoProbeTests.mayPing, "no right to send echo requests here"))
    func burst() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let address = try #require(IPAddress("127.0.0.1"))
        let burst = try #require(try await BurstProbe(address: address, loop: loop).observe(within: .ample))
        #expect(burst.calm.received == 4 && burst.burst.received == 20)
    }

    @Test("a SYN has the checksum of RFC 9293 section 3.1")
    func segment() throws {
        let (here, there) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("198.51.100.1")))
        let segment = RawSYN.segment(to: SocketAddress(there, port: 443), from: here)
        #expect(segment.count == 20 && segment[2...3] == [1, 187] && segment[13] == 2)
        // With the checksum in place, the sum over the segment is all ones.
        #expect(EchoSocket.checksum(here.bytes + there.bytes + [0, 6, 0, 20] + segment) == 0)
    }

    @Test("only replies from the destination's address and port to the sending port count")
    func answers() throws {
        let there = try #require(IPAddress("198.51.100.1"))
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let probe = ArrivalProbe(destination: SocketAddress(there, port: 53), transport: .udp, loop: loop)
        var packet: [UInt8] = [0x46] + [UInt8](repeating: 0, count: 8) + [17, 0, 0] + there.bytes + [192, 0, 2, 1]
        packet += [0, 0, 0, 0, 0, 53, 0xc3, 0x50, 0, 12]
        #expect(probe.isAnswer(packet[...], to: 50_000))
        #expect(!probe.isAnswer(packet[...], to: 50_001))
        for length in packet.indices where length < 28 { #expect(!probe.isAnswer(packet[..<length], to: 50_000)) }
        packet[9] = 6
        #expect(!probe.isAnswer(packet[...], to: 50_000))
    }

    @Test("a response with a wrong checksum is not intact, wherever the error is")
    func intact() throws {
        let (here, there) = (try #require(IPAddress("192.0.2.1")), try #require(IPAddress("198.51.100.1")))
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let probe = ArrivalProbe(destination: SocketAddress(there, port: 443), transport: .tcp, loop: loop)
        let segment = RawSYN.segment(to: SocketAddress(here, port: 50_000), from: there)
        var head: [UInt8] = [0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0] + there.bytes + here.bytes
        let sum = EchoSocket.checksum(head)
        (head[10], head[11]) = (UInt8(sum >> 8), UInt8(sum & 0xff))
        let packet = head + segment
        #expect(probe.isIntact(packet[...]))
        // The frame may be longer than the packet.
        #expect(probe.isIntact((packet + [0, 0, 0, 0, 0, 9])[...]))
        for place in packet.indices {
            var damaged = packet
            damaged[place] ^= 0x04
            #expect(!probe.isIntact(damaged[...]), "byte \(place)")
            #expect(!probe.isIntact(packet[..<place]))
        }
    }

    // MARK: - DHCP

    /// An offer for transaction 7 with these options.
    private static func offer(_ options: [UInt8], transaction: UInt8 = 7, reply: UInt8 = 2) -> ArraySlice<UInt8> {
        var bytes = [UInt8](repeating: 0, count: 236)
        (bytes[0], bytes[7]) = (reply, transaction)
        return (bytes + [99, 130, 83, 99] + options)[...]
    }

    @Test("a DHCP offer is read with its routers, lease and portal")
    func offer() throws {
        let server = try #require(IPAddress("192.0.2.1"))
        let url = Array("https://portal.example/api".utf8)
        let options: [UInt8] =
            [53, 1, 2, 0, 54, 4, 192, 0, 2, 2, 3, 8, 192, 0, 2, 3, 192, 0, 2, 4, 1, 4, 255, 255, 255, 0]
            + [51, 4, 0, 0, 14, 16, 6, 4, 192, 0, 2, 53, 114, UInt8(url.count)] + url + [255]
        let found = try #require(DHCPMessage.offer(in: Self.offer(options), transaction: 7, from: server))
        #expect(found.server == IPAddress("192.0.2.2"))
        #expect(found.routers == [IPAddress("192.0.2.3"), IPAddress("192.0.2.4")])
        #expect(found.resolvers == [IPAddress("192.0.2.53")] && found.subnetMask == IPAddress("255.255.255.0"))
        #expect(found.leaseSeconds == 3_600 && found.captivePortal == "https://portal.example/api")
        // Without option 54, the server is identified by the sender's address.
        let plain = try #require(DHCPMessage.offer(in: Self.offer([53, 1, 2, 255]), transaction: 7, from: server))
        #expect(plain.server == server && plain.routers.isEmpty)
    }

    @Test("DHCP messages that are not offers to this client are ignored")
    func noOffer() throws {
        let server = try #require(IPAddress("192.0.2.1"))
        func read(_ bytes: ArraySlice<UInt8>) -> DHCPOffer? {
            DHCPMessage.offer(in: bytes, transaction: 7, from: server)
        }
        #expect(read(Self.offer([53, 1, 2, 255], transaction: 8)) == nil)
        #expect(read(Self.offer([53, 1, 5, 255])) == nil, "an acknowledgement")
        #expect(read(Self.offer([53, 1, 2, 255], reply: 1)) == nil, "a request")
        #expect(read(Self.offer([])) == nil)
        #expect(read([]) == nil)
        // All prefixes of an offer, and options that exceed the data.
        let whole = Self.offer([53, 1, 2, 3, 4, 192, 0, 2, 3, 255])
        for length in 0..<243 { #expect(read(whole.prefix(length)) == nil) }
        #expect(read(Self.offer([53, 1, 2, 3, 200, 192, 0]))?.routers == [])
        #expect(read(Self.offer([53, 1, 2, 3, 3, 192, 0, 2, 255]))?.routers == [])
        #expect(read(Self.offer([53, 1, 2, 51, 1, 9, 255]))?.leaseSeconds == nil)
    }

    @Test("a discovery requests a broadcast reply")
    func discovery() {
        let message = DHCPMessage.discover(transaction: 0x0102_0304, hardwareAddress: [2, 0, 0, 0, 0, 1])
        #expect(message.count >= 300 && message[4..<8] == [1, 2, 3, 4] && message[10] == 0x80)
        #expect(message[28..<34] == [2, 0, 0, 0, 0, 1] && message[240..<243] == [53, 1, 1])
    }
}
