import NetworkModel
import Testing

@testable import ServiceDiscovery

@Suite("Names and data of records")
struct RecordTests {
    @Test(
        "valid names are accepted",
        arguments: [
            "h.local", "h.local.", #"My\.\032Shop\\._http._tcp.local"#, "Küche._ipp._tcp.local", #"\195\188.local"#,
            String(repeating: "a", count: 63) + ".local",
        ])
    func good(_ name: String) throws { try RecordName.validate(name) }

    @Test(
        "others are refused before avahi-daemon sees them",
        arguments: [
            "", ".", "local", ".local", "a..local", #"a\"#, #"a\x.local"#, #"a\256.local"#, #"a\000.local"#, #"a\25"#,
            "a\nb.local", #"\255.local"#, String(repeating: "a", count: 64) + ".local",
            #"a.local\."#.dropLast(2) + "..",
            Array(repeating: "abcdefg", count: 32).joined(separator: "."),
            Array(repeating: #"\097"#, count: 64).joined() + ".local",
        ])
    func bad(_ name: String) {
        #expect(throws: ServiceDiscoveryError.self) { try RecordName.validate(name) }
    }

    @Test("instances are compared byte for byte, even if Swift considers their names equal")
    func normalisation() {
        let names = ["B\u{fc}ro", "Bu\u{308}ro"]
        let instances = names.map { InstanceIdentifier(name: $0, type: "_http._tcp", domain: "local") }
        #expect(names[0] == names[1] && Set(instances).count == 2)
    }

    @Test(
        "a dot within a label stays a dot, whatever combines with it", arguments: ["\u{301}", "\u{200d}", "\u{fe0f}"])
    func joinedDots(mark: String) {
        let name = #"a\."# + mark + #"b\\"# + mark + ".local"
        #expect(HostText.decoded(name).utf8.elementsEqual(name.utf8))
        #expect(HostText.labels(of: HostText.decoded(name))?.count == 2)
    }

    @Test("query types are not record types", arguments: [0, 41, 128, 251, 252, 255] as [UInt16])
    func types(_ number: UInt16) {
        #expect(throws: ServiceDiscoveryError.self) { try RecordType(rawValue: number).validate() }
    }

    @Test("names from the wire become text that is parsed back")
    func text() throws {
        let label = Array("a.b\\c \u{7}ü".utf8)
        let wire = [UInt8(label.count)] + label + [5] + Array("local".utf8) + [0]
        let text = try #require(RecordName.text(wire[...]))
        #expect(text == #"a\.b\\c \007ü.local"#)
        #expect(HostText.labels(of: text) == [label, Array("local".utf8)])
        #expect(RecordName.text([2, 0xff, 0x41, 0][...]) == #"\255A"#)
        #expect(RecordName.text([0][...])?.isEmpty == true)
    }

    @Test(
        "data that cannot be decoded has no value",
        arguments: [
            (.a, [1, 2, 3]), (.aaaa, [1, 2, 3, 4]), (.ptr, []), (.ptr, [1]), (.ptr, [1, 65]), (.ptr, [0xc0, 12]),
            (.ptr, [1, 65, 0, 1]), (.ptr, [1, 65, 1]), (.srv, [0, 0, 0, 0, 0, 80]), (.srv, [0, 0, 0, 0, 0, 80, 4, 65]),
            (.txt, [3, 65]), (RecordType(rawValue: 13), [1, 65]),
        ] as [(RecordType, [UInt8])])
    func undecodable(_ type: RecordType, _ data: [UInt8]) {
        #expect(RecordValue(type, data, interface: nil) == nil)
    }

    @Test("decoded data has the right value")
    func values() {
        #expect(RecordValue(.a, [10, 0, 0, 1], interface: "eth0") == .address(IPAddress("10.0.0.1")!))
        let linkLocal = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
        #expect(RecordValue(.aaaa, linkLocal, interface: "eth0") == .address(IPAddress("fe80::1%eth0")!))
        #expect(RecordValue(.ptr, [1, 65, 0], interface: nil) == .name("A"))
        #expect(
            RecordValue(.srv, [0, 1, 0, 2, 31, 144, 1, 65, 0], interface: nil)
                == .server(priority: 1, weight: 2, port: 8080, host: "A"))
        #expect(RecordValue(.txt, [1, 65, 0, 2, 66, 67], interface: nil) == .texts([[65], [], [66, 67]]))
    }

    @Test("valid labels can be too long in total")
    func together() {
        let label = String(repeating: "a", count: 63)
        let domain = [label, label, label].joined(separator: ".")
        #expect(throws: ServiceDiscoveryError.self) {
            try InstanceIdentifier(validating: label, type: "_http._tcp", domain: domain)
        }
        #expect(throws: Never.self) {
            try InstanceIdentifier(validating: "a", type: "_http._tcp", domain: domain)
        }
    }
}
