import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("The daemon reports the start and end of faults", .lab, .tags(.lab))
struct FaultTests {
    @Test("a pulled cable, a dead DNS server and a closed port are each reported at once, and so is their end")
    func comingAndGoing() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let daemon = try await work.client.startDaemon(
                """
                # An interval that is never over: what is noticed is noticed for another reason.
                interval: 1h
                timeout: 5s
                publish: off
                targets: ["http://www.lab.example/"]
                """)
            func target(_ what: String, _ cause: String?) async throws {
                try await daemon.status(what) {
                    $0.targets.first.map { $0.last != nil && $0.cause?.id.rawValue == cause } ?? false
                }
            }
            try await daemon.status("all well") { $0.status == .connectionUp && !$0.degraded }
            try await target("a healthy target", nil)

            try await work.office.clientCable.unplug()
            let pulled = try await daemon.status("the pulled cable") { $0.cause?.id == "link.no-carrier" }
            #expect(pulled.status == .connectionDown && pulled.cause?.summary.contains("eth0") == true)
            try await target("the target behind it", "link.no-carrier")
            try await work.office.clientCable.plug()
            try await daemon.status("the cable plugged in") { $0.status == .connectionUp }
            try await target("the target reached again", nil)

            try await work.client.run(["ip", "route", "del", "default"])
            try await daemon.status("no route") { $0.cause?.id == "gateway.none" }
            try await work.client.run(["ip", "route", "add", "default", "via", work.office.clientCable.b.ipv4])
            try await daemon.status("the route back") { $0.status == .connectionUp }

            // The kernel does not report that a server has ended. The daemon notices an edit of resolv.conf and then
            // queries the server.
            _ = try await work.dns.stop()
            try await work.client.useDNS([work.office.namesCable.a.ipv4, work.office.namesCable.a.ipv6])
            try await daemon.status("the dead DNS server") { $0.cause?.id == "dns.server-closed" }
        }
    }

    @Test("if one of two targets fails, it is named, and the machine is degraded, not down")
    func oneTargetDown() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            let daemon = try await work.client.startDaemon(
                """
                publish: off
                targets: ["http://www.lab.example/", "www.lab.example:81"]
                """)
            let status = try await daemon.status("both checked, and the uplink") {
                $0.targets.allSatisfy { $0.last != nil } && $0.uplink?.evidence != nil
            }
            #expect(status.status == .connectionUp && status.degraded)
            #expect(status.cause?.id == "tcp.refused" && status.cause?.summary.contains("81") == true)
            let report = try await daemon.get("/v1/reports/www.lab.example%3A81")
            #expect(report.contains("\"tcp.refused\"") && report.contains("netdiag.report/1"))
            let shown = try await work.client.netdiag("status")
            #expect(shown.status == .exited(1) && shown.output.contains("tcp.refused"))
            let checked = try await work.client.netdiag("check", "--json", "https://www.lab.example/")
            #expect(checked.status == .exited(0) && checked.diagnostics.isEmpty)
        }
    }
}
