import Glibc
import Testing

@testable import NetdiagCLI

@Suite("Concurrent requests")
struct ConversationTests {
    /// A conversation whose descriptor is never readable.
    private final class Quiet: DescriptorTask {
        let descriptor = inotify_init1(CInt(IN_CLOEXEC))
        let interest: Int16? = Int16(POLLIN)
        let deadline: ContinuousClock.Instant? = .now + .seconds(60)

        deinit { close(descriptor) }

        func begin() throws(Failure) {}
        func proceed() throws(Failure) {}
        func expire() throws(Failure) { throw .failed("it was waited for") }
    }

    /// A conversation that is over at once.
    private final class Brief: DescriptorTask {
        let descriptor: CInt = -1
        private(set) var interest: Int16? = Int16(POLLIN)
        let deadline: ContinuousClock.Instant? = nil

        func begin() throws(Failure) { interest = nil }
        func proceed() throws(Failure) {}
        func expire() throws(Failure) {}
    }

    @Test("once the main one is over, the others are not waited for, however soon that is")
    func overAtOnce() throws {
        let main = Brief()
        try DescriptorTasks.run([Quiet(), main], until: main)
    }
}
