import Lab
import Testing

import enum NetworkModel.JSON

@Suite("Alerts by mail and on the desktop, in the lab", .lab, .tags(.lab))
struct AlertMailTests {
    private static let closed = """
        publish: off
        uplink: off
        listen: { http: off }
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:9", name: Closed }

        """

    @Test("mail is sent completely by SMTP, and not at all to a server without STARTTLS")
    func mail() async throws {
        try await Pair.run { pair in
            let receiver = try await pair.server.startAlertReceiver(port: 2_525, isMail: true)
            let daemon = try await pair.client.startDaemon(
                Self.closed + """
                    alerts:
                      receivers:
                      - { name: plain, email: [ops@lab.example, second@lab.example], from: netdiag@lab.example,
                          smtp: "smtp+plain://www.lab.example:2525" }
                      - { name: secure, email: ops@lab.example, smtp: "smtp://www.lab.example:2525" }
                    """)
            let line = try await receiver.output.first("the mail") { $0.hasPrefix("[") }
            let mail: [String] = try JSON.decode(from: Array(line.utf8))
            #expect(mail.contains("From: netdiag <netdiag@lab.example>") && mail.contains("To: ops@lab.example,"))
            #expect(mail.contains("Auto-Submitted: auto-generated"))
            let words = receiver.output.text
            #expect(words.contains("MAIL FROM:<netdiag@lab.example>") && words.contains("RCPT TO:<second@lab.example>"))
            try await daemon.process.diagnostics.first("the one that asks for TLS") {
                $0.contains("\"secure\" (ops@lab.example) does not accept messages: ") && $0.contains("STARTTLS")
            }
            #expect(receiver.output.text.split(separator: "\n").count { $0.hasPrefix("[") } == 1)
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("the TLS certificate of a webhook is verified like that of any server")
    func secureWebhook() async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx([Site(port: 443, certificate: pair.certificate())])
            let daemon = try await pair.client.startDaemon(
                """
                publish: off
                uplink: off
                listen: { http: off }
                alerts:
                  receivers:
                  - { name: well, webhook: "https://www.lab.example/status/204" }
                  - { name: other, webhook: "https://\(pair.address)/status/204" }
                  - { name: silent, webhook: "https://www.lab.example/never", timeout: 1s }
                """)
            let well = try await pair.client.netdiag("alerts", "test", "well")
            #expect(well.status == .exited(0), "\(well)")
            let other = try await pair.client.netdiag("alerts", "test", "other")
            #expect(other.status == .exited(2) && other.output.contains("certificate"), "\(other)")
            let silent = try await pair.client.netdiag("alerts", "test", "silent")
            #expect(silent.status == .exited(2) && silent.output.contains(#/no answer within \d+m?s  /#), "\(silent)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("mail with a login is sent only over TLS, with STARTTLS or implicit TLS; a wrong password is logged")
    func secureMail() async throws {
        try await Pair.run { pair in
            let certificate = try await pair.certificate()
            let server = try await pair.server.startSMTP(port: 587, certificate: certificate, requiresTLS: true)
            let secure = try await pair.server.startSMTP(port: 465, certificate: certificate, isInTLS: true)
            try await pair.client.write("/run/login", Account.pair + "\n", mode: 0o600)
            try await pair.client.write("/run/wrong", "\(Account.name):other\n", mode: 0o600)
            let daemon = try await pair.client.startDaemon(
                Self.closed + """
                    alerts:
                      receivers:
                      - { name: starttls, email: [ops@lab.example], from: netdiag@lab.example, smtp: "smtp://www.lab.example",
                          credentials: { file: /run/login } }
                      - { name: tls, email: [ops@lab.example], smtp: "smtps://www.lab.example", credentials: { file: /run/login } }
                      - { name: wrong, email: [no@lab.example], smtp: "smtp://www.lab.example", credentials: { file: /run/wrong } }
                      - { name: untrusted, email: [no@lab.example], smtp: "smtps://\(pair.address)" }
                    """)
            try await server.output.first("the mail after STARTTLS") { $0 == "netdiag@lab.example > ops@lab.example" }
            try await secure.output.first("the mail in TLS") { $0 == "ops@lab.example > ops@lab.example" }
            for (name, word) in [("wrong", "535"), ("untrusted", "certificate")] {
                let line = try await daemon.process.diagnostics.first("the one that is \(name)") {
                    $0.contains("\"\(name)\" (no@lab.example) does not accept messages: ")
                }
                #expect(line.contains(word), "\(line)")
            }
            #expect(!server.output.text.contains("no@") && !secure.output.text.contains("no@"))
            #expect(!daemon.process.diagnostics.text.contains(Account.password))
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("an incident is one desktop notification, which its end replaces")
    func desktop() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let session = try await host.startSession()
            let desktop = try await host.startDesktop(in: session)
            let daemon = try await host.startDaemon(Self.closed.replacing("interval: 1s", with: "interval: 2s"))
            let notify = try host.spawn([Programs.command, "notify"], environment: session.environment)
            // Incidents that are open already are reported when the stream begins.
            let opened = try await desktop.output.first("the incident") { $0.contains("nothing listens there") }
            #expect(opened.contains("\"urgency\": 2") && opened.contains("affects Closed"), "\(opened)")
            _ = try await host.startAlertReceiver(port: 9)
            let over = try await desktop.output.first("its end") { $0.contains("over after") }
            let number = opened.prefix { $0 != "," }
            #expect(over.hasPrefix(number) && over.contains("\"urgency\": 0"), "\(opened) \(over)")
            _ = try await daemon.stop()
            let end = try await notify.exit()
            #expect(end == .exited(3) && notify.diagnostics.text.contains("ended the stream of changes"))
        }
    }
}
