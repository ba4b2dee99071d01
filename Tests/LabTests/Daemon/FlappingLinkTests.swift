import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("A loose contact, monitored by a daemon", .lab, .tags(.lab))
struct FlappingLinkTests {
    /// The kernel reports ENOBUFS for a datagram that meets an interface on its way down or up.
    @Test("is never a lack of memory on this machine", .timeLimit(.minutes(3)))
    func noShortage() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.office.server.startServer(of: "ntp", port: 123)
            let targets = ["ntp://10.77.2.1", "dns://10.77.3.1/www.lab.example", "icmp://10.77.2.1", "10.77.2.1:80"]
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 1s\ntimeout: 1s\ntargets:\n" + targets.map { "- '\($0)'\n" }.joined())
            try await daemon.status("all well") { $0.targets.allSatisfy { $0.status == .connectionUp } }
            for _ in 1...100 {
                try await work.office.clientCable.unplug()
                try await work.office.clientCable.plug()
            }
            try await daemon.status("all well again") { status in
                status.incidents.allSatisfy { $0.cause.severity < .error }
                    && status.targets.allSatisfy { $0.status == .connectionUp }
            }
            // Which incidents there were depends on which checks met it.
            let told = try await daemon.get("/v1/incidents?since=10m")
            #expect(!told.contains("local.resource"), "\(told)")
            #expect(!daemon.process.diagnostics.text.contains("local.resource"))
            _ = try await daemon.stop()
        }
    }
}
