import NetworkModel
import Testing

@testable import Probes

@Suite("Probes of the uplink")
struct UplinkProbeTests {
    @Test(
        "the head of a response from an unassigned address",
        arguments: [
            ("HTTP/1.1 302 Found\r\nServer: x\r\nLocation:  http://10.0.0.1/in\r\n\r\n", 302, "http://10.0.0.1/in"),
            ("HTTP/1.0 302 Found\nlOCATION: http://10.0.0.1/\n\n", 302, "http://10.0.0.1/"),
            ("HTTP/1.1 511 No\r\n\r\nLocation: http://10.0.0.1/\r\n", 511, nil), ("HTTP/1.1 200 OK", 200, nil),
            ("HTTP/1.1 2000 OK", nil, nil), ("HTTP/1.1", nil, nil), ("HTTP/2 302\r\n", nil, nil), ("", nil, nil),
            ("\r\n\r\n", nil, nil), ("SSH-2.0-x\r\n", nil, nil),
        ] as [(String, Int?, String?)])
    func head(answer: String, status: Int?, location: String?) {
        let head = InterceptionProbe.head(of: Array(answer.utf8))
        #expect(head.status == status && head.location == location)
    }

    @Test("a Location of any length and content is cut or left out")
    func hostileHead() {
        let long = Array("HTTP/1.1 302 x\r\nLocation: ".utf8) + [UInt8](repeating: 0x61, count: 100_000)
        #expect(InterceptionProbe.head(of: long).location == nil)
        let answer = "HTTP/1.1 302 x\r\nLocation: http://u:secret@10.0.0.1/\r\n\r\n"
        let login = InterceptionProbe.head(of: Array(answer.utf8))
        #expect(login.location?.contains("secret") == false)
        let noise = Array("HTTP/1.1 302 x\r\nLocation: ".utf8) + [0xff, 0x00, 0x1b, 0x0d, 0x0a]
        #expect(InterceptionProbe.head(of: noise).status == 302)
    }

    @Test("an unassigned address is one that is reached only by a default route")
    func nobody() throws {
        let gateway = try #require(IPAddress("10.0.0.1"))
        let defaults = Route(family: .ipv4, gateway: gateway, interface: "eth0")
        func route(_ prefix: String) -> Route {
            Route(family: .ipv4, destination: IPAddress(prefix), prefixLength: 24, interface: "lab")
        }
        var snapshot = NetworkSnapshot(routes: [defaults])
        #expect(DocumentationAddress.any(.ipv4, in: snapshot)?.description.hasPrefix("192.0.2.") == true)
        #expect(DocumentationAddress.any(.ipv6, in: snapshot) == nil)
        snapshot.routes.append(route("192.0.2.0"))
        #expect(DocumentationAddress.any(.ipv4, in: snapshot)?.description.hasPrefix("198.51.100.") == true)
        #expect(DocumentationAddress.unfiltered(.ipv4, in: snapshot)?.description.hasPrefix("198.19.") == true)
        // Of a machine that rejects all documentation addresses itself, the network for benchmarks is used.
        snapshot.routes += [route("198.51.100.0"), route("203.0.113.0")]
        #expect(DocumentationAddress.any(.ipv4, in: snapshot)?.description.hasPrefix("198.19.") == true)
        snapshot.routes += (0...255).map { route("198.19.\($0).0") }
        #expect(DocumentationAddress.any(.ipv4, in: snapshot) == nil)
        snapshot.routes = [Route(family: .ipv6, gateway: IPAddress("fe80::1"), interface: "eth0")]
        #expect(DocumentationAddress.any(.ipv6, in: snapshot)?.description.hasPrefix("2001:db8:") == true)
        #expect(DocumentationAddress.unfiltered(.ipv6, in: snapshot)?.description.hasPrefix("3fff:") == true)
        snapshot.routes = [Route(family: .ipv4, kind: .blackhole)]
        #expect(DocumentationAddress.any(.ipv4, in: snapshot) == nil)
    }
}
