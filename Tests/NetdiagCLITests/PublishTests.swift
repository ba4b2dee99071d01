import FoundationEssentials
import Glibc
import NetworkModel
import TestProcess
import Testing

@testable import NetdiagCLI

@Suite("netdiag publish and peers")
struct PublishTests {
    private func line(_ publication: Publication) throws -> String {
        String(decoding: try JSON.line(publication), as: UTF8.self)
    }

    @Test(
        "a wrong service ends with 64 and one clear line, and nothing is published",
        arguments: [
            (["x", "http", "80"], "\"http\" is not a service type; a service type looks like _http._tcp"),
            (["x", "_http._tcp", "65536"], "the port \"65536\" is not a number from 0 to 65535"),
            (["x", "_http._tcp", "70000"], "the port \"70000\" is not a number"),
            (["x", "_http._tcp", "+80"], "the port \"+80\" is not a number"),
            ([String(repeating: "ü", count: 32), "_http._tcp", "80"], "has 64 bytes; 63 is the most"),
            (["", "_http._tcp", "80"], "the service's name is empty"),
            (["a\nb", "_http._tcp", "80"], "has a control character"),
            (["x", "_http._tcp", "80", "=v"], "the TXT entry \"=v\" has no key"),
            (["x", "_http._tcp", "80", "a=1", "A=2"], "the TXT key \"A\" is given twice"),
            (["x", "_http._tcp", "80", "a=" + String(repeating: "x", count: 254)], "256 bytes with its value"),
            (["x", "_http._tcp", "80", #"a=\z"#], "wrong escape"),
            (["x", "_http._tcp", "80", "--subtype", "printer"], "subtype"),
            (["x", "_http._tcp", "80", "--host", "printer"], "is not in full; give printer.local"),
        ])
    func usage(arguments: [String], hint: String) async throws {
        // A daemon would accept any arguments.
        let peer = try Peer(answering: Peer.answer("{}", type: "application/x-ndjson"))
        let run = try await Command(["publish", "--socket", peer.path] + arguments)
        #expect(run.exitStatus == 64 && run.output.isEmpty)
        #expect(run.complaint.contains(hint) && run.complaint.filter { $0 == "\n" }.count == 1, "\(run.complaint)")
    }

    @Test("states are readable, and nothing is raw")
    func states() {
        func text(_ publication: Publication) -> String {
            var page = Page(for: .plain)
            publication.write(to: &page)
            return String(decoding: page.bytes, as: UTF8.self)
        }
        let types = ["_http._tcp"]
        #expect(
            text(Publication(state: .published, name: "We\u{1b}b", types: types, port: 8080))
                == "✓ published \"We\\u{1b}b\" as _http._tcp on port 8080\n")
        #expect(
            text(Publication(state: .renamed, name: "Web #2", types: types, port: 80, reason: "Web was taken"))
                == "! renamed: published \"Web #2\" as _http._tcp on port 80  (Web was taken)\n")
        #expect(text(Publication(state: .waiting, reason: "no avahi\u{7}")) == "· waiting: no avahi\\u{7}\n")
    }

    @Test("without a daemon, this process publishes it until a signal ends that", arguments: [SIGINT, SIGTERM])
    func withoutDaemon(signal: CInt) async throws {
        let process = try Self.publisher(["--json", "--socket", "/nonexistent/socket"])
        var states: [Publication] = []
        for await line in process.lines {
            states.append(try JSON.decode(Publication.self, from: line))
            kill(process.processIdentifier, signal)
        }
        // Without a bus, nothing is announced.
        #expect(states.map(\.state) == [.waiting] && states[0].types == ["_http._tcp"])
        #expect(try await process.exitStatus() == 0)
    }

    /// Runs the command without a system bus.
    private static func publisher(_ options: [String]) throws -> TestProcess {
        try TestProcess(
            ["env", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent/bus", Command.path, "publish"] + options
                + ["x", "_http._tcp", "80"])
    }

    @Test("a refusal of the daemon ends it, with the daemon's text")
    func refusal() async throws {
        let peer = try Peer(
            answering: Peer.answer(#"{"detail":"the name is registered already"}"#, status: "409 Conflict"))
        let run = try await Command(["publish", "--socket", peer.path, "x", "_http._tcp", "80"])
        #expect(run.exitStatus == 3 && run.complaint == "netdiag: the name is registered already\n")
    }

    @Test("an unknown response of another version's daemon ends it too")
    func nonsense() async throws {
        let peer = try Peer(answering: Peer.answer("{\"x\":1}\n", type: "application/x-ndjson"))
        let run = try await Command(["publish", "--socket", peer.path, "x", "_http._tcp", "80"])
        #expect(run.exitStatus == 3 && run.complaint.hasPrefix("netdiag: the answer cannot be understood ("))
    }

    @Test(
        "if the daemon stops, the service is registered again once it is back; if it stays away, without it")
    func daemonGoes() async throws {
        let published = try line(Publication(state: .published, name: "x", types: ["_http._tcp"], port: 80))
        let stream = "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = "\(String(published.utf8.count + 1, radix: 16))\r\n\(published)\n\r\n"
        let peer = try Peer(answering: Array((stream + chunk).utf8), times: 2)
        let process = try Self.publisher(["--json", "--socket", peer.path])
        var lines: [String] = []
        for await line in process.lines {
            lines.append(String(decoding: line, as: UTF8.self))
            if lines.count == 3 { kill(process.processIdentifier, SIGTERM) }
        }
        #expect(lines.prefix(2) == [published, published])
        let own = try JSON.decode(Publication.self, from: Data(try #require(lines.last).utf8))
        #expect(lines.count == 3 && own.state == .waiting)
        #expect(try await process.exitStatus() == 0)
    }

    @Test("peers: a table that shows a fault of one side at a glance")
    func peerTable() async throws {
        var document = try Fixtures.peers()
        func run(_ arguments: [String] = []) async throws -> Command {
            let peer = try Peer(answering: Peer.answer(String(decoding: try JSON.line(document), as: UTF8.self)))
            return try await Command(["peers", "--socket", peer.path] + arguments)
        }
        let good = try await run()
        #expect(good.exitStatus == 0)
        #expect(
            good.output == """
                ✓ a  netdiagd 0.1.0

                     NAME  HOST     STATUS  VERSION  ADDRESSES  SEEN  ANSWERS  SEES US  REACHES US
                  ✓  b     b.local  works   0.1.0    10.0.0.2   yes   yes      yes      yes

                """)
        document.peers[0].view = .init(isSeen: false, reason: "it hears\u{1b} nothing")
        let bad = try await run()
        #expect(bad.exitStatus == 1)
        #expect(bad.output.contains("!  b     b.local  works   0.1.0    10.0.0.2   yes   yes      no       ?\n"))
        #expect(bad.output.hasSuffix("  ! b, of this host: it hears\\u{1b} nothing\n"))
        let json = try await run(["--json"])
        #expect(json.exitStatus == 1)
        #expect(try JSON.decode(PeersDocument.self, from: Data(json.output.utf8)) == document)
        document.peers[0].view = nil
        #expect(try await run().exitStatus == 0)
        document.peers[0].isReachable = false
        #expect(try await run(["--json"]).exitStatus == 1)
        // A peer that was not searched for shows nothing.
        document.peers = try Fixtures.peers().peers
        document.peers[0].isSeen = false
        #expect(try await run().exitStatus == 1)
        document.isLooking = false
        let blind = try await run()
        #expect(blind.exitStatus == 0)
        #expect(blind.output.contains("b.local  works   0.1.0    10.0.0.2   ?     yes      yes      yes\n"))
        #expect(
            blind.output.contains("  ! does not see others now: avahi-daemon is not running, or discovery is off\n"))
        document.isStarting = true
        #expect(try await run().output.contains("  ! has only just begun to look for others\n"))
        document.isLooking = true
        document.peers = []
        #expect(try await run().output == "✓ a  netdiagd 0.1.0\n\n  no other netdiagd on the link\n")
    }

    @Test("peers without a daemon prints one line, with status 3")
    func noDaemon() async throws {
        let run = try await Command(["peers", "--socket", "/nonexistent/socket"])
        #expect(run.exitStatus == 3 && run.output.isEmpty)
        let start = ServiceAdvice().start
        #expect(
            run.complaint
                == "netdiag: no daemon at /nonexistent/socket; this command needs it; start it with: \(start)\n")
    }
}
