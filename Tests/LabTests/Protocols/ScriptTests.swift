import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.Layer
import struct NetworkModel.Report
import struct NetworkModel.TCPEvidence

@Suite("Conversations with real servers", .lab, .tags(.lab))
struct ScriptTests {
    @Test("SMTP and IMAP switch to TLS within the conversation")
    func mail() async throws {
        try await Pair.watched(
            """
            - target: www.lab.example:25
              script:
              - expect: "^220 "
              - send: "EHLO netdiag\\r\\n"
              - expect: "^250-STARTTLS"
              - send: "STARTTLS\\r\\n"
              - expect: "^220 "
              - starttls
              - send: "EHLO netdiag\\r\\n"
              - expect: "^250[ -]AUTH"
              - send: "QUIT\\r\\n"
              - expect: "^221 "
            - target: www.lab.example:143
              script:
              - expect: "^\\\\* OK"
              - send: "a STARTTLS\\r\\n"
              - expect: "^a OK"
              - starttls
              - send: "b LOGOUT\\r\\n"
              - expect: "^b OK"
            - target: tcp://www.lab.example:25
              script: [{expect: "^220 "}, {send: "NOOP\\r\\n"}, {expect: "^999 "}]
            - target: tcp://www.lab.example:143
              tls: {server_name: other.lab.example}
              script: [{expect: OK}, {send: "a STARTTLS\\r\\n"}, {expect: "^a OK"}, starttls]

            """
        ) { pair in
            let certificate = try await pair.certificate()
            try await pair.server.startSMTP(certificate: certificate)
            try await pair.server.startIMAP(certificate: certificate)
        } _: { daemon, _ in
            for (target, steps) in [("www.lab.example:25", 10), ("www.lab.example:143", 6)] {
                let report = try await daemon.report(target)
                #expect(report.cause == nil && report.status == .connectionUp, "\(report)")
                #expect(report.layers.map(\.layer).suffix(2) == [.tcp, .tls])
                #expect(script(report).map(\.hasSucceeded) == Array(repeating: true, count: steps))
            }
            let refused = try await daemon.report("tcp://www.lab.example:25")
            #expect(refused.cause?.id == "tcp.unexpected-answer", "\(refused)")
            #expect(refused.cause?.summary.contains("250 ") == true)
            let other = try await daemon.report("tcp://www.lab.example:143")
            #expect(other.cause?.id == "tls.wrong-host", "\(other)")
        }
    }

    @Test("SSH sends its banner, Redis responds to PING, and a Redis with a password says so")
    func plain() async throws {
        try await Pair.watched(
            """
            - target: www.lab.example:22
              script: [{expect: "^SSH-2\\\\.0-"}]
            - target: www.lab.example:6379
              script: [{send: "PING\\r\\n"}, {expect: "^\\\\+PONG"}]
            - target: www.lab.example:6380
              script: [{send: "PING\\r\\n"}, {expect: "^\\\\+PONG"}]
            - target: tcp://www.lab.example:6380
              script: [{send: "AUTH secret\\r\\n"}, {expect: "^\\\\+OK"}, {send: "PING\\r\\n"}, {expect: "^\\\\+PONG"}]

            """
        ) { pair in
            try await pair.server.startSSH()
            try await pair.server.startRedis()
            try await pair.server.startRedis(port: 6380, password: "secret")
        } _: { daemon, _ in
            for target in ["www.lab.example:22", "www.lab.example:6379", "tcp://www.lab.example:6380"] {
                let report = try await daemon.report(target)
                #expect(report.cause == nil && report.status == .connectionUp, "\(report)")
            }
            let report = try await daemon.report("www.lab.example:6380")
            #expect(report.cause?.id == "tcp.unexpected-answer", "\(report)")
            #expect(report.cause?.summary.contains("NOAUTH") == true)
        }
    }

    private func script(_ report: Report) -> [(step: String, hasSucceeded: Bool)] {
        (report[TCPEvidence.self]?.script ?? []).map { ($0.step, $0.hasSucceeded) }
    }
}
