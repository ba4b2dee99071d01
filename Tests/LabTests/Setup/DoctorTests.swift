import FoundationEssentials
import Glibc
import Lab
import Testing

import enum Lab.ExitStatus
import enum NetworkModel.JSON

/// The findings of `netdiag doctor` about an installation, each caused by a real fault.
@Suite("The examination of an installation in the lab", .lab, .tags(.lab))
struct DoctorTests {
    private struct Examination: Decodable {
        struct Finding: Decodable {
            let id: String
            let state: String
            let summary: String
            let fix: [String]
        }

        let schema: String
        let status: String
        let degraded: Bool
        let findings: [Finding]

        func state(_ id: String) -> String? { findings.first { $0.id == id }?.state }
    }

    private func examine(
        _ host: Host, as user: [String] = [], by command: String = Programs.command
    ) async throws -> (examination: Examination, status: ExitStatus) {
        let result = try await host.result(of: user + [command, "doctor", "--json"])
        return (try JSON.decode(Examination.self, from: Data(result.output.utf8)), result.status)
    }

    /// A host without a link.
    private func withHost(_ body: @Sendable (_ host: Host) async throws -> Void) async throws {
        try await Lab.run { lab in try await body(try await lab.host("client")) }
    }

    /// A host on a link, with the bus, avahi-daemon and netdiagd.
    private func withInstalled(
        _ body: @Sendable (_ host: Host, _ avahi: HostProcess, _ daemon: RunningDaemon) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("client"), other = try await lab.host("other")
            _ = try await lab.link(host, other)
            try await host.startBus()
            let avahi = try await host.startAvahi()
            let daemon = try await host.startDaemon("publish: off\n")
            try await body(host, avahi, daemon)
        }
    }

    /// Expects the finding with this state, and these words in its steps.
    private func expect(
        _ id: String, _ state: String, _ words: String = "", on host: Host, as user: [String] = [],
        by command: String = Programs.command, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let (examination, status) = try await examine(host, as: user, by: command)
        let finding = examination.findings.first { $0.id == id }
        #expect(finding?.state == state, "\(examination.findings)", sourceLocation: sourceLocation)
        let text = ([finding?.summary ?? ""] + (finding?.fix ?? [])).joined(separator: "\n")
        #expect(words.isEmpty || text.contains(words), "\(text)", sourceLocation: sourceLocation)
        #expect(state == "ok" || state == "note" || finding?.fix.isEmpty == false, sourceLocation: sourceLocation)
        if state == "error" { #expect(status == .exited(2), sourceLocation: sourceLocation) }
    }

    @Test("a complete installation lacks only what the lab does not have: a clock of its own, and systemd")
    func whole() async throws {
        try await withInstalled { host, _, _ in
            let (examination, status) = try await examine(host)
            #expect(examination.schema == "netdiag.doctor/1")
            let bad = examination.findings.filter { ["warning", "error"].contains($0.state) && $0.id != "clock" }
            #expect(bad.isEmpty, "\(bad)")
            #expect(status == .exited(examination.state("clock") == "warning" ? 1 : 0))
            let text = try await host.result(of: [Programs.command, "doctor"])
            #expect(!text.output.contains("✗") && text.diagnostics.isEmpty)
            #expect(!text.output.contains("systemctl"), "\(text.output)")
        }
    }

    @Test("the daemon: absent, stopped, and refused to this user")
    func daemon() async throws {
        try await withInstalled { host, _, daemon in
            try await daemon.process.suspend()
            try await expect("daemon", "error", "did not answer within 5 s", on: host)
            daemon.process.send(SIGCONT)
            try await expect("daemon", "ok", on: host)
            try await host.run(["chmod", "700", "/run/netdiag"])
            try await expect(
                "daemon", "warning", "may not ask", on: host, as: ["setpriv", "--reuid=65534", "--clear-groups"])
            _ = try await daemon.stop()
            try await expect("daemon", "warning", "no daemon at", on: host)
        }
    }

    @Test("a configuration that the daemon would refuse, with its line")
    func configuration() async throws {
        try await withInstalled { host, _, _ in
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntargets: [nonsense://]\n")
            try await expect("configuration", "error", "netdiag.yaml:2: ", on: host)
            try await host.run(["rm", "/etc/netdiag/netdiag.yaml"])
            try await expect("configuration", "note", "netdiag setup", on: host)
        }
    }

    @Test("no right to send echo requests")
    func ping() async throws {
        try await withInstalled { host, _, _ in
            try await host.run(["sysctl", "-q", "-w", "net.ipv4.ping_group_range=1 0"])
            try await expect(
                "ping", "error", "does not include group 0", on: host,
                as: ["setpriv", "--reuid=65534", "--clear-groups"])
            // Root has raw sockets.
            try await expect("ping", "ok", on: host)
            try await host.run(["sysctl", "-q", "-w", "net.ipv4.ping_group_range=0 100"])
            try await host.write("/etc/systemd/system/netdiagd.service", "[Service]\n")
            try await expect("ping", "ok", on: host)
            try await expect("ping.daemon", "error", "61184", on: host)
        }
    }

    @Test("avahi-daemon that hangs or is absent, and a missing bus")
    func discovery() async throws {
        try await withInstalled { host, avahi, _ in
            try await expect("avahi", "ok", on: host)
            _ = try await avahi.stop()
            // With `publish: off`, the daemon does not need it.
            try await expect("avahi", "note", "publish: off", on: host)
            try await host.write("/etc/netdiag/netdiag.yaml", "interval: 30s\n")
            try await expect("avahi", "error", "avahi-daemon", on: host)
            let german = try await host.result(
                of: [Programs.command, "doctor"], environment: ["LANG": "C.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"])
            let words = "avahi-daemon läuft nicht: es werden keine Dienste gefunden"
            #expect(german.output.contains(words) && german.output.contains("Diese Installation: "), "\(german)")
            try await host.run(["rm", "/run/dbus/system_bus_socket"])
            try await expect("avahi", "error", "bus", on: host)
        }
    }

    @Test("names ending in .local that programs cannot resolve")
    func names() async throws {
        try await withInstalled { host, _, _ in
            try await expect("mdns.names", "ok", on: host)
            try await host.write("/etc/nsswitch.conf", "passwd: files\nhosts: files dns # mdns4_minimal\n")
            try await expect("mdns.names", "warning", "nsswitch.conf:2", on: host)
            // It is installed already: no step tells the user to install it.
            let (examination, _) = try await examine(host)
            let fix = examination.findings.first { $0.id == "mdns.names" }?.fix
            #expect(fix == ["Write, in /etc/nsswitch.conf:2: hosts: files mdns4_minimal [NOTFOUND=return] dns"])
            try await host.write("/etc/nsswitch.conf", "hosts: files mdns6 dns\n")
            try await host.run([
                "sh", "-euc",
                "for f in $(find /lib /usr/lib -name 'libnss_mdns6.so.2'); do mount --bind /dev/null $f; done",
            ])
            try await expect("mdns.names", "warning", "libnss_mdns6.so.2", on: host)
        }
    }

    @Test("port 5353: blocked inbound, blocked outbound, and held by a program that does not share it")
    func port() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("client"), other = try await lab.host("other")
            _ = try await lab.link(host, other)
            try await expect("mdns.port", "ok", "eth0", on: host)
            func rule(_ hook: String) -> String {
                "table ip t { chain c { type filter hook \(hook) priority 0; udp dport 5353 drop; }; }"
            }
            try await host.filter(rule("input"))
            try await expect("mdns.port", "error", "does not come in", on: host)
            try await host.filter("delete table ip t")
            try await host.filter(rule("output"))
            try await expect("mdns.port", "error", "lets nothing out", on: host)
            try await host.filter("delete table ip t")
            let greedy = try host.spawn([
                "/usr/bin/python3", "-uc",
                "import socket,time; s=socket.socket(2,2); s.bind(('',5353)); print('bound'); time.sleep(600)",
            ])
            try await greedy.output.first("the port") { $0 == "bound" }
            try await expect("mdns.port", "error", "another program", on: host)
        }
    }

    @Test("a library that cannot be loaded")
    func libraries() async throws {
        try await withHost { host in
            try await host.run([
                "sh", "-euc", "for f in $(find /lib /usr/lib -name 'libssh.so.4*'); do mount --bind /dev/null $f; done",
            ])
            try await expect("library.libssh", "error", "libssh-4", on: host)
            try await expect("library.libcurl", "ok", on: host)
        }
    }

    @Test("a clock before the build date, and one that nothing synchronises")
    func clock() async throws {
        try await withHost { host in
            try await host.setClock(wrongBy: 0)
            try await expect("clock", "warning", "not synchronised", on: host)
            try await host.setClock(wrongBy: -20 * 365 * 86_400)
            try await expect("clock", "error", "the clock is wrong", on: host)
        }
    }

    @Test("a history that is damaged, and a disk that is nearly full")
    func history() async throws {
        try await withHost { host in
            try await expect("history", "note", "nothing was recorded yet", on: host)
            try await host.write("/var/lib/netdiag/history.db", "no database at all\n")
            try await expect("history", "error", "damaged", on: host)
            try await host.run([
                "sh", "-euc",
                "rm -r /var/lib/netdiag; mkdir /var/lib/netdiag; mount -t tmpfs -o size=8m t /var/lib/netdiag",
            ])
            try await expect("history", "warning", "64 MiB", on: host)
        }
    }

    @Test("the history of a daemon with another state directory, which the daemon names")
    func otherHistory() async throws {
        try await withHost { host in
            _ = try host.spawn([Programs.daemon, "--socket", "/run/netdiag/netdiag.sock", "--state", "/srv/results"])
            try await StaleTests.eventually {
                let (examination, _) = try await examine(host)
                let finding = examination.findings.first { $0.id == "history" }
                return finding?.state == "ok" && finding?.summary == "results are kept in /srv/results/history.db"
            }
        }
    }

    @Test("the requirements of netdiag with: user namespaces, and /dev/net/tun")
    func namespaces() async throws {
        try await withHost { host in
            try await expect("with.namespaces", "ok", on: host)
            try await host.run(["mount", "-t", "tmpfs", "tmpfs", "/dev/net"])
            try await expect("with.tun", "warning", "modprobe tun", on: host)
        }
    }

    @Test("clients that may request checks")
    func access() async throws {
        try await withHost { host in
            try await expect("access", "ok", on: host)
            let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            try await expect("access", "note", "access: group:", on: host, as: nobody)
            try await host.write("/etc/netdiag/netdiag.yaml", "access: {group: 65534}\n")
            try await expect("access", "ok", on: host, as: nobody)
        }
    }

    @Test(
        "the units: missing, not started at boot, failed",
        .enabled(if: Lab.isInstalled("systemctl"), "systemd is missing"))
    func units() async throws {
        try await Lab.run { lab in
            // The programs are on a file system of which the host sees only this folder.
            let folder = URL(fileURLWithPath: Programs.command).deletingLastPathComponent().path
            let host = try await lab.systemdHost("server", sharing: folder)
            let command = Lab.sharedFolder + "/netdiag"
            try await expect("unit", "warning", "not installed", on: host, by: command)
            try await host.write(
                "/etc/systemd/system/netdiagd.service",
                "[Service]\nExecStart=/bin/sleep 600\n[Install]\nWantedBy=multi-user.target\n")
            try await host.run(["systemctl", "daemon-reload"])
            try await expect("unit", "warning", "not started at boot", on: host, by: command)
            try await host.run(["systemctl", "enable", "--now", "netdiagd"])
            try await expect("unit", "ok", on: host, by: command)
            try await expect("unit.arp", "warning", "NAT rules that rewrite its packets", on: host, by: command)
            try await host.write(
                "/etc/systemd/system/netdiagd.service.d/fail.conf",
                "[Service]\nExecStart=\nExecStart=/bin/false\nType=oneshot\n")
            try await host.run(["systemctl", "daemon-reload"])
            try await host.run(["sh", "-c", "systemctl restart netdiagd || true"])
            try await expect("unit", "error", "journalctl", on: host, by: command)
        }
    }
}
