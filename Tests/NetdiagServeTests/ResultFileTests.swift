import FoundationEssentials
import Glibc
import NetworkFaults
import Testing

@testable import NetdiagServe

@Suite("Files of results")
struct ResultFileTests {
    private func problem(_ path: String) -> String? {
        do throws(FaultError) {
            try ResultFile.write("new", to: path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a regular file is replaced; a FIFO and a symbolic link are refused")
    func kinds() throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        let file = try directory.write(Array("old and longer".utf8), as: "file")
        let (fifo, link) = ("\(directory.path)/fifo", "\(directory.path)/link")
        #expect(mkfifo(fifo, 0o600) == 0 && symlink(file, link) == 0)
        // With a reader, opening does not block. Without this, a program that opens it would wait for ever.
        let reader = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(try #require(problem(fifo)).contains("is not a regular file"))
        close(reader)
        #expect(try #require(problem(fifo)).contains("is not a regular file"))
        #expect(try #require(problem(link)).contains("is not a regular file"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "old and longer")
        #expect(problem(file) == nil && problem("\(directory.path)/new") == nil)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "new")
    }
}
