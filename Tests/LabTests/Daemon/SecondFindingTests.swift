import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("Second findings of targets, in the lab", .lab, .tags(.lab), .timeLimit(.minutes(3)))
struct SecondFindingTests {
    @Test("IPv6 that is dropped is stated once beside pages that are missing, and is no incident of its own")
    func once() async throws {
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.office.server.drop("tcp dport 80", family: "ip6")
            let pages = ["one", "two"].map { "'http://www.lab.example/status/404?\($0)'" }
            let daemon = try await work.client.startDaemon(
                "publish: off\ninterval: 5s\ntimeout: 5s\ntargets: [\(pages.joined(separator: ", "))]\n")
            let status = try await daemon.status("the warning of both") { document in
                document.targets.allSatisfy { $0.status == .connectionDown }
                    && document.findings.contains {
                        $0.id == "tcp.ipv6-broken" && $0.summary.contains("and 1 more: ")
                    }
                    && !document.incidents.isEmpty
            }
            #expect(status.cause?.id == "http.not-found", "\(status.findings.map(\.summary))")
            #expect(status.findings.count { $0.id == "tcp.ipv6-broken" } == 1)
            #expect(!status.incidents.contains { $0.cause.id == "tcp.ipv6-broken" })
            let text = try await work.client.netdiag("status").output
            #expect(text.ranges(of: "tcp.ipv6-broken").count == 1, "\(text)")
            _ = try await daemon.stop()
        }
    }
}
