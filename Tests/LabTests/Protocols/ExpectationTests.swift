import Lab
import Testing

import struct NetworkModel.DNSEvidence
import struct NetworkModel.EchoEvidence
import struct NetworkModel.Report

@Suite("Expected records and echo replies", .lab, .tags(.lab))
struct ExpectationTests {
    @Test("a DNS server responds with the expected records, or not")
    func records() async throws {
        try await Pair.run { pair in
            try await pair.server.startDNSMasq([
                .addresses("two.lab.example", ["192.0.2.1", "2001:db8::1"]),
                .addresses("two.lab.example", ["192.0.2.2"]),
                .text("text.lab.example", "hello"), .zone("lab.example"),
            ])
            let server = pair.address
            let daemon = try await pair.client.startDaemon(
                """
                publish: off
                interval: 1h
                targets:
                - {target: "dns://\(server)/two.lab.example", records: [192.0.2.2, 192.0.2.1]}
                - {target: "dns://\(server)/two.lab.example?type=AAAA", records: ["2001:DB8:0::1"]}
                - {target: "dns://\(server)/TWO.lab.example", records: [192.0.2.1, 192.0.2.3]}
                - {target: "dns://\(server)/two.lab.example.", records: [192.0.2.1]}
                - {target: "dns://\(server)/text.lab.example?type=TXT", records: [other]}
                - {target: "dns://\(server)/none.lab.example", records: [192.0.2.1]}

                """)
            let good = try await daemon.report("dns://\(server)/two.lab.example")
            #expect(good.cause == nil, "\(good)")
            #expect(try await daemon.report("dns://\(server)/two.lab.example?type=AAAA").cause == nil)
            let missing = try await daemon.report("dns://\(server)/TWO.lab.example")
            #expect(missing.cause?.id == "dns.unexpected-answer", "\(missing)")
            #expect(missing.cause?.summary.contains("192.0.2.3") == true)
            #expect(missing.cause?.summary.contains("192.0.2.2") == true)
            // The expected ones have to be there; further ones are reported too.
            let more = try await daemon.report("dns://\(server)/two.lab.example.")
            #expect(more.cause == nil && dns(more)?.unexpected == ["192.0.2.2"], "\(more)")
            let text = try await daemon.report("dns://\(server)/text.lab.example?type=TXT")
            #expect(text.cause?.id == "dns.unexpected-answer", "\(text)")
            #expect(try await daemon.report("dns://\(server)/none.lab.example").cause?.id == "dns.nxdomain")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("lost echo replies are a warning with the loss rate")
    func loss() async throws {
        try await Pair.run { pair in
            let target = "icmp://\(pair.address)"
            let daemon = try await pair.client.startDaemon(
                """
                publish: off
                interval: 1h
                targets:
                - target: \(target)
                  ping: {count: 20, interval: 20ms, loss: 10}

                """)
            let whole = try await daemon.report(target)
            #expect(whole.cause == nil && echo(whole)?.received == 20, "\(whole)")
            #expect(echo(whole)?.jitter != nil && echo(whole)?.meanRoundTrip != nil)

            // Every second packet is dropped, in turn and not at random.
            try await pair.server.run([
                "nft",
                "add table inet lab; add chain inet lab in { type filter hook input priority 0; }; "
                    + "add rule inet lab in icmp type echo-request numgen inc mod 2 1 drop",
            ])
            let lossy = try await daemon.report(target)
            #expect(lossy.cause?.id == "path.loss" && lossy.cause?.severity == .warning, "\(lossy)")
            #expect(lossy.status == .connectionUp && lossy.degraded)
            #expect(lossy.cause?.summary.contains("10 of 20") == true, "\(lossy.cause?.summary ?? "")")
            #expect(echo(lossy)?.received == 10)
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    private func dns(_ report: Report) -> DNSEvidence? {
        report[DNSEvidence.self]
    }

    private func echo(_ report: Report) -> EchoEvidence? {
        report[EchoEvidence.self]
    }
}
