import ArgumentParser
import Foundation
import NetworkModel
import TargetKinds
import TestProcess
import Testing

@testable import NetdiagCLI

@Suite("The program netdiag")
struct ProgramTests {
    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSON.line(value), as: UTF8.self)
    }

    @Test(
        "wrong usage ends with 64 and one clear line, and nothing is run",
        arguments: [
            (["check", "host:70000"], #"netdiag: "host:70000" is not a target: the port "70000" is not a number"#),
            (["check", ""], #"netdiag: "" is not a target: it is empty"#),
            (["check", "-4", "-6", "host"], "netdiag: -4 and -6 are mutually exclusive"),
            (["check", "--timeout", "0", "host"], "netdiag: the value '0' is invalid for '--timeout <seconds>'"),
            (["check", "--timeout", "300.1", "host"], "netdiag: the value '300.1' is invalid"),
            (["check", "--timeout", "nan", "host"], "netdiag: the value 'nan' is invalid"),
            (["check"], "netdiag: missing expected argument"),
            (["resolve", "host:80"], #"netdiag: "host:80" is neither a name nor an address"#),
            (
                ["resolve", "--server", "dns.example", "host"],
                "netdiag: the value 'dns.example' is invalid for '--server"
            ),
            (["resolve", "--server", "1.2.3.4:0", "host"], "netdiag: the value '1.2.3.4:0' is invalid for '--server"),
            (["resolve", "--type", "ZZ", "host"], "netdiag: the value 'ZZ' is invalid for '--type <type>'"),
            (
                ["browse", "http"],
                #"netdiag: "http" is not a service type; a service type looks like _http._tcp or _osc._udp; did you mean _http._tcp?"#
            ),
            (
                ["browse", "Internet Printing"],
                #"netdiag: "Internet Printing" is not a service type; a service type looks"#
            ),
            (["browse", "_http"], #"netdiag: "_http" is not a service type; a service type looks like _http._tcp"#),
            (
                ["browse", "_http._tcp", "--domain", "a b"],
                #"netdiag: "a b" is not a domain, as in local or example.org"#
            ),
            (["status", "--socket", ""], "netdiag: the path of a socket has 1 to 107 bytes"),
            (["diagnosis"], "netdiag: there is no command \"diagnosis\"; did you mean diagnose?"),
            (["stauts"], "netdiag: there is no command \"stauts\"; did you mean status?"),
            (["lookup"], "netdiag: there is no command \"lookup\"; netdiag --help lists them"),
            (["xyz"], "netdiag: there is no command \"xyz\"; netdiag --help lists them"),
            (
                ["http://host.example/path"],
                "netdiag: a target is given to a command: netdiag check \"http://host.example/path\""
            ),
            (
                ["check", "--no-daemon", "icmp://fe80::1"],
                "netdiag: fe80::1 is a link-local address and needs %interface, for example fe80::1%"
            ),
            (["check", "--timeout", "5h", "host"], "netdiag: the value '5h' is invalid for '--timeout <seconds>'"),
            (
                ["check", "www.example.com/path"],
                #"netdiag: "www.example.com/path" is not a target: a path needs a scheme: https://www.example.com/path or"#
            ),
            (["diagnose", "host:70000"], #"netdiag: "host:70000" is not a target: the port "70000" is not a number"#),
            (["diagnose", "--from", "/nonexistent/report"], "netdiag: /nonexistent/report: No such file or directory"),
            (["diagnose", "--from", "/dev/null"], "netdiag: /dev/null contains no report"),
            (["diagnose", "--from", "/etc/passwd"], "netdiag: /etc/passwd:1: this is not a valid report"),
            (["diagnose", "--from", "/dev/null", "host"], "netdiag: --from takes its targets from the reports"),
            (
                ["history", "--since", "2026-02-30T00:00:00Z"],
                "netdiag: the value '2026-02-30T00:00:00Z' for '--since <time>' is not a valid date: 2026-02 has days 01 to 28"
            ),
            (
                ["incidents", "--since", "99999999d"],
                "netdiag: the value '99999999d' for '--since <time>' is out of range: a time is from 1600 to 9999"
            ),
            (
                ["with", "--loss", "3%", "curl", "http://x/?a"],
                "netdiag: write -- before the command: netdiag with --loss 3% -- curl 'http://x/?a'\n"
            ),
            (
                ["with", "--local", "--rate=2Mbit", "curl", "-sS", "x"],
                "netdiag: write -- before the command: netdiag with --local --rate=2Mbit -- curl -sS x\n"
            ),
            (
                ["with", "--loss", "3%"],
                "netdiag: no command given; write it after --, as in: netdiag with --loss 3% -- curl URL\n"
            ),
            (
                ["with", "--latency", "-1ms", "--", "true"],
                "netdiag: the value '-1ms' is invalid for '--latency <time>': write"
            ),
            (["with", "--bogus", "--", "true"], "netdiag: unknown option '--bogus'"),
            (
                ["with", "--profile", "hotel", "--profile", "3g", "--", "true"],
                "netdiag: --profile is given 2 times; a command has one network"
            ),
            (
                ["break", "eth0", "--rate", "5", "--for", "1s"],
                "netdiag: the value '5' is invalid for '--rate <rate>': write bits a second, 1kbit to 100Gbit, as in 2Mbit\n"
            ),
            (
                ["break", "eth0", "--rate", "2Mbit/512kbit", "--for", "1s"],
                "netdiag: the value '2Mbit/512kbit' is invalid for '--rate <rate>': a real interface is slowed down only"
            ),
            (
                ["break", "eth0", "--loss", "-1%", "--for", "1s"],
                "netdiag: the value '-1%' is invalid for '--loss <share>'"
            ),
            (
                ["incidents", "--since", "-1h"],
                "netdiag: the value '-1h' for '--since <time>' is neither an RFC 3339 time"
            ),
            (
                ["history", "--since", "-1h"],
                "netdiag: the value '-1h' for '--since <time>' is neither an RFC 3339 time"
            ),
            (
                ["explain", "tcp.refussed"],
                "netdiag: tcp.refussed is not a known cause; did you mean tcp.refused?"
            ),
        ])
    func usage(arguments: [String], line: String) async throws {
        let run = try await Command(arguments)
        #expect(run.exitStatus == 64)
        #expect(run.output.isEmpty)
        #expect(run.complaint.hasPrefix(line), "\(run.complaint)")
        #expect(run.complaint.filter { $0 == "\n" }.count == 1, "\(run.complaint)")
    }

    @Test("each command knows its parent if it is parsed alone")
    func parents() {
        for command in Netdiag.configuration.subcommands {
            #expect(command.configuration._superCommandName == Netdiag.name, "\(command)")
        }
    }

    @Test("wrong usage ends orderly while libraries are being loaded for the check that is not run")
    func usageWhileLoading() async throws {
        // Either may come first. One in five of these calls crashed in the past. The last two take more than a second of a debug
        // build, after which all libraries are loaded, so that they cannot find more by being repeated.
        let calls = [
            (["host:70000"], 20), (["--cert", "/nonexistent", "https://192.0.2.1/"], 20), (["--bogus", "host"], 1),
            (["--help"], 1),
        ]
        for (arguments, count) in calls {
            for _ in 1...count {
                let run = try await Command(["check", "--no-daemon"] + arguments)
                #expect(run.exitStatus == (arguments == ["--help"] ? 0 : 64))
            }
        }
    }

    @Test("the status as JSON is the daemon's, and the exit status reflects it")
    func statusJSON() async throws {
        let document = try json(try Fixtures.status())
        let peer = try Peer(answering: Peer.answer(document))
        let run = try await Command(["status", "--json", "--socket", peer.path])
        #expect(run.output == document + "\n")
        #expect(run.complaint.isEmpty)
        #expect(run.exitStatus == 2)
    }

    @Test("text from the network is never printed raw, nor in JSON")
    func hostileText() async throws {
        let resolution = Resolution(
            name: "x", answers: [.init(record: "\u{202e}\u{1b}[31m", source: .dns, duration: .zero)], failures: [])
        let raw = String(decoding: try JSONEncoder().encode(resolution), as: UTF8.self)
        #expect(raw.contains("\u{202e}"))
        let peer = try Peer(answering: Peer.answer(raw))
        let asJSON = try await Command(["resolve", "x", "--json", "--socket", peer.path])
        #expect(!asJSON.output.contains("\u{202e}"))
        #expect(try JSON.decode(Resolution.self, from: Data(asJSON.output.utf8)) == resolution)
        let asText = try await Command(["resolve", "x", "--socket", peer.path])
        #expect(asText.output.contains(#"\u{202e}\u{1b}[31m"#))
        #expect(asText.exitStatus == 0)
    }

    @Test("a large document is received completely")
    func largeDocument() async throws {
        var status = try Fixtures.status()
        status.targets = Array(repeating: status.targets[0], count: 5_000)
        let document = try json(status)
        let peer = try Peer(answering: Peer.answer(document))
        let run = try await Command(["status", "--json", "--socket", peer.path])
        #expect(run.output == document + "\n")
        #expect(run.exitStatus == 2)
    }

    @Test("several targets: output in the given order, and the worst exit status")
    func severalTargets() async throws {
        let peer = try Peer(answering: Peer.answer(try json(try Fixtures.healthyReport())))
        let run = try await Command(["check", "tcp://10.0.0.1:22", "icmp://10.0.0.1", "--socket", peer.path])
        #expect(run.output == String(repeating: "✓ tcp://10.0.0.1:22  works  0.8 ms\n", count: 2))
        #expect(run.exitStatus == 0)
    }

    @Test(
        "a response that is not valid ends in one line and 3",
        arguments: [
            (Peer.answer("<html>"), "netdiag: the answer cannot be understood ("),
            (Peer.answer(#"{"status":"fine"}"#), "netdiag: the answer cannot be understood ("),
            (Array("SSH-2.0-OpenSSH\r\n".utf8), "netdiag: the response of the daemon at "),
            ([], "netdiag: the response of the daemon at "),
            (Peer.answer("", status: "503 Busy"), "netdiag: the daemon answered 503 Busy"),
            (
                Peer.answer(#"{"detail":"the loop\u001b[31m is stuck"}"#, status: "500 Internal Server Error"),
                #"netdiag: the loop\u{1b}[31m is stuck"#
            ),
        ] as [([UInt8], String)])
    func brokenAnswers(bytes: [UInt8], line: String) async throws {
        let peer = try Peer(answering: bytes)
        for format in [[], ["--json"]] {
            let run = try await Command(["status", "--socket", peer.path] + format)
            #expect(run.exitStatus == 3)
            #expect(run.output.isEmpty)
            #expect(run.complaint.hasPrefix(line))
            #expect(run.complaint.filter { $0 == "\n" }.count == 1)
        }
    }

    @Test("an endless response is cut", arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n\r\n"])
    func endless(head: String) async throws {
        let peer = try Peer(
            answering: Array((head + String(repeating: "X-A: b\r\n", count: 1_000)).utf8), isEndless: true)
        let run = try await Command(["links", "--socket", peer.path])
        #expect(run.exitStatus == 3)
        #expect(run.complaint.hasPrefix("netdiag: the response of the daemon at "))
    }

    @Test("a refusal of the daemon counts as wrong usage, with the daemon's text")
    func refusal() async throws {
        let problem = Peer.answer(#"{"title":"Bad Request","detail":"no such type"}"#, status: "400 Bad Request")
        let peer = try Peer(answering: problem)
        let run = try await Command(["resolve", "x", "--socket", peer.path])
        #expect(run.exitStatus == 64)
        #expect(run.complaint == "netdiag: no such type\n")
    }

    @Test("browsed services are printed as lines while they arrive, or as a table")
    func browse() async throws {
        let instance = ServiceInstance(name: "Web", type: "_http._tcp", domain: "local", interface: "eth0")
        let line = try json(ServiceEvent(.added, instance))
        let peer = try Peer(answering: Peer.answer("\(line)\n\(line)\n", type: "application/x-ndjson"))
        let live = try await Command(["browse", "--json", "--socket", peer.path])
        #expect(live.output == "\(line)\n\(line)\n")
        let table = try await Command(["browse", "--once", "--socket", peer.path])
        #expect(table.output == "TYPE        NAME  INTERFACE\n_http._tcp  Web   eth0\n")
        #expect(table.exitStatus == 0)
    }

    @Test(
        "a stream of services that was cut off is not a valid response",
        arguments: [["--once"], ["--once", "--json"], []])
    func cut(options: [String]) async throws {
        let instance = ServiceInstance(name: "Web", type: "_http._tcp", domain: "local", interface: "eth0")
        let lines = [
            try json(BrowseLine.event(.init(.added, instance))), try json(BrowseLine.cut(reason: "too\u{1b} slow")),
        ]
        let body = lines.joined(separator: "\n") + "\n"
        let peer = try Peer(answering: Peer.answer(body, type: "application/x-ndjson"))
        let run = try await Command(["browse", "--socket", peer.path] + options)
        #expect(run.exitStatus == 3 && run.complaint == "netdiag: too\\u{1b} slow\n")
        #expect(run.output.contains("TYPE") == false)
    }

    @Test("a stream that breaks off is told from an invalid response")
    func killedDaemon() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
        let peer = try Peer(answering: Array(head.utf8))
        let run = try await Command(["browse", "--socket", peer.path])
        #expect(run.exitStatus == 3)
        #expect(run.complaint == "netdiag: the daemon at \(peer.path) ended its response early; was it killed?\n")
    }

    @Test("a daemon that ends after its status, before it begins the stream of changes, is waited for")
    func endBeforeStream() async throws {
        let status = try json(Fixtures.status())
        let peer = try Peer(responses: [
            nil, Peer.answer(status), Peer.answer(#"{"detail": "enough"}"#, status: "400 Bad Request"),
        ])
        let run = try await Command(["status", "--watch", "--json", "--socket", peer.path])
        #expect(run.exitStatus == 64 && run.output == status + "\n")
        #expect(
            run.complaint == "netdiag: the connection to the daemon has ended; trying again\nnetdiag: enough\n")
    }

    @Test("what only the daemon does is not available without it, as one line says")
    func nothingThere() async throws {
        let watch = try await Command(["status", "--watch", "--socket", "/nonexistent/socket"])
        #expect(watch.exitStatus == 3)
        #expect(watch.complaint.hasPrefix("netdiag: no daemon at /nonexistent/socket; --watch needs it"))
        // For screen readers, no terminal is needed.
        let plain = try await Command(["top", "--plain", "--socket", "/nonexistent/socket"])
        #expect(plain.exitStatus == 3 && plain.complaint.contains("netdiag top needs it"), "\(plain.complaint)")
        // A socket that a killed daemon has left behind answers like any other file.
        let left = FileManager.default.temporaryDirectory.appending(path: "netdiag-\(UUID().uuidString)").path
        #expect(FileManager.default.createFile(atPath: left, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: left) }
        let stale = try await Command(["status", "--watch", "--socket", left])
        #expect(stale.exitStatus == 3)
        #expect(
            stale.complaint.hasPrefix(
                "netdiag: no daemon at \(left) (the file is there, but nothing listens on it); --watch"),
            "\(stale.complaint)")
    }

    @Test("without a daemon, the same work is done in this process, as one line says")
    func withoutDaemon() async throws {
        let closed = try ClosedPort()
        let alone = ["--socket", "/nonexistent/socket"]
        func complaint(_ doing: String) -> String {
            "netdiag: no daemon at /nonexistent/socket; \(doing) from this process\n"
        }
        let targets = ["127.0.0.1:\(closed.port)", "tcp://127.0.0.1:\(closed.port)"]
        let text = try await Command(["check", "-4", "--timeout", "60"] + targets + alone)
        #expect(text.exitStatus == 2 && text.complaint == complaint("checking"))
        let places = try targets.map { try #require(text.output.firstRange(of: "✗ \($0)  does not work")).lowerBound }
        #expect(places[0] < places[1])

        let json = try await Command(["check", "--json"] + targets + alone)
        let reports = try json.output.split(separator: "\n").map { line in
            try JSON.decode(Report.self, from: Data(line.utf8), kinds: TargetKinds.builtIn.evidence)
        }
        #expect(reports.map(\.cause?.id) == ["tcp.refused", "tcp.refused"])
        #expect(Set(reports.map(\.target)) == Set(targets) && json.exitStatus == 2)
        #expect(json.complaint == complaint("checking"))

        let quiet = try await Command(["check", "--no-daemon", "--json", targets[0]])
        #expect(try JSON.decode(Report.self, from: Data(quiet.output.utf8)).cause?.id == "tcp.refused")
        #expect(quiet.complaint.isEmpty && quiet.exitStatus == 2)

        let resolved = try await Command(["resolve", "--json", "127.0.0.1", "::1"] + alone)
        let names = try resolved.output.split(separator: "\n").map { line in
            try JSON.decode(Resolution.self, from: Data(line.utf8)).name
        }
        #expect(names == ["127.0.0.1", "::1"] && resolved.complaint == complaint("resolving"))

        let links = try await Command(["links", "--json"] + alone)
        let snapshot = try JSON.decode(NetworkSnapshot.self, from: Data(links.output.utf8))
        #expect(snapshot.links.contains { $0.name == "lo" } && links.exitStatus == 0)
    }

    @Test("on a terminal, the answer comes before the line that no daemon runs")
    func answerFirst() async throws {
        let closed = try ClosedPort()
        let check = "'\(Command.path)' check 127.0.0.1:\(closed.port) --socket /nonexistent/socket"
        // script(1) is a terminal.
        let run = try await TestProcess.run(
            ["/usr/bin/script", "-qec", check, "/dev/null"],
            environment: ["PATH": "/nonexistent", "LANG": "C.UTF-8", "TERM": "dumb"])
        let lines = String(decoding: run.output, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines.first?.contains("does not work") == true, "\(lines)")
        #expect(lines.last?.hasPrefix("netdiag: no daemon at /nonexistent/socket") == true, "\(lines)")
    }

    @Test("errors that only the work itself detects end with 64 too")
    func usageInThisProcess() async throws {
        let alone = ["--socket", "/nonexistent/socket"]
        let family = try await Command(["check", "-4", "tcp://[::1]:1"] + alone)
        #expect(family.exitStatus == 64 && family.output.isEmpty)
        #expect(family.complaint.contains("netdiag: ::1 is an IPv6 address"))
        let type = try await Command(["resolve", "--type", "MX", "127.0.0.1"] + alone)
        #expect(type.exitStatus == 64 && type.complaint.contains("netdiag: type: an address has no MX records"))
    }

    @Test("without arguments it prints its help")
    func help() async throws {
        let run = try await Command([])
        #expect(run.exitStatus == 0)
        #expect(run.output.contains("netdiag check https://example.org/"))
        #expect(try await Command(["--version"]).output == "netdiag \(Netdiag.version)\n")
    }
}

/// A loopback port without a listener. It is reserved, so that no other program listens there.
private final class ClosedPort {
    let port: UInt16
    private let descriptor: CInt

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
