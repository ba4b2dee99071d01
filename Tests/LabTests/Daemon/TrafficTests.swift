import Foundation
import Lab
import Testing

import class Lab.Host
import struct NetworkModel.StatusDocument

@Suite("Unauthorised clients cannot make the daemon send packets", .lab, .tags(.lab))
struct TrafficTests {
    /// Prints a line for each packet that leaves the host or stays on its loopback, except responses of the daemon's
    /// HTTP server, mDNS responses, packets that IPv6, ARP and IGMP send by themselves, and the daemon's own queries to
    /// its resolvers: for the root, for a name under root-servers.net, and single bytes that show who refuses queries.
    private static let sniffer = """
        import socket, struct
        tap = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(3))
        print("ready", flush=True)
        while True:
            packet, (interface, kind, way, *_) = tap.recvfrom(65535)
            if way != 4 or kind not in (0x800, 0x86dd):
                continue
            if kind == 0x800:
                protocol, start = packet[9], (packet[0] & 15) * 4
            else:
                protocol, start = packet[6], 40
                if protocol == 0:
                    continue
            ports = struct.unpack("!HH", packet[start:start + 4]) if protocol in (6, 17) else (0, 0)
            if protocol == 6 and 8053 in ports or protocol == 2 or protocol == 58 and 130 <= packet[start] <= 143:
                continue
            if protocol == 17 and 5353 in ports and packet[start + 10] & 128:
                continue
            if protocol == 17 and ports[1] == 53 and (
                    len(packet) == start + 9 or packet[start + 20] == 0 or b"root-servers" in packet):
                continue
            text = "".join(chr(byte) if 32 < byte < 127 else "." for byte in packet[start + 8:start + 200])
            print(interface, protocol, *ports, text, flush=True)
        """

    private static let values = [
        "type": "_evil._tcp", "domain": "evil.test", "name": "evil.test", "server": "10.77.1.2", "timeout": "1",
        "family": "ipv4", "since": "1h",
    ]
    private static let bodies = [
        "/v1/checks": #"{"target":"http://10.77.1.2/evil"}"#,
        "/v1/services/Evil": #"{"types":["_evil._tcp"],"port":80}"#,
        "/login": "token=evil",
    ]

    /// The arguments of curl for each endpoint: with each key of its query separately, and with all of them.
    private static func requests(_ openAPI: String) throws -> [[String]] {
        let json = try JSONSerialization.jsonObject(with: Data(openAPI.utf8))
        let paths = try #require((json as? [String: Any])?["paths"] as? [String: [String: [String: Any]]])
        var requests: [[String]] = []
        for (template, operations) in paths {
            let path = template.replacing("{target}", with: "http:%2f%2f10.77.1.2%2fevil").replacing(
                "{name}", with: "Evil")
            for (method, operation) in operations {
                let parameters = (operation["parameters"] as? [[String: Any]] ?? []).filter {
                    $0["in"] as? String == "query"
                }
                let keys = parameters.compactMap { $0["name"] as? String }
                let pairs = keys.map { "\($0)=\(values[$0] ?? "true")" }
                var options = ["-X", method.uppercased()]
                if operation["requestBody"] != nil { options += ["-d", bodies[path] ?? "{}"] }
                // The content types that an HTML form makes a browser send, and that of API clients.
                for type in ["application/json", "application/x-www-form-urlencoded", "text/plain"] {
                    for query in [""] + pairs + [
                        pairs.joined(separator: "&"), "type=_evil._tcp&domain=evil.test&resolve=true",
                    ] {
                        requests.append(options + ["-H", "Content-Type: \(type)", "\(path)?\(query)"])
                    }
                    if operation["requestBody"] == nil { break }
                }
            }
        }
        return requests
    }

    @Test(
        "no request of an unauthorised client, with any key of any endpoint, makes a packet leave the host"
    )
    func anonymous() async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), client = try await lab.host("client")
            _ = try await lab.link(server, client)
            try await server.useDNS(["10.77.1.2"])
            try await server.startDiscovery()
            let daemon = try await server.startDaemon(
                """
                publish: off
                interval: 1d
                discovery: { peers: off }
                access: { token: 0123456789abcdef0123, read: ['fd77:1::/64'] }
                """)
            let packets = try server.spawn(["/usr/bin/python3", "-c", Self.sniffer])
            try await packets.output.first("the start") { $0 == "ready" }

            /// Makes root look for a type, and checks that the line of its query is printed.
            func control(_ type: String) async throws {
                _ = try await daemon.get("/v1/services?type=_\(type)._tcp")
                try await packets.output.first("the question for \(type)") { $0.contains("_" + type) }
            }
            // After this, avahi-daemon has finished its own announcements and sends no more queries for them.
            try await control("before")
            let requests = try Self.requests(try await daemon.get("/openapi.json"))
            let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            let clients: [(host: Host, under: [String], options: [String], base: String)] = [
                (client, [], [], "http://10.77.1.1:8053"), (client, [], [], "http://[fd77:1::1]:8053"),
                (server, [], [], "http://127.0.0.1:8053"),
                (server, [], ["-H", "X-Forwarded-For: 192.0.2.1"], "http://127.0.0.1:8053"),
                (server, [], ["-H", "Authorization: Bearer evil"], "http://127.0.0.1:8053"),
                (server, nobody, ["--unix-socket", RunningDaemon.socket], "http://netdiag"),
            ]
            for (host, under, options, base) in clients {
                // Streams end after the head; curl's result does not matter here.
                let lines = requests.map { request in
                    let words =
                        ["curl", "-s", "-g", "-m", "2", "-o", "/dev/null", "-w", "%{http_code} "] + options
                        + (request[1] == "GET" ? ["-I"] + request[2...] : request[...]).dropLast()
                        + [base + (request.last ?? "")]
                    return words.map { "'\($0)'" }.joined(separator: " ")
                }
                let codes = try await host.run(
                    under + ["sh", "-c", lines.joined(separator: "\n") + "\ntrue"], within: .seconds(120))
                #expect(codes.split(separator: " ").count == requests.count && !codes.contains("000"), "\(codes)")
            }
            try await control("after")
            let lines = packets.output.text.split(separator: "\n")
            let last = try #require(lines.lastIndex { $0.contains("_before") })
            let next = try #require(lines.firstIndex { $0.contains("_after") })
            #expect(lines[(last + 1)..<next].isEmpty, "\(lines[(last + 1)..<next])")
            #expect(!lines.contains { $0.contains("evil") })
        }
    }
}
