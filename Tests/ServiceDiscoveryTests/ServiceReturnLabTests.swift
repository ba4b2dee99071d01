import Glibc
import Lab
import class Lab.Host
import NetworkModel
import Testing

// The limit includes the wait for the start of a lab.
@Suite("avahi-daemon and the bus stop and return", .lab, .tags(.lab), .timeLimit(.minutes(15)))
struct ServiceReturnLabTests {
    @Test("an avahi-daemon that is killed and restarted gets the publication and the browser back")
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
            #expect(waiting.reason == "avahi-daemon does not run; start it with: service avahi-daemon start")
            try await browse.process.output.first("the reason") { $0.contains("avahi-daemon does not run") }
            try await publication.send(#"[["a","b"]]"#)

            try await host.startAvahi()
            try await publication.state(.published, name: "S", after: 3)
            // As far as is known, the service was there all the time; only the change is reported.
            try await browse.instance("the update") { $0.event == .updated && $0.instance.txt == ["a": .text("b")] }
            #expect(browse.instances.filter { $0.event == .added && $0.instance.interface == "lo" }.count == 1)
            #expect(!browse.instances.contains { $0.event == .removed })
            #expect(browse.ledger(on: "lo").faults == [])
        }
    }

    @Test(
        "what disappeared while avahi-daemon was away is removed after its return, and the rest is not reported again")
    func goneMeanwhile() async throws {
        try await Lab.run { lab in
            let here = try await lab.host("h1"), there = try await lab.host("h2")
            _ = try await lab.segment([here, there])
            try await here.startBus()
            let avahi = try await here.startAvahi()
            try await there.startBus()
            try await there.startAvahi()
            let going = try await there.publish("Going", ["_http._tcp"], 80)
            try await there.publish("Staying", ["_http._tcp"], 81).state(.published, name: "Staying")
            try await going.state(.published, name: "Going")
            let browse = try here.browse(nil, "--resolve"), types = try here.probe("types")
            try await browse.complete("Going", on: "eth0")
            try await browse.complete("Staying", on: "eth0")
            try await types.line(#""type":"_http._tcp"}}"#)
            avahi.killGroup()
            try await avahi.exit()
            try await going.send("end")
            try await going.process.exit()
            try await here.startAvahi()
            try await browse.event(.removed, "Going", on: "eth0")
            #expect(browse.ledger().faults == [] && Array(browse.ledger().present.keys) == ["Staying._http._tcp"])
            #expect(!browse.instances.contains { $0.event == .removed && $0.instance.name == "Staying" })
            #expect(!types.process.output.text.contains("removed"))
        }
    }

    @Test("if avahi-daemon stays away, known services are removed")
    func away() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.startBus()
            let avahi = try await host.startAvahi()
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            try await publication.state(.published, name: "S")
            let browse = try host.browse("_http._tcp"), types = try host.probe("types")
            try await browse.event(.added, "S", on: "lo")
            try await types.line("_http._tcp")
            avahi.killGroup()
            try await browse.settled("nothing is left", on: "lo", within: .unexpectedlyLong) { $0.isEmpty }
            try await types.line("removed", within: .unexpectedlyLong)
            try await host.startAvahi()
            try await browse.settled("it is back", on: "lo") { [count = Counter()] present in
                !present.isEmpty && count.next() == 2
            }
        }
    }

    @Test("an avahi-daemon that hangs delays nothing, and is reported; when it continues, everything is as before")
    func hanging() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.startBus()
            let avahi = try await host.startAvahi()
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            let ending = try await host.publish("E", ["_http._tcp"], 80)
            try await publication.state(.published, name: "S")
            try await ending.state(.published, name: "E")
            let browse = try host.browse("_http._tcp", "--resolve")
            try await browse.complete("E", on: "lo")
            avahi.send(SIGSTOP)
            let late = try await host.publish("L", ["_ipp._tcp"], 631)
            // libavahi-client waits 25 s for each response.
            let answer = try await host.resolve("S", within: 1, ending: .seconds(20))
            #expect(answer.contains("avahi-daemon does not answer; restart it with: service avahi-daemon restart"))
            try await ending.send("end")
            #expect(try await ending.process.exit(within: .unexpectedlyLong) == .exited(0))
            try await publication.send(#"[["a","b"]]"#)
            let waiting = try await publication.states("the hang", within: .unexpectedlyLong) {
                $0.state == .waiting && $0.name == nil
            }
            #expect(waiting.reason == "avahi-daemon does not answer; restart it with: service avahi-daemon restart")
            // The same applies to a client that starts when the daemon already hangs.
            try await late.states("the hang", within: .unexpectedlyLong) { $0.reason == waiting.reason }
            avahi.send(SIGCONT)
            try await late.states("the return", within: .seconds(120)) { $0.state == .published }
            try await publication.states("the return", within: .seconds(120)) { [count = Counter()] state in
                state.state == .published && count.next() == 2
            }
            try await browse.settled("what is published, as it is last", on: "lo") { present in
                present.count == 1 && present["S._http._tcp"]?.txt == ["a": .text("b")]
            }
            #expect(browse.ledger(on: "lo").faults == [])
        }
    }

    @Test("a bus that is killed and restarted, without its socket or with a stale one, ends no program")
    func bus() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let bus = try await host.startBus()
            let avahi = try await host.startAvahi()
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            try await publication.state(.published, name: "S")
            let browse = try host.browse("_http._tcp", "--resolve")
            try await browse.complete("S", on: "lo")
            try await browse.drained(times: 1)

            bus.killGroup()
            try await bus.exit()
            let waiting = try await publication.state(.waiting, name: nil, after: 2)
            #expect(waiting.reason?.contains("the system bus /run/dbus/system_bus_socket does not answer") == true)
            try await avahi.stop()
            try await host.run(["rm", "-rf", "/run/dbus"])

            try await host.startBus()
            try await host.startAvahi()
            try await publication.state(.published, name: "S", after: 3)
            try await browse.drained(times: 2)
            #expect(browse.ledger(on: "lo").faults == [] && browse.ledger(on: "lo").present.count == 1)
            #expect(!browse.instances.contains { $0.event == .removed })
            #expect(publication.process.status == nil && browse.process.status == nil)
        }
    }

    @Test("requests before there is a bus are carried out once it and the daemon are running")
    func absentAtStart() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let publication = try await host.publish("S", ["_http._tcp"], 80)
            let browse = try host.browse(nil, "--resolve")
            let waiting = try await publication.state(.waiting, name: nil)
            let reason = "the system bus /run/dbus/system_bus_socket is not there; start it with: service dbus start"
            #expect(waiting.reason == reason)
            try await browse.process.output.first("the reason") { $0.contains(reason) }
            try await host.startBus()
            try await publication.states("no daemon") { $0.reason?.hasPrefix("avahi-daemon does not run") ?? false }
            try await host.startAvahi()
            try await publication.state(.published, name: "S")
            try await browse.complete("S", on: "lo")
        }
    }

    @Test("if another host has the host name, the publication follows the alternative name")
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
