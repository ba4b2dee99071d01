import Lab
import Testing

@Suite("Hosts that systemd runs", .lab, .tags(.lab), .enabled(if: Lab.isInstalled("systemctl"), "systemd is missing"))
struct SystemdTests {
    @Test("a unit that notifies is started, reloaded and stopped by systemctl")
    func notifyingUnit() async throws {
        try await Lab.run { lab in
            let box = try await lab.systemdHost("box"), client = try await lab.host("client")
            let cable = try await lab.link(client, box)
            try await box.write(
                "/etc/systemd/system/sample.service",
                """
                [Service]
                Type=notify
                NotifyAccess=all
                DynamicUser=yes
                RuntimeDirectory=sample
                ExecStart=/bin/bash -c 'trap "touch /run/sample/reloaded" HUP; systemd-notify --ready --status=up; \
                    while :; do sleep 1000 & wait $!; done'
                ExecReload=/bin/kill -HUP $MAINPID

                """)
            try await box.run(["systemctl", "daemon-reload"])
            try await box.run(["systemctl", "start", "sample"])
            let shown = try await box.run(["systemctl", "show", "sample", "-p", "ActiveState,StatusText"])
            #expect(shown.contains("ActiveState=active") && shown.contains("StatusText=up"))
            try await box.run(["systemctl", "reload", "sample"])
            try await box.run(["systemctl", "stop", "sample"])
            try await client.run(["ping", "-c1", "-W2", cable.b.ipv6])
        }
    }
}
