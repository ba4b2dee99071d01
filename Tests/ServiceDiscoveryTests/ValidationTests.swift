import EventLoopKit
import NetworkModel
import Testing

@testable import ServiceDiscovery

@Suite("Input of callers is checked before avahi sees it")
struct ValidationTests {
    @Test(
        "standard service types are valid",
        arguments: [
            "_http._tcp", "_HTTP._TCP", "_ab._udp", "_netdiag-2._tcp", "_abcdefghijklmno._tcp",
            "_printer._sub._http._tcp", "_x2._Sub._ipp._tcp",
        ])
    func goodTypes(type: String) throws {
        try ServiceType.validate(type, use: .publishing)
        try ServiceType.validate(type, use: .browsing)
    }

    @Test(
        "others are refused",
        arguments: [
            "", ".", "_", "http", "_http", "_http._sctp", "http._tcp", "__._tcp", "_-a._tcp", "_a-._tcp", "_a--b._tcp",
            "_123._tcp", "_abcdefghijklmnop._tcp", "_ht tp._tcp", "_hütt._tcp", "_http._tcp.", "_http._tcp.local",
            "_sub._http._tcp", "printer._sub._http._tcp", "_._sub._http._tcp", "_http\n._tcp", "_a_b._tcp",
            String(repeating: "_a.", count: 100) + "_tcp",
        ])
    func badTypes(type: String) {
        #expect {
            try ServiceType.validate(type, use: .publishing)
        } throws: { error in
            if case .invalidType(let text) = error as? ServiceDiscoveryError { !text.isEmpty } else { false }
        }
    }

    @Test(
        "types that others publish in violation of the rules can be browsed",
        arguments: ["_androidtvremote2._tcp", "_a_b._udp"])
    func lenient(type: String) throws {
        try ServiceType.validate(type, use: .browsing)
    }

    @Test("names are 1 to 63 bytes of text without control characters")
    func names() throws {
        for name in ["a", "Küche: \"A, B\" v1.2 🖨️", String(repeating: "é", count: 31) + "x"] {
            try InstanceName.validate(name)
        }
        for name in ["", "a\u{0}b", "a\nb", "\u{9f}", String(repeating: "é", count: 32)] {
            #expect(throws: ServiceDiscoveryError.self) { try InstanceName.validate(name) }
        }
    }

    @Test("domains have labels of 1 to 63 bytes, hosts more than one of them")
    func domains() throws {
        for name in ["local", "local.", "example.org", "my office.example"] {
            try DomainNameRules.validate(name, use: .domain)
        }
        try DomainNameRules.validate("printer.local", use: .host)
        for name in ["", ".", "a..b", ".local", "a\\.b", "a\tb", String(repeating: "a", count: 64)]
            + [String(repeating: "a.", count: 130)]
        {
            #expect(throws: ServiceDiscoveryError.self) { try DomainNameRules.validate(name, use: .domain) }
        }
        #expect {
            try DomainNameRules.validate("printer", use: .host)
        } throws: {
            "\($0)".contains("printer.local")
        }
    }

    @Test("TXT entries have printable keys, at most 255 bytes each and 8900 in all")
    func txt() throws {
        try TXTRecord.validate([
            TXTEntry(key: "a b", value: .flag), TXTEntry(key: "k", value: .text(String(repeating: "x", count: 253))),
            TXTEntry(key: "raw", value: .bytes([0, 255, 61])),
        ])
        for entry in [
            TXTEntry(key: "", value: .flag), TXTEntry(key: "a=b", value: .flag), TXTEntry(key: "ä", value: .flag),
            TXTEntry(key: "a\n", value: .flag), TXTEntry(key: "k", value: .text(String(repeating: "x", count: 254))),
        ] {
            #expect(throws: ServiceDiscoveryError.self) { try TXTRecord.validate([entry]) }
        }
        let long = (0..<36).map { TXTEntry(key: "\($0)", value: .bytes(Array(repeating: 1, count: 250))) }
        #expect(throws: ServiceDiscoveryError.self) { try TXTRecord.validate(long) }
        let many = (0..<513).map { TXTEntry(key: "\($0)", value: .flag) }
        #expect(throws: ServiceDiscoveryError.self) { try TXTRecord.validate(many) }
    }

    @Test("a TXT record is read back as it was given, with the first of equal keys")
    func roundTrip() {
        let entries = [
            TXTEntry(key: "a", value: .text("1")), TXTEntry(key: "flag", value: .flag),
            TXTEntry(key: "empty", value: .text("")), TXTEntry(key: "raw", value: .bytes([0xc3, 0x28])),
            TXTEntry(key: "eq", value: .text("x=y")),
        ]
        let expected: [String: TXTValue] = [
            "a": .text("1"), "flag": .flag, "empty": .text(""), "raw": .bytes([0xc3, 0x28]), "eq": .text("x=y"),
        ]
        // avahi returns lists in order, and accepts them in reverse order.
        let read = TXTRecord.withList([TXTEntry(key: "A", value: .text("2"))] + entries.reversed()) { list in
            TXTRecord.read(list)
        }
        #expect(read == expected)
    }

    @Test("a registration has types, each once, and no more records than avahi-daemon accepts")
    func registration() throws {
        func registration(_ types: [String], _ subtypes: [String] = [], host: String? = nil) -> ServiceRegistration {
            ServiceRegistration(name: "S", types: types, port: 80, subtypes: subtypes, host: host)
        }
        let good = registration(["_http._tcp", "_ipp._tcp"], ["_web", "_color._sub._IPP._tcp"], host: "h.local")
        try good.validate()
        #expect(
            try good.subtypes(of: good.types).map(\.subtype)
                == ["_web._sub._http._tcp", "_web._sub._ipp._tcp", "_color._sub._IPP._tcp"])
        for bad in [
            registration([]), registration(["_http._tcp", "_HTTP._tcp"]), registration(["_http._tcp"], ["web"]),
            registration(["_http._tcp"], ["_a._sub._ipp._tcp"]), registration(["_http._tcp"], host: "h"),
            registration((0..<9).map { "_t\($0)._tcp" }),
            registration(["_http._tcp"], (0..<29).map { "_s\($0)" }),
        ] {
            #expect(throws: ServiceDiscoveryError.self) { try bad.validate() }
        }
        #expect {
            try registration((0..<9).map { "_t\($0)._tcp" }).validate()
        } throws: {
            if case .tooMany = $0 as? ServiceDiscoveryError { true } else { false }
        }
    }

    @Test("the path of the bus is found in libdbus's addresses")
    func busAddress() {
        #expect(BusSocket.path(in: "unix:path=/run/dbus/system_bus_socket,guid=12") == "/run/dbus/system_bus_socket")
        #expect(BusSocket.path(in: "tcp:host=a,port=1;unix:guid=1,path=/tmp/a%20b%2") == "/tmp/a b%2")
        #expect(BusSocket.path(in: "unix:abstract=x") == nil)
        #expect(BusSocket.path(in: "") == nil)
    }

    @Test("invalid input is refused even if no daemon is running, and after the end everything is refused")
    func connection() async throws {
        let loop = try EventLoop(name: "avahi-test")
        let connection = AvahiConnection(loop: loop)
        await #expect(throws: ServiceDiscoveryError.self) {
            try await connection.publish(ServiceRegistration(name: "a\nb", types: ["_http._tcp"], port: 80))
        }
        await #expect(throws: ServiceDiscoveryError.self) {
            try await connection.browse(type: "http", domain: "local", resolve: false)
        }
        await connection.close()
        await connection.close()
        await #expect {
            try await connection.browse(type: nil, domain: "local", resolve: false)
        } throws: { error in
            if case .unavailable = error as? ServiceDiscoveryError { true } else { false }
        }
        loop.shutdown()
    }
}
