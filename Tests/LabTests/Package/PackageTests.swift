import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.StatusDocument

@Suite(
    "The Debian package", .lab, .tags(.lab),
    .enabled(if: Lab.isInstalled("systemctl") && Lab.isInstalled("dpkg-deb"), "systemd or dpkg-deb is missing"))
struct PackageTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    private static let folder = "/root/packages"

    /// A machine in the state after Debian's installer, without any trace of netdiag, and another one beside it.
    private func withMachine(
        _ body: @Sendable (_ machine: Host, _ neighbour: Host, _ cable: Cable) async throws -> Void
    )
        async throws
    {
        try await Lab.run { lab in
            let machine = try await lab.systemdHost("machine", sharing: Self.source)
            let neighbour = try await lab.host("neighbour")
            let cable = try await lab.link(neighbour, machine)
            // An image for containers prevents the start of services; an installed machine does not. Without its
            // auto-update, man-db does not index all manual pages of the machine after each installation.
            try await machine.run([
                "sh", "-euc",
                "rm -rf /etc/netdiag /usr/sbin/policy-rc.d /var/lib/man-db/auto-update; "
                    + "systemctl start avahi-daemon; mkdir \(Self.folder)",
            ])
            try await body(machine, neighbour, cable)
        }
    }

    /// Builds the package from the products of this build, and returns its path.
    private func build(_ version: String, _ host: Host, in folder: String = Self.folder) async throws -> String {
        let built = URL(fileURLWithPath: Programs.daemon).deletingLastPathComponent().path
        let text = try await host.run(
            ["sh", "-euc", "cd \"$1\" && exec scripts/deb.sh \"$2\"", "-", Lab.sharedFolder, folder],
            environment: [
                "BUILT": Lab.sharedFolder + built.dropFirst(Self.source.count), "DEB_VERSION": version, "DEBUG": "1",
                "COMPRESSION": "none", "SOURCE_DATE_EPOCH": "1700000000",
            ],
            within: .seconds(300))
        return try #require(text.split(separator: "\n").last.map(String.init))
    }

    private func dpkg(_ options: [String], _ host: Host) async throws {
        try await host.run(
            ["dpkg"] + options, environment: ["DEBIAN_FRONTEND": "noninteractive"], within: .seconds(120))
    }

    private func property(_ name: String, _ host: Host) async throws -> String {
        let text = try await host.run(["systemctl", "show", "--value", "-p", name, "netdiagd"])
        return text.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Every file of the machine except those of dpkg, the journal and caches.
    private func files(_ host: Host) async throws -> Set<Substring> {
        let text = try await host.run(
            [
                "sh", "-euc",
                """
                find /etc /usr /var /srv /opt /run -xdev \\( -path /srv/lab -o -path /var/lib/dpkg -o -path /var/log \\
                    -o -path /var/cache -o -path /run/log -o -path /run/systemd -o -path /run/udev -o -path /var/lib/systemd \\
                    -o -path /run/user -o -path \(Self.folder) \\) -prune -o -print
                """,
            ])
        return Set(text.split(separator: "\n"))
    }

    /// The number and the start of the incident of `tcp.refused`, once a status has it.
    private func incident(_ host: Host) async throws -> String {
        let events = try host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
        defer { events.killGroup() }
        let read: @Sendable (String) -> String? = { line in
            guard line.hasPrefix("data: {"), line.contains(StatusDocument.schema),
                let status = try? JSON.decode(StatusDocument.self, from: Data(line.dropFirst(6).utf8))
            else { return nil }
            return status.incidents.first { $0.cause.id == "tcp.refused" && $0.closed == nil }.map {
                "\($0.id) since \($0.opened)"
            }
        }
        let line = try await events.output.first("an incident") { read($0) != nil }
        return try #require(read(line))
    }

    @Test(
        "it installs and serves this machine only, is upgraded with its state, removed, and purged completely"
    )
    func life() async throws {
        try await withMachine { machine, neighbour, cable in
            let first = try await build("0.0.1", machine), second = try await build("0.0.2", machine)
            let before = try await files(machine)

            try await dpkg(["-i", first], machine)
            #expect(try await property("ActiveState", machine) == "active")
            #expect(try await property("UnitFileState", machine) == "enabled")
            // Nobody else has access: all listeners are on loopback, and nothing is announced.
            let listening = try await machine.run(["sh", "-euc", "ss -Hltunp | grep netdiagd || :"])
            let places = listening.split(separator: "\n").map { $0.split(separator: " ")[4] }
            #expect(places == ["127.0.0.1:8053"], "\(listening)")
            let refused = try await neighbour.result(of: [
                "curl", "-sS", "-m", "5", "http://\(cable.b.ipv4):8053/healthz",
            ])
            #expect(refused.status == .exited(7), "\(refused.output) \(refused.diagnostics)")
            let announced = try await machine.run(["avahi-browse", "-atp"])
            #expect(!announced.contains("_netdiag._tcp"), "\(announced)")
            let asked = try await machine.result(of: [
                "setpriv", "--reuid=65534", "--clear-groups", "netdiag", "status", "--json",
            ])
            #expect(asked.output.contains("netdiag.status/1") && asked.diagnostics.isEmpty, "\(asked)")
            for page in ["netdiag", "netdiagd", "netdiag.yaml", "netdiag-serve", "netdiag-with", "netdiag-break"] {
                try await machine.run(["man", "-w", page])
            }
            #expect(try await machine.run(["netdiag", "serve", "--list-faults"]).contains("http.stalled"))

            // It is no conffile: after a change of it, an upgrade to another version of the file would ask a question.
            #expect(try await machine.run(["dpkg-query", "-W", "-f", "${Conffiles}", "netdiag"]) == "")

            // The packaged configuration has not been edited: setup replaces it, once.
            let packaged = try await machine.read("/etc/netdiag/netdiag.yaml")
            let started = try await property("MainPID", machine)
            let setup = try await machine.result(of: ["netdiag", "setup", "--yes"])
            #expect(setup.status == .exited(0), "\(setup)")
            // Without a question, the daemon is not opened to the network.
            #expect(setup.diagnostics.contains("only this machine can read the results"), "\(setup)")
            #expect(setup.output.contains("switched off in the configuration (publish:)"), "\(setup)")
            let drafted = try await machine.read("/etc/netdiag/netdiag.yaml")
            #expect(drafted != packaged && drafted.contains("publish: off") && drafted.contains("127.0.0.1:8053"))
            #expect(try await property("MainPID", machine) != started, "the daemon has not read it")
            let again = try await machine.result(of: ["netdiag", "setup", "--yes"])
            #expect(again.status == .exited(64) && again.diagnostics.contains("left as it is"), "\(again)")

            // The administrator's configuration and the daemon's history survive an upgrade.
            let configuration = "interval: 1s\npublish: off\nlisten: { http: off }\ntargets:\n- tcp://127.0.0.1:81"
            try await machine.write("/etc/netdiag/netdiag.yaml", configuration)
            try await machine.run(["sh", "-euc", "umask 077; openssl rand -hex 32 >/etc/netdiag/token"])
            try await machine.run(["systemctl", "restart", "netdiagd"])
            let seen = try await incident(machine)
            let process = try await property("MainPID", machine)
            try await dpkg(["-i", second], machine)
            #expect(try await property("ActiveState", machine) == "active")
            #expect(try await property("MainPID", machine) != process, "the new program has not taken over")
            #expect(try await machine.read("/etc/netdiag/netdiag.yaml") == configuration)
            let kept = try await incident(machine)
            #expect(kept == seen, "\(kept) instead of \(seen)")
            #expect(try await machine.run(["dpkg-query", "-W", "-f", "${Version}", "netdiag"]) == "0.0.2")

            // An upgrade does not re-enable a service that the administrator has disabled.
            try await machine.run(["systemctl", "disable", "netdiagd"])
            try await dpkg(["-i", second], machine)
            #expect(try await property("UnitFileState", machine) == "disabled")
            try await machine.run(["systemctl", "enable", "netdiagd"])

            try await dpkg(["-r", "netdiag"], machine)
            let gone = try await machine.result(of: ["pidof", "netdiagd", "netdiag-arp"])
            #expect(gone.output.isEmpty)
            #expect(try await machine.read("/etc/netdiag/netdiag.yaml") == configuration)
            try await dpkg(["-i", second], machine)
            #expect(try await property("ActiveState", machine) == "active")
            #expect(try await incident(machine) == seen, "the state of what was removed, not purged, is still there")

            // The package does not create the file again after the administrator has deleted it.
            try await machine.run(["rm", "/etc/netdiag/netdiag.yaml"])
            try await dpkg(["-i", second], machine)
            #expect(try await machine.result(of: ["test", "-e", "/etc/netdiag/netdiag.yaml"]).status == .exited(1))

            try await dpkg(["-P", "netdiag"], machine)
            let after = try await files(machine)
            #expect(after.subtracting(before).sorted() == [], "left behind")
            #expect(before.subtracting(after).sorted() == [], "taken along")
            #expect(try await machine.result(of: ["pidof", "netdiagd", "netdiag-arp"]).output.isEmpty)
        }
    }

    @Test(
        "built again it has the same bytes, and its files and libraries; an invalid configuration breaks no upgrade"
    )
    func oneMachine() async throws {
        // They share a machine and a package, since building it takes longer than all of them.
        try await withMachine { machine, _, _ in
            let package = try await build("0.0.1", machine)
            try await contents(package, machine)
            try await dependencies(package, machine)
            try await wrongConfiguration(package, machine)
        }
    }

    /// An invalid configuration does not break an upgrade, and the installation says at its end where to look.
    private func wrongConfiguration(_ package: String, _ machine: Host) async throws {
        try await machine.run(["mkdir", "/etc/netdiag"])
        try await machine.write("/etc/netdiag/netdiag.yaml", "targets:\n  - nonsense://\n")
        let result = try await machine.result(
            of: ["dpkg", "-i", package], environment: ["DEBIAN_FRONTEND": "noninteractive"],
            within: .seconds(120))
        #expect(result.status == .exited(0), "\(result)")
        #expect(result.diagnostics.contains("journalctl -u netdiagd"), "\(result.diagnostics)")
        try await machine.run(["systemctl", "stop", "netdiagd"])
    }

    /// The same programs give the same bytes, and the package has the files of make install.
    private func contents(_ package: String, _ machine: Host) async throws {
        // Built in another folder, with other timestamps and another order of files.
        let other = try await build("0.0.1", machine, in: "/root/packages/again")
        #expect(try await machine.result(of: ["cmp", package, other]).status == .exited(0))

        let built = URL(fileURLWithPath: Programs.daemon).deletingLastPathComponent().path
        let installed = try await machine.run(
            ["sh", "-euc", "cd \"$1\" && exec scripts/install.sh", "-", Lab.sharedFolder],
            environment: [
                "PREFIX": "/usr", "DESTDIR": "/root/packages/root",
                "BUILT": Lab.sharedFolder + built.dropFirst(Self.source.count),
            ], within: .seconds(120))
        let packed = try await machine.run([
            "sh", "-euc", "dpkg-deb --fsys-tarfile \"$1\" | tar t | grep -v '/$'", "-", package,
        ])
        let names = Set(installed.split(separator: "\n").map { String($0.dropFirst("/root/packages/root".count)) })
        let packedNames = Set(
            packed.split(separator: "\n").map { String($0.dropFirst().replacing(/\.gz$/, with: "")) })
        // Debian provides the licence and requires these files. The package contains a configuration, which the first installation
        // copies, and by which setup recognises whether it has been edited.
        let ofDebian: Set = [
            "/usr/share/doc/netdiag/copyright", "/usr/share/doc/netdiag/changelog",
            "/usr/share/doc/netdiag/NEWS.md", "/usr/share/lintian/overrides/netdiag",
            "/usr/share/netdiag/netdiag.yaml",
        ]
        #expect(names.subtracting(packedNames) == ["/usr/share/doc/netdiag/LICENSE"])
        #expect(packedNames.subtracting(names) == ofDebian)
        #expect(names.contains("/usr/share/zsh/vendor-completions/_netdiag"))
        try await machine.run(["rm", "-rf", "/root/packages/again", "/root/packages/root"])
    }

    /// It depends on every library that the programs load at first use.
    private func dependencies(_ package: String, _ machine: Host) async throws {
        let depends = try await machine.run(["dpkg-deb", "-f", package, "Depends"])
        let names = try await machine.run([
            "sh", "-euc",
            "cd \"$1\" && grep -rhoE --exclude-dir=Doctor 'dlopen\\(\"[^\"]+' Sources | cut -d '\"' -f 2 | sort -u",
            "-",
            Lab.sharedFolder,
        ])
        #expect(names.contains("libcurl.so.4\n") && names.contains("libidn2.so.0\n"))
        for name in names.split(separator: "\n") {
            // The list of the dynamic loader, not that of the script.
            let path = try await machine.run([
                "sh", "-euc", "ldconfig -p | awk '$1 == \"\(name)\" { print $NF; exit }'",
            ])
            let real = try await machine.run([
                "sh", "-euc", "dpkg -S \"$1\" 2>/dev/null || dpkg -S \"/usr$1\"", "-",
                path.split(separator: "\n").first.map(String.init) ?? "",
            ])
            let owner = try #require(real.split(separator: ":").first)
            #expect(
                depends.split(separator: ", ").contains {
                    $0.split(separator: " ").first.map { $0.hasPrefix(owner) } == true
                },
                "\(name) of \(owner) is not in: \(depends)")
        }
    }
}
