import FoundationEssentials
import Glibc
import NetworkFaults
import Testing

@testable import NetdiagServe

struct RunNameTests {
    private static let isRootWithoutRuntime =
        getuid() == 0 && getenv("XDG_RUNTIME_DIR") == nil && access("/run", W_OK) == 0

    @Test("root's sockets are in a directory whose name no other user can take", .enabled(if: isRootWithoutRuntime))
    func directoryOfRoot() throws {
        #expect(try RunName.directory() == "/run/netdiag-serve")
    }

    @Test("without XDG_RUNTIME_DIR, the runtime directory of the user is used if it is there and theirs")
    func directoryOfUser() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let user = getuid() == 0 ? 1_234 : getuid()
        let (own, users) = ("\(directory.path)/\(user)", directory.path)
        #expect(RunName.place(for: user, runtime: "/r", users: users) == "/r/netdiag-serve")
        #expect(RunName.place(for: user, runtime: nil, users: users) == "/tmp/netdiag-serve-\(user)")
        #expect(mkdir(own, 0o700) == 0)
        if getuid() == 0 {
            #expect(RunName.place(for: user, runtime: nil, users: users) == "/tmp/netdiag-serve-\(user)")
            #expect(chown(own, user, user) == 0)
        }
        #expect(RunName.place(for: user, runtime: "relative", users: users) == "\(own)/netdiag-serve")
        #expect(chmod(own, 0o777) == 0)
        #expect(RunName.place(for: user, runtime: nil, users: users) == "/tmp/netdiag-serve-\(user)")
    }

    @Test("if another user has taken the directory, a run starts without control, and says so in one line")
    func takenDirectory() async throws {
        let script = #"""
            d=$(mktemp -d); trap 'rm -r "$d"' EXIT; export XDG_RUNTIME_DIR=$d
            mkdir -m 777 "$d/netdiag-serve"; chmod 777 "$d/netdiag-serve"
            "$0" --echo --name run --idle-timeout 100ms 2>"$d/said"; echo $?
            cat "$d/said"; wc -l <"$d/said"
            """#
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", script, ProgramPaths.serve], limit: ProgramPaths.limit)
        let text = String(decoding: result.output, as: UTF8.self)
        #expect(text.contains("http://127.0.0.1:") && text.contains("\n0\n") && text.hasSuffix("\n1\n"), "\(text)")
        #expect(text.contains("netdiag serve: other commands cannot control this run: "), "\(text)")
    }
}
