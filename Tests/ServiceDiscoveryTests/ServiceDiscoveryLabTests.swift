import Foundation
import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit includes the wait for the start of a lab.
@Suite("Services on a link", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct ServiceDiscoveryLabTests {
    @Test("two hosts see each other's services, resolved and unresolved, with every kind of TXT record and name")
    func bothSides() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let name = "Küche: \"A, B\" v1.2; 🖨️ \\"
            let txt = #"[["path","/"],["flag",null],["empty",""],["raw",{"base64":"/wD+"}],["PATH","no"]]"#
            let publication = try await here.publish(name, ["_http._tcp", "_netdiag-t._udp"], 8080, txt: txt)
            _ = try await there.publish("Other", ["_http._tcp"], 81)
            try await publication.state(.published, name: name)

            let plain = try there.browse("_http._tcp")
            let added = try await plain.event(.added, name, on: "eth0")
            #expect(added.host == nil && added.txt == nil && added.type == "_http._tcp" && added.domain == "local")
            let resolved = try await there.browse("_http._tcp", "--resolve").complete(name, on: "eth0")
            #expect(resolved.host == "h1.local" && resolved.port == 8080)
            #expect(
                resolved.txt == [
                    "path": .text("/"), "flag": .flag, "empty": .text(""), "raw": .bytes([0xff, 0, 0xfe]),
                ])
            #expect(resolved.addresses?.first == IPAddress("10.77.1.1"))
            _ = try await here.browse(nil, "--resolve").complete("Other", on: "eth0")
            try await here.browse(nil).event(.added, name, type: "_netdiag-t._udp", on: "eth0")

            try await publication.send("end")
            try await plain.event(.removed, name, on: "eth0")
            #expect(try await publication.process.exit() == .exited(0))
            // It is announced over both families of mDNS, and is added and removed once.
            #expect(plain.instances.filter { $0.instance.name == name && $0.instance.interface == "eth0" }.count == 2)
        }
    }

    @Test("with --once everything known is reported before the end, with each instance resolved")
    func once() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            for port in 1...3 {
                try await here.publish("S\(port)", ["_t\(port)._tcp"], UInt16(port)).state(.published, name: "S\(port)")
            }
            let browse = try there.browse(nil, "--resolve", "--once")
            #expect(try await browse.process.exit() == .exited(0))
            let resolved = browse.instances.filter { $0.event == .resolved && $0.instance.interface == "eth0" }
            #expect(Set(resolved.map(\.instance.name)) == ["S1", "S2", "S3"])
            #expect(resolved.count == 3)
        }
    }

    @Test("link-local addresses have the interface as their zone")
    func linkLocal() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            // If there is no other address, avahi announces the link-local one.
            try await here.run(["ip", "-6", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await here.publish("S", ["_http._tcp"], 80).state(.published, name: "S")
            let browse = try there.browse("_http._tcp", "--resolve")
            let found = try await browse.instance("S with a link-local address") { event in
                event.instance.addresses?.contains { $0.isLinkLocal && $0.zone == "eth0" } ?? false
            }
            #expect(found.addresses?.contains { $0.isLinkLocal && $0.zone == nil } == false)
        }
    }

    @Test("a name conflict leads to another name, with the reason")
    func collision() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            try await there.publish("Same", ["_http._tcp"], 81).state(.published, name: "Same")
            let second = try await here.publish("Same", ["_http._tcp"], 82)
            let state = try await second.state(.renamed, name: "Same #2")
            #expect(state.reason == "the name \"Same\" is taken on this link")
            // A name that this daemon already has is refused at once.
            try await here.publish("Same #2", ["_http._tcp"], 83).state(.renamed, name: "Same #3")
        }
    }

    @Test("without a name, the host's name is used; a subtype is found by browsing it")
    func hostName() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let publication = try await here.publish(nil, ["_http._tcp"], 80, subtypes: "[\"_web\"]")
            try await publication.state(.published, name: "h1")
            let found = try await there.browse("_web._sub._http._tcp", "--resolve").complete("h1", on: "eth0")
            #expect(found.type == "_http._tcp" && found.port == 80)
            try await here.run(["avahi-set-host-name", "new-name"])
            try await publication.state(.published, name: "new-name")
        }
    }

    @Test("a changed TXT record is an update, not a removed and a new service")
    func update() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            let publication = try await here.publish("S", ["_http._tcp"], 80, txt: #"[["status","a"]]"#)
            try await publication.state(.published, name: "S")
            let browse = try there.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "eth0")
            try await publication.send(#"[["status","b"]]"#)
            try await browse.instance("the update") {
                $0.event == .updated && $0.instance.txt == ["status": .text("b")] && $0.instance.interface == "eth0"
            }
            #expect(!browse.instances.contains { $0.event == .removed })
            #expect(publication.states.map(\.state) == [.waiting, .published])
            try await publication.send(#"[["bad=key","b"]]"#)
            try await publication.process.output.first("the refusal") { $0.contains("printable ASCII") }
        }
    }

    @Test("a browser that is released frees its objects in avahi-daemon")
    func churn() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.startBus()
            try await host.startAvahi()
            try await host.publish("S", ["_http._tcp"], 80).state(.published, name: "S")
            // Each has at least two of the 1024 objects that a client may have at a time.
            let done = try await host.answer("churn", "_http._tcp", "600")
            #expect(done == #"{"done":600}"#)
        }
    }

    @Test("one instance is resolved by name; a missing one has no result")
    func resolve() async throws {
        try await Lab.run { lab in
            let (here, there) = try await lab.pair()
            try await here.publish("S", ["_http._tcp"], 80, txt: #"[["a","b"]]"#).state(.published, name: "S")
            let found = try await there.resolve("S", within: 20)
            let instance = try JSON.decode(ServiceInstance.self, from: Data(found.utf8))
            #expect(instance.host == "h1.local" && instance.port == 80 && instance.interface == "eth0")
            #expect(instance.addresses?.contains(IPAddress("10.77.1.1")!) == true)
            #expect(try await there.resolve("missing", within: 1) == "null")
        }
    }

    @Test("without the bus or the daemon, a lookup reports at once what is missing")
    func resolveWithoutDaemon() async throws {
        try await Lab.run { lab in
            let alone = try await lab.host("alone")
            #expect(
                try await alone.resolve("S", within: 1).contains(
                    "the system bus /run/dbus/system_bus_socket is not there"))
            try await alone.startBus()
            #expect(try await alone.resolve("S", within: 1).contains("avahi-daemon does not run"))
        }
    }
}
