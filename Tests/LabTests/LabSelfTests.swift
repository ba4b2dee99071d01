import Foundation
import Lab
import Synchronization
import Testing

@Suite("The lab", .lab, .tags(.lab))
struct LabSelfTests {
    @Test("two hosts reach each other over both families, and their changes stay local")
    func twoHosts() async throws {
        let before = try String(contentsOfFile: "/etc/hosts", encoding: .utf8)
        try await Lab.run { lab in
            let a = try await lab.host("a"), b = try await lab.host("b")
            let cable = try await lab.link(a, b)
            try await a.run(["ping", "-c1", "-W2", cable.b.ipv4])
            try await a.run(["ping", "-c1", "-W2", cable.b.ipv6])
            try await a.write("/etc/hosts", "10.77.1.2 b\n")
            try await a.run(["ping", "-c1", "-W2", "b"])
            #expect(try await a.run(["hostname"]) == "a")
            #expect(try await a.result(of: ["sh", "-c", "exit 3"]).status == .exited(3))
        }
        #expect(try String(contentsOfFile: "/etc/hosts", encoding: .utf8) == before)
    }

    @Test("two hosts on a switch see each other's services")
    func discovery() async throws {
        try await Lab.run { lab in
            let hosts = [try await lab.host("h1"), try await lab.host("h2")]
            _ = try await lab.segment(hosts)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for host in hosts {
                    group.addTask {
                        try await host.startBus()
                        try await host.startAvahi()
                    }
                }
                try await group.waitForAll()
            }
            let publisher = try hosts[0].spawn(["avahi-publish", "-s", "Web, one", "_http._tcp", "8080", "path=/"])
            try await publisher.diagnostics.first("publication") { $0.contains("Established under name") }
            let browser = try hosts[1].spawn(["avahi-browse", "-rp", "_http._tcp"])
            let line = try await browser.output.first("the service") { $0.hasPrefix("=") && $0.contains("IPv4") }
            // avahi-browse names one of the host's addresses, of either family.
            #expect(["10.77.1.1", "fd77:1::1"].contains { line.contains("h1.local;\($0);8080") }, "\(line)")
            #expect(try await browser.stop() == .killed(SIGTERM) || browser.status == .exited(0))
        }
    }

    @Test("a pulled cable drops the carrier, and plugging it in makes the addresses usable again")
    func pulledCable() async throws {
        try await Lab.run { lab in
            let a = try await lab.host("a"), b = try await lab.host("b")
            let cable = try await lab.link(a, b)
            #expect(try await a.read("/sys/class/net/eth0/carrier") == "1")
            try await cable.unplug()
            #expect(try await a.read("/sys/class/net/eth0/carrier") == "0")
            try await cable.plug()
            try await a.run(["ping", "-c1", "-w10", "-i0.2", cable.b.ipv6])
        }
    }

    @Test("nothing is left over, even by a test that fails")
    func leftovers() async throws {
        struct Failure: Error {}
        let pids = Mutex<[Int32]>([]), inside = Mutex("")
        await #expect(throws: Failure.self) {
            try await Lab.run { lab in
                let a = try await lab.host("a"), b = try await lab.host("b")
                _ = try await lab.link(a, b)
                // A process without a parent that waits for it ends only with the host.
                try await a.run(["sh", "-c", "setsid sleep 12345 >/dev/null 2>&1 &"])
                try a.startTCPServer(.silent)
                let sleeper = try b.spawn(["sleep", "12345"])
                pids.withLock { $0 = [a.pid, b.pid, sleeper.pid] }
                let namespace = try await a.run(["readlink", "/proc/self/ns/net"])
                inside.withLock { $0 = namespace }
                throw Failure()
            }
        }
        for pid in pids.withLock({ $0 }) { #expect(!FileManager.default.fileExists(atPath: "/proc/\(pid)")) }
        // No process is left in the host's network.
        for pid in try FileManager.default.contentsOfDirectory(atPath: "/proc") where Int(pid) != nil {
            let network = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/ns/net")
            #expect(network != inside.withLock { $0 })
        }
    }
}
