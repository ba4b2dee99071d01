import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit counts the wait for a turn in the lab as well.
@Suite("avahi-daemon and the bus go and come", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct ServiceReturnLabTests {
    @Test("an avahi-daemon that is killed and started again has the publication and the browser back")
    func daemon() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.startBus()
            let avahi = try await host.startAvahi()
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            try await publication.state(.published, name: "S")
            let browse = try host.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "lo")

            avahi.killGroup()
            try await avahi.exit()
            let waiting = try await publication.state(.waiting, name: nil, after: 2)
            #expect(waiting.reason == "avahi-daemon does not run; start it with: systemctl start avahi-daemon")
            try await browse.event(.removed, "S", on: "lo")
            try await browse.process.output.first("the reason") { $0.contains("avahi-daemon does not run") }

            try await host.startAvahi()
            try await publication.state(.published, name: "S", after: 3)
            try await browse.again("S", on: "lo")
        }
    }

    @Test("a bus that is killed and started again, without its socket or with a stale one, ends no program")
    func bus() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let bus = try await host.startBus()
            let avahi = try await host.startAvahi()
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            try await publication.state(.published, name: "S")
            let browse = try host.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "lo")

            bus.killGroup()
            try await bus.exit()
            let waiting = try await publication.state(.waiting, name: nil, after: 2)
            #expect(waiting.reason?.contains("the system bus /run/dbus/system_bus_socket does not answer") == true)
            try await avahi.stop()
            try await host.run(["rm", "-rf", "/run/dbus"])

            try await host.startBus()
            try await host.startAvahi()
            try await publication.state(.published, name: "S", after: 3)
            try await browse.again("S", on: "lo")
            #expect(publication.process.status == nil && browse.process.status == nil)
        }
    }

    @Test("what is asked before there is a bus happens when it and the daemon are there")
    func absentAtStart() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            let browse = try host.browse(nil, "--resolve")
            let waiting = try await publication.state(.waiting, name: nil)
            let reason = "the system bus /run/dbus/system_bus_socket is not there; start it with: systemctl start dbus"
            #expect(waiting.reason == reason)
            try await browse.process.output.first("the reason") { $0.contains(reason) }
            try await host.startBus()
            try await publication.states("no daemon") { $0.reason?.hasPrefix("avahi-daemon does not run") ?? false }
            try await host.startAvahi()
            try await publication.state(.published, name: "S")
            try await browse.complete("S", on: "lo")
        }
    }

    @Test("a host name that another host has makes the publication follow the name that is found instead")
    func hostNameConflict() async throws {
        try await Lab.run { lab in
            let first = try await lab.host("h1"), second = try await lab.host("h2")
            _ = try await lab.segment([first, second])
            try await first.startBus()
            try await first.startAvahi()
            try await second.startBus()
            try await second.startAvahi()
            let publication = try await second.publish(nil, ["_http._tcp"], 80)
            try await publication.state(.published, name: "h2")
            try await second.run(["avahi-set-host-name", "h1"])
            try await publication.state(.published, name: "h1-2")
        }
    }
}
