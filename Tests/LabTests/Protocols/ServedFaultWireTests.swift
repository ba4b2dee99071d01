import Lab
import Testing

import class Lab.Host
import struct NetworkModel.Report

@Suite("Served faults on the wire", .lab, .tags(.lab))
struct ServedFaultWireTests {
    /// Prints the sender and the flags of each segment of port 446, and `end` when a connection is reset, or when both
    /// sides have closed it and the server has acknowledged that.
    private static let sniffer = """
        import socket, struct
        tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
        print("ready", flush=True)
        ended = set()
        while True:
            packet, (interface, kind, *_) = tap.recvfrom(65535)
            if kind != 0x800 or packet[9] != 6:
                continue
            start = (packet[0] & 15) * 4
            source, target = struct.unpack("!HH", packet[start:start + 4])
            if 446 not in (source, target):
                continue
            sender = "server" if source == 446 else "client"
            flags = "".join(name for bit, name in enumerate("FSRPA") if packet[start + 13] >> bit & 1)
            print(sender, flags, flush=True)
            if "R" in flags or ended == {"client", "server"} and sender == "server":
                print("end", flush=True)
            if "F" in flags:
                ended.add(sender)
        """

    /// The fault, the flag that the server must send once, and the flag that it must not send.
    @Test(
        "tcp.reset is one RST and no FIN, tcp.closed one FIN and no RST, seen by a packet socket of the client",
        arguments: [("tcp.reset", "R", "F"), ("tcp.closed", "F", "R")])
    func flags(_ fault: String, _ sent: Character, _ other: Character) async throws {
        try await Pair.run { pair in
            try await pair.server.startFaultyServer(fault, port: 446)
            let packets = try pair.client.spawn(["/usr/bin/python3", "-c", Self.sniffer])
            try await packets.output.first("the start") { $0 == "ready" }
            let code = try await pair.client.curlExit(["http://\(pair.address):446/"])
            // "Failure with receiving network data", and "the server did not reply anything" (curl(1)).
            #expect(code == (fault == "tcp.reset" ? 56 : 52))
            try await packets.output.first("the end of the connection") { $0 == "end" }
            let lines = packets.output.text.split(separator: "\n")
            let flags = lines.filter { $0.hasPrefix("server ") }.map { $0.dropFirst(7) }
            #expect(flags.first == "SA", "\(lines)")
            #expect(flags.filter { $0.contains(sent) }.count == 1, "\(lines)")
            #expect(!flags.contains { $0.contains(other) }, "\(lines)")
            // The request had been accepted: the client sent it, and the server did not respond.
            #expect(lines.contains("client PA") && !flags.contains { $0.contains("P") }, "\(lines)")
        }
    }

    /// The routes to the client prefer the addresses of the cable.
    @Test("a DNS server on all addresses replies from the one that was queried", arguments: ["10.99.0.53", "fd99::53"])
    func queriedAddress(_ address: String) async throws {
        try await Pair.run { pair in
            let isIPv6 = address.contains(":")
            try await pair.server.run(["ip", "addr", "add", address, "dev", "lo"] + (isIPv6 ? ["nodad"] : []))
            let gateway = isIPv6 ? pair.cable.b.ipv6 : pair.cable.b.ipv4
            try await pair.client.run(["ip", isIPv6 ? "-6" : "-4", "route", "add", address, "via", gateway])
            try await pair.server.startDNS([.init("www.example.test", .addresses(["192.0.2.1"]))])
            let host = isIPv6 ? "[\(address)]" : address
            let report = try await pair.client.check("dns://\(host)/www.example.test?type=A")
            #expect(report.status == .connectionUp, "\(report.findings)")
        }
    }
}
