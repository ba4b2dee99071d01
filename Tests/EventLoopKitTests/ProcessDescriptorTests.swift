import EventLoopKit
import Glibc
import Testing

@Suite("Ends of processes")
struct ProcessDescriptorTests {
    private static func start(_ words: String...) throws -> pid_t {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        var process: pid_t = 0
        try #require(posix_spawnp(&process, words[0], nil, nil, &arguments, nil) == 0)
        return process
    }

    @Test("a process that ends is noticed, one that runs is not")
    func ends() async throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let process = try Self.start("sleep", "1000")
        let descriptor = try ProcessDescriptor(of: process)
        #expect(try await !descriptor.hasEnded(until: .now + .milliseconds(20), on: loop))
        async let end = descriptor.hasEnded(until: .now + .seconds(60), on: loop)
        kill(process, SIGKILL)
        #expect(try await end)
        // It is a zombie, which stays ended.
        #expect(try await descriptor.hasEnded(until: .now + .seconds(60), on: loop))
        var status: CInt = 0
        #expect(waitpid(process, &status, WNOHANG) == process && status & 0x7f == SIGKILL)
    }

    @Test("a process that somebody has waited for cannot be opened")
    func reaped() throws {
        let process = try Self.start("true")
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        #expect(throws: EventLoopError.self) { try ProcessDescriptor(of: process) }
    }
}
