import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON

/// `netdiag setup` on a pseudo-terminal and in a script.
@Suite("The first configuration in the lab", .lab, .tags(.lab))
struct SetupTests {
    private struct Setup: Decodable {
        struct Status: Decodable { let status: String }

        let schema: String
        let file: String
        let targets: [String]
        let started: Bool
        let status: Status
    }

    private static let path = "/etc/netdiag/netdiag.yaml"

    /// Runs it on a pseudo-terminal with typed answers.
    private func setup(
        _ options: String, answers: [String], on host: Host, locale: String = "C.UTF-8"
    ) async throws -> CommandResult {
        try await host.result(
            of: ["script", "-qec", "stty cols 100; exec \(Programs.command) setup \(options)", "/dev/null"],
            input: answers.map { $0 + "\n" }.joined(),
            environment: [
                "TERM": "xterm", "LANG": "C.UTF-8", "LC_MESSAGES": locale, "SHELL": "/bin/sh", "NO_COLOR": "1",
            ])
    }

    private func withOffice(_ body: @Sendable (Office) async throws -> Void) async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            try await office.names.startDNSMasq([])
            try await body(office)
        }
    }

    @Test("four answers on a terminal make a configuration that the daemon accepts, and it runs")
    func questions() async throws {
        try await withOffice { office in
            let client = office.client
            for host in [client, office.router] {
                try await host.startBus()
                try await host.startAvahi()
            }
            try await office.router.publish("Web, one", "_http._tcp", port: 80)
            let gateway = "icmp://\(office.clientCable.b.ipv4)", six = "icmp://[\(office.clientCable.b.ipv6)]"
            let resolver = "dns://\(office.namesCable.a.ipv4)/a.root-servers.net"
            // It repeats a question after an unknown number, an invalid target, and a target that the daemon would
            // refuse.
            let result = try await setup(
                "",
                answers: [
                    "9", "nonsense://", "quit", "1 3 4 tcp://\(office.namesCable.a.ipv4):53", "8.8.8.0/24", "yes", "3",
                    "/bin/no-pager",
                    "/bin/true", "maybe", "y",
                ], on: client)
            #expect(result.status == .exited(0), "\(result)")
            let shown = result.output
            for found in [gateway, six, resolver, "Web\\, one._http._tcp.local", "Web, one._http._tcp.local"] {
                // The instance may have two notations.
                #expect(shown.contains(found) || found.hasPrefix("Web"), "\(found): \(shown)")
            }
            #expect(shown.contains("_http._tcp.local"))
            #expect(shown.contains("There is no 9 in the list") && shown.contains("is not a target"))
            #expect(shown.contains("There is no host quit:"), "\(shown)")
            #expect(shown.contains("yes is none of them") || shown.contains("\"yes\" is none of them"))
            #expect(shown.contains("/bin/no-pager: No such file or directory"))
            #expect(shown.contains("8.8.8.0/24") && shown.contains("may not connect"))
            #expect(shown.contains("Please answer y or n") && shown.contains("Targets"), "\(shown)")

            let file = try await client.read(Self.path)
            #expect(file.contains("  - '\(gateway)'") && file.contains("  - '\(resolver)'"))
            #expect(file.contains("#   - '\(six)'") && file.contains("_http._tcp.local'"))
            #expect(file.contains("  read: ['10.77.") && file.contains("exec: ['/bin/true']"), "\(file)")
            #expect(try await client.run(["stat", "-c", "%a", Self.path]).hasPrefix("644"))
            try await client.run([Programs.daemon, "--check-config"])
            let status = try await client.run(RunningDaemon.curl + ["http://netdiag/v1/status"])
            #expect(status.contains(gateway))
        }
    }

    @Test("without avahi, --yes sets this machine's dependencies as targets; an existing file stays unchanged")
    func agreed() async throws {
        try await withOffice { office in
            let client = office.client
            try await client.write("/etc/environment", "https_proxy=http://user:hush@10.77.2.1:3128\n")
            try await client.write(
                "/etc/NetworkManager/conf.d/check.conf", "[connectivity]\nuri=http://10.77.2.1/check\n")
            let result = try await client.result(of: [Programs.command, "setup", "--yes", "--json"])
            #expect(result.status == .exited(0), "\(result)")
            let setup = try JSON.decode(Setup.self, from: Data(result.output.utf8))
            #expect(setup.schema == "netdiag.setup/1" && setup.file == Self.path && !setup.started)
            let six = "icmp://[\(office.clientCable.b.ipv6)]"
            #expect(
                setup.targets == [
                    "icmp://\(office.clientCable.b.ipv4)", six,
                    "dns://\(office.namesCable.a.ipv4)/a.root-servers.net",
                ])
            let file = try await client.read(Self.path)
            #expect(file.contains("proxy: 'http://10.77.2.1:3128'") && !file.contains("hush"))
            // A service that does not respond is not proposed.
            #expect(file.contains("#   - 'http://10.77.2.1/check'") && file.contains("#   - 'tcp://10.77.2.1:3128'"))
            #expect(result.diagnostics.contains("netdiagd was not started") && result.diagnostics.contains("--config"))
            try await client.run([Programs.daemon, "--check-config"])

            for options in [["--yes"], ["--yes", "--output", Self.path], ["--yes", "--output", "/etc/dangling"]] {
                try await client.run(["ln", "-sf", "/nowhere/file", "/etc/dangling"])
                let again = try await client.result(of: [Programs.command, "setup"] + options)
                #expect(again.status == .exited(64) && again.output.isEmpty)
                #expect(
                    again.diagnostics.contains("exists and was left as it is") && again.diagnostics.contains("--output")
                )
            }
            #expect(try await client.read(Self.path) == file)
        }
    }

    @Test("on standard output, or nowhere: a read-only /etc, and a missing directory")
    func elsewhere() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("alone")
            let printed = try await host.result(of: [Programs.command, "setup", "--yes", "--output", "-"])
            #expect(printed.status == .exited(0) && printed.output.contains("\ntargets: []\n"), "\(printed)")
            #expect(try await host.result(of: ["test", "-e", Self.path]).status == .exited(1))
            for options in [["setup", "--yes", "--output"], ["report", "--bundle"]] {
                let missing = try await host.result(of: [Programs.command] + options + ["/run/missing/file"])
                #expect(missing.status == .exited(64) && missing.output.isEmpty, "\(missing)")
                #expect(missing.diagnostics.split(separator: "\n").count == 1)
                #expect(missing.diagnostics.contains("the directory /run/missing: No such file"))
                #expect(try await host.result(of: ["test", "-e", "/run/missing"]).status == .exited(1))
            }
            try await host.run(["sh", "-euc", "rm -rf /etc/netdiag; mount -t tmpfs -o ro tmpfs /etc"])
            let sealed = try await host.result(of: [Programs.command, "setup", "--yes"])
            #expect(sealed.status == .exited(3) && sealed.output.isEmpty, "\(sealed)")
            #expect(
                sealed.diagnostics.contains("Read-only file system; choose another file with --output")
                    && !sealed.diagnostics.contains("sudo"))
        }
    }

    @Test("questions are in the language of the locale and take its yes and no; the file is in English")
    func german() async throws {
        try await withOffice { office in
            let result = try await setup(
                "", answers: ["1 nirgends", "1", "7", "2", "", "vielleicht", "nein"], on: office.client,
                locale: "de_DE.UTF-8")
            #expect(result.status == .exited(0), "\(result)")
            let shown = result.output
            for words in [
                "1. Was soll überwacht werden?", "das Gateway von", "in Ordnung", "Einen Host nirgends gibt es nicht:",
                "2. Wer darf die Ergebnisse", "ist nichts davon; 1, 2 oder 3", "3. Wer soll benachrichtigt werden",
                "4. Soll der Daemon jetzt gestartet werden?", "Bitte j oder n eingeben.", "j/N>", "wurde geschrieben",
            ] {
                #expect(shown.contains(words), "\(words): \(shown)")
            }
            for words in ["What", "Return", "gateway of", "wrote", "answers"] {
                #expect(!shown.contains(words), "\(words): \(shown)")
            }
            let file = try await office.client.read(Self.path)
            #expect(
                file.contains("# The targets, which are checked") && file.contains("  # the gateway of "), "\(file)")
        }
    }

    @Test("nothing is written without a terminal, at the end of the input, or without disk space")
    func nothing() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("alone")
            let blind = try await host.result(of: [Programs.command, "setup"])
            #expect(blind.status == .exited(64) && blind.output.isEmpty)
            #expect(blind.diagnostics.split(separator: "\n").count == 1 && blind.diagnostics.contains("--yes"))
            // The end of the input, as Ctrl-D sends it.
            let ended = try await setup("", answers: ["none", "\u{4}"], on: host)
            #expect(ended.status == .exited(3), "\(ended)")
            #expect(ended.output.contains("nothing was written"))
            // A user without write access gets an error before the first question.
            let nobody = try await host.result(
                of: ["setpriv", "--reuid=65534", "--clear-groups", Programs.command, "setup", "--yes"])
            #expect(nobody.status == .exited(3) && nobody.output.isEmpty)
            #expect(
                nobody.diagnostics.split(separator: "\n").count == 1
                    && nobody.diagnostics.contains("sudo netdiag setup"))
            // A file system of 4 KiB, which is full.
            try await host.run([
                "sh", "-euc",
                "mkdir /run/full; mount -t tmpfs -o size=4k tmpfs /run/full; head -c 4096 /dev/zero >/run/full/ballast",
            ])
            let full = try await host.result(
                of: [Programs.command, "setup", "--yes", "--output", "/run/full/netdiag.yaml"])
            #expect(full.status == .exited(3) && full.diagnostics.contains("No space left on device"), "\(full)")
            #expect(try await host.run(["ls", "-A", "/run/full"]) == "ballast")
            #expect(try await host.result(of: ["test", "-e", Self.path]).status == .exited(1))
        }
    }
}
