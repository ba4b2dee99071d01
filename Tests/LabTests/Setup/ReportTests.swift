import Lab
import Testing

import enum NetworkModel.ConnectionStatus

/// `netdiag report --bundle` with a daemon whose configuration contains secrets of every kind.
@Suite("Bundles of facts in the lab", .lab, .tags(.lab))
struct ReportTests {
    private static let configuration = """
        # token: hush-in-a-comment
        access: {token: hush-for-the-token}
        publish: off
        include: /etc/netdiag/conf.d/*.yaml
        targets:
          - http://www.lab.example:81/path?key=hush-in-a-query
          - target: http://10.77.1.2:82/
            name: Shop
            http:
              headers: {X-Key: hush-in-a-header}
              body: hush-in-a-body
              method: POST
          - http://10.77.1.2:86/services/T00HUSH00/hush-in-a-path/XXXX
          - {target: "http://10.77.1.2:87/hush-said-to-be", secret_path: on}
          - target: 10.77.1.2:83
            script: [{send: "hush-in-a-script\\r\\n"}, {expect: hush-expected}]
          - target: mqtt://10.77.1.2
            mqtt: {topic: hush-in-a-topic}
          - target: smtp://10.77.1.2
            smtp: {starttls: required}
            credentials: {file: /etc/netdiag/login}
        alerts:
          receivers:
            - {name: hook, webhook: 'http://10.77.1.2:84/hush-in-a-hook'}
            - {name: page, exec: [/bin/true, hush-in-an-argument]}
            - {name: phone, ntfy: 'http://10.77.1.2:84/hush-topic'}

        """

    private func withReport(
        _ options: [String], _ body: @Sendable (_ pair: Pair, _ list: String, _ text: String) async throws -> Void
    ) async throws {
        try await Pair.run { pair in
            let client = pair.client
            try await client.write("/etc/netdiag/login", "user:hush-in-a-file\n", mode: 0o600)
            try await client.write(
                "/etc/netdiag/conf.d/more.yaml", "targets: ['http://10.77.1.2:85/?key=hush-included']\n")
            let daemon = try await client.startDaemon(Self.configuration)
            try await daemon.status("all targets checked") { $0.targets.allSatisfy { $0.status != .noErr } }
            let list = try await client.run([Programs.command, "report", "--bundle", "/run/b.tar.gz"] + options)
            #expect(try await client.run(["stat", "-c", "%a", "/run/b.tar.gz"]).hasPrefix("600"))
            try await body(pair, list, try await client.run(["tar", "-xzOf", "/run/b.tar.gz"]))
            let names = try await client.run(["tar", "-tzf", "/run/b.tar.gz"]).split(separator: "\n")
            #expect(names.allSatisfy { $0.hasPrefix("netdiag-report/") && list.contains($0.dropFirst(15)) })
            #expect(names.count >= 9, "\(names)")
        }
    }

    @Test("a bundle contains no secret and lists its content; an existing file stays unchanged")
    func secrets() async throws {
        try await withReport([]) { pair, list, text in
            #expect(!text.contains("hush"), "\(text.split(separator: "\n").filter { $0.contains("hush") })")
            #expect(!text.contains("HUSH") && text.contains("http://10.77.1.2:86/services/(masked)"))
            #expect(text.contains("what looks like a token") && text.contains("http://10.77.1.2:87/(masked)"))
            for word in ["netdiag.status/1", "netdiag.doctor/1", "10.77.1.2", "www.lab.example", "Shop", "tcp.refused"]
            {
                #expect(text.contains(word), "\(word)")
            }
            #expect(list.contains("are masked; if the daemon uses another file") && list.contains("netdiag.yaml"))
            let again = try await pair.client.result(of: [Programs.command, "report", "--bundle", "/run/b.tar.gz"])
            #expect(again.status == .exited(64) && again.diagnostics.contains("--bundle") && again.output.isEmpty)
        }
    }

    @Test("with --mask-addresses, it also contains no address or host name, and its documents are still JSON")
    func addresses() async throws {
        try await withReport(["--mask-addresses"]) { pair, _, text in
            #expect(!text.contains("hush"))
            let hardware = try await pair.client.read("/sys/class/net/eth0/address")
            for word in ["10.77.", "fd77:", "lab.example", String(hardware.prefix(17))] {
                #expect(!text.contains(word), "\(word)")
            }
            #expect(text.contains("private4-1") && text.contains("tcp.refused") && text.contains("netdiag.status/1"))
            try await pair.client.run([
                "sh", "-euc",
                "mkdir /run/x; tar -C /run/x -xzf /run/b.tar.gz; for f in /run/x/*/*.json; do jq -e . $f >/dev/null; done",
            ])
        }
    }
}
