import Foundation
import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit includes the wait for the start of a lab.
@Suite("Types, domains, records, hosts and followed instances", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct ServiceListingLabTests {
    @Test("types appear with the first service and disappear with the last")
    func types() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let types = try there.probe("types")
            try await types.line("allForNow")
            let publication = try await here.publish("S", ["_netdiag-t._udp"], 80)
            try await types.line(#"{"added":{"interface":"eth0","type":"_netdiag-t._udp"}}"#)
            try await publication.send("end")
            try await types.line(#"{"removed":{"interface":"eth0","type":"_netdiag-t._udp"}}"#)
        }
    }

    @Test("configured domains are listed; services of a domain on a DNS server are browsed and resolved")
    func domains() async throws {
        try await Lab.run { lab in
            let here = try await lab.host("h1")
            let zone = [
                "ptr-record=_http._tcp.lab.example,shop._http._tcp.lab.example",
                "srv-host=shop._http._tcp.lab.example,www.lab.example,8080",
                "txt-record=shop._http._tcp.lab.example,path=/shop", "host-record=www.lab.example,192.0.2.1",
            ]
            try await here.startDNSMasq([.zone("lab.example")], options: zone)
            try await here.write("/etc/resolv.conf", "nameserver 127.0.0.1\n")
            try await here.startBus()
            try await here.startAvahi(options: [
                "server": ["browse-domains=lab.example"], "wide-area": ["enable-wide-area=yes"],
            ])
            try await here.probe("domains").line(#"{"added":{"domain":"lab.example"}}"#)
            let found = try await here.browse("_http._tcp", "--resolve", "--domain=lab.example")
                .instance("the shop") { $0.event == .resolved }
            #expect(found.name == "shop" && found.domain == "lab.example" && found.interface == nil)
            #expect(found.host == "www.lab.example" && found.port == 8080)
            #expect(found.txt == ["path": .text("/shop")] && found.addresses == [IPAddress("192.0.2.1")!])
        }
    }

    @Test("a browser of a subtype sees only its services, under the name of the type")
    func subtypes() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            try await here.publish("Plain", ["_http._tcp"], 80).state(.published, name: "Plain")
            let printer = try await here.publish("Printer", ["_http._tcp"], 81, subtypes: "[\"_printer\"]")
            try await printer.state(.published, name: "Printer")
            let browse = try there.browse("_printer._sub._http._tcp", "--resolve")
            #expect(try await browse.complete("Printer", on: "eth0").type == "_http._tcp")
            try await browse.line("allForNow")
            #expect(Array(browse.ledger().present.keys) == ["Printer._http._tcp"])
            try await printer.send("end")
            try await browse.event(.removed, "Printer", on: "eth0")
        }
    }

    @Test("records of every kind are reported when they appear, change and disappear")
    func records() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let publication = try await here.publish("My. Shop", ["_http._tcp"], 80, txt: #"[["a","b"]]"#)
            try await publication.state(.published, name: "My. Shop")
            let name = #"My\.\032Shop._http._tcp.local"#
            try await there.probe("records", "h1.local", "1").line(#"address(10.77.1.1)"#)
            try await there.probe("records", "_http._tcp.local", "12").line(#"name(\"My\\\\. Shop._http._tcp.local\")"#)
            try await there.probe("records", name, "33")
                .line(#"server(priority: 0, weight: 0, port: 80, host: \"h1.local\")"#)
            let text = try there.probe("records", name, "16")
            try await text.line("texts([[97, 61, 98]])")
            try await publication.send(#"[["a","c"]]"#)
            try await text.line(#"{"added":{"interface":"eth0","value":"texts([[97, 61, 99]])"}}"#)
            try await text.line(#"{"removed":{"interface":"eth0","value":"texts([[97, 61, 98]])"}}"#)
        }
    }

    @Test("hosts and addresses are resolved to each other, in both families and with their interface")
    func hosts() async throws {
        try await Lab.run { lab in
            let (_, there) = try await lab.pair()
            let found = try await there.answer("addresses", "h1.local", "20")
            #expect(found.contains(#""10.77.1.1 eth0""#) && found.contains(#""fd77:1::1 eth0""#))
            for address in ["10.77.1.1", "fd77:1::1"] {
                let name = try await there.answer("name", address, "20")
                #expect(name == #""h1.local eth0""#)
            }
            #expect(try await there.answer("addresses", "none.local", "1") == "[]")
            #expect(try await there.answer("name", "10.77.1.77", "1") == "null")
        }
    }

    @Test("a followed instance reports each change of its TXT record and port, and its removal and return")
    func follow() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let follow = try there.probe("follow", "S", "_http._tcp")
            try await follow.line("missing")
            let first = try await here.publish("S", ["_http._tcp"], 80, txt: #"[["a","b"]]"#)
            try await follow.line(#""txt":{"a":"b"}"#)
            try await first.send(#"[["a","c"]]"#)
            try await follow.line(#""txt":{"a":"c"}"#)
            try await first.send("end")
            try await follow.line("missing", after: 1)
            _ = try await here.publish("S", ["_http._tcp"], 81)
            try await follow.line(#""port":81"#)
        }
    }
}
