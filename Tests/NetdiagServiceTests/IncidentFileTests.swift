import FoundationEssentials
import Glibc
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The file of incidents")
struct IncidentFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/netdiag-incidents-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private static let record = IncidentRecord(
        lastID: 7,
        incidents: [
            .init(
                id: 7, cause: IncidentStory.deadRouter(), culprit: "10.0.0.1", targets: ["a"],
                opened: Timestamp(millisecondsSince1970: 5_000), closed: nil, reopened: 2,
                changes: [
                    .init(
                        at: Timestamp(millisecondsSince1970: 4_000), subject: .link, interface: "eth0",
                        summary: "eth0 lost its carrier")
                ])
        ])

    @Test("is read as it was written, in a directory that it creates")
    func roundTrip() throws {
        try inFolder { folder in
            let file = IncidentFile(directory: folder + "/state")
            #expect(try file.read() == nil)
            try file.write(Self.record)
            try file.write(Self.record)
            #expect(try file.read()?.incidents == Self.record.incidents)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["incidents.json"])
        }
    }

    @Test("is reported and set aside if it is damaged", arguments: ["", "{", "[]", #"{"schema":"x"}"#, "\u{0}"])
    func broken(text: String) throws {
        try inFolder { folder in
            let file = IncidentFile(directory: folder)
            try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: IncidentFile.Broken.self) { try file.read() }
            #expect(file.quarantine() == file.path + ".broken")
            #expect(try file.read() == nil)
        }
    }

    @Test(
        "is refused as a record if its numbers are impossible",
        arguments: [
            #""id":8,"closed":null"#, #""id":0,"closed":null"#, #""id":7,"closed":null,"reopened":9223372036854775807"#,
            #""id":7,"closed":null,"reopened":-1"#, #""id":7,"closed":null,"target_count":9223372036854775807"#,
            #""id":7,"closed":null,"target_count":0"#, #""id":7,"closed":"1970-01-01T00:00:04.000Z""#,
        ])
    func impossible(fields: String) throws {
        try inFolder { folder in
            let file = IncidentFile(directory: folder)
            func text(_ fields: String) -> Data {
                Data(
                    """
                    {"schema":"netdiag.incidents/1","last_id":7,"incidents":[{"cause":{"id":"tcp.refused","layer":"tcp",\
                    "severity":"error","confidence":1,"summary":"","facts":{},"advice":[]},"targets":["a"],\
                    "opened":"1970-01-01T00:00:05.000Z",\(fields)}]}
                    """.utf8)
            }
            try text(#""id":7,"closed":null"#).write(to: URL(fileURLWithPath: file.path))
            #expect(try file.read()?.incidents.map(\.id) == [7])
            try text(fields).write(to: URL(fileURLWithPath: file.path))
            #expect(throws: IncidentFile.Broken.self) { try file.read() }
        }
    }

    @Test("is reported if it is not an incident file")
    func noFile() throws {
        try inFolder { folder in
            let file = IncidentFile(directory: folder)
            try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
            let error = #expect(throws: IncidentFile.Broken.self) { try file.read() }
            #expect(
                error?.description
                    == "\(SafeText.escaped(file.path)) cannot be read: it is a directory; name a regular file")
        }
    }

    @Test("is written even if the name of the temporary file is taken; a FIFO blocks nothing", .timeLimit(.minutes(3)))
    func leftOver() throws {
        try inFolder { folder in
            let file = IncidentFile(directory: folder)
            try #require(mkfifo(file.path + ".new", 0o600) == 0)
            try file.write(Self.record)
            #expect(try file.read()?.incidents == Self.record.incidents)
        }
    }

    @Test("is where the option says, else $NETDIAG_STATE, else the service manager's directory, else the default")
    func places() {
        func place(_ option: String?, _ environment: [String: String]) -> String {
            StateDirectory.place(option: option) { environment[$0] }
        }
        #expect(place(nil, [:]) == "/var/lib/netdiag")
        #expect(place(nil, ["STATE_DIRECTORY": "", "NETDIAG_STATE": "relative"]) == "/var/lib/netdiag")
        #expect(place(nil, ["STATE_DIRECTORY": "/a/b:/c"]) == "/a/b")
        #expect(place(nil, ["STATE_DIRECTORY": "/a/b:/c", "NETDIAG_STATE": "/n"]) == "/n")
        #expect(place("/o", ["STATE_DIRECTORY": "/a/b:/c", "NETDIAG_STATE": "/n"]) == "/o")
        #expect(throws: IncidentFile.Broken.self) { try IncidentFile(directory: "/proc/nothing").write(Self.record) }
    }

    @Test(
        "no other user may open the lock, and so lock it and prevent the daemon from starting; nor that of an earlier release"
    )
    func lockedByOthers() throws {
        try inFolder { folder in
            #expect(mkdir(folder + "/state", 0o755) == 0)
            let file = folder + "/state/lock"
            func mode() -> mode_t {
                var status = stat()
                return stat(file, &status) == 0 ? status.st_mode & 0o777 : 0
            }
            umask(0o022)
            _ = try StateDirectory.open(folder + "/state")
            #expect(mode() == 0o600)
            #expect(chmod(file, 0o644) == 0)
            _ = try StateDirectory.open(folder + "/state")
            #expect(mode() == 0o600)
        }
    }

    @Test("a directory has one daemon at a time, which the lock names")
    func locked() throws {
        try inFolder { folder in
            do {
                let first = try StateDirectory.open(folder + "/state")
                defer { withExtendedLifetime(first) {} }
                let error = #expect(throws: StateDirectory.Failure.self) {
                    try StateDirectory.open(folder + "/state")
                }
                guard case .held(let line) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                #expect(line.contains("PID \(getpid()) (") && line.contains("--state"))
            }
            // The contents of the file do not matter; only the lock counts.
            _ = try StateDirectory.open(folder + "/state")
        }
    }

    @Test("ids are stored before they are announced, 64 at a time, and an orderly end leaves no gap")
    func ids() throws {
        try inFolder { folder in
            var ids = IncidentIDs(directory: folder)
            #expect(ids.read() == 0)
            var writes = 0
            for id in 1...1_000 {
                let before = ids.reserved
                try ids.reserve(id)
                #expect(ids.read() >= id)
                if ids.reserved != before { writes += 1 }
            }
            #expect(writes == 16)
            try ids.storeLast(at: 1_000)
            #expect(IncidentIDs(directory: folder).read() == 1_000)
            for text in ["", "-1", "x", "99999999999999999999", "2147483647"] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: ids.path))
                #expect(ids.read() == 0, "\(text)")
            }
        }
    }

    @Test("no id is announced that is not on the disk, however many incidents open before the next write")
    func ahead() throws {
        try inFolder { folder in
            let targets = (0..<3 * IncidentIDs.ahead).map { "tcp://10.0.0.1:\(1_000 + $0)" }
            let incidents = IncidentStore(events: EventBroadcaster(), loop: nil)
            incidents.reserveIDs(IncidentIDs(directory: folder))
            incidents.configure(Set(targets))
            // The first check of each target began long enough before its second one.
            for duration in [Duration.seconds(60), .seconds(1)] {
                for target in targets {
                    incidents.add(
                        Report(
                            target: target, started: Timestamp(millisecondsSince1970: 0), duration: duration,
                            status: .connectionDown, findings: [IncidentStory.refused(target)], layers: []))
                    #expect(IncidentIDs(directory: folder).read() >= incidents.record.lastID)
                }
            }
            #expect(incidents.record.lastID == targets.count)
        }
    }
}
