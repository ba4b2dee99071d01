import Glibc
import NetdiagConfiguration
import Testing

@testable import NetdiagService

@Suite("The file of the Unix socket")
struct SocketFileTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/netdiag-socket-XXXXXX".utf8CString)
        let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            for name in ["s.sock", "other"] { unlink("\(directory)/\(name)") }
            rmdir(directory)
        }
        try body(directory)
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    @Test("a file that somebody puts in place of the socket keeps its permissions")
    func replaced() throws {
        try withDirectory { directory in
            let (path, other) = ("\(directory)/s.sock", "\(directory)/other")
            #expect(fopen(other, "w").map { fclose($0) } == 0)
            #expect(chmod(other, 0o600) == 0 && symlink(other, path) == 0)
            SocketFile(path: path).open(Configuration.Access())
            #expect(mode(other) == 0o600)
            #expect(unlink(path) == 0 && rename(other, path) == 0)
            SocketFile(path: path).open(Configuration.Access())
            #expect(mode(path) == 0o600)
        }
    }

    @Test("a directory in which every user can replace the socket is refused, unless it is sticky")
    func openDirectory() throws {
        try withDirectory { directory in
            let file = SocketFile(path: "\(directory)/s.sock")
            #expect(chmod(directory, 0o1777) == 0)
            try file.prepare()
            #expect(chmod(directory, 0o777) == 0)
            let error = #expect(throws: DaemonError.self) { try file.prepare() }
            #expect(error.map { "\($0)".contains("chmod o-w") } == true)
        }
    }
}
