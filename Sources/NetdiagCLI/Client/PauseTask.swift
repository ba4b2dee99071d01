import Glibc

/// A pause during which other tasks, such as signals and keys, are served.
final class PauseTask: DescriptorTask {
    /// Not a descriptor, which poll(2) ignores.
    let descriptor: CInt = -1
    private(set) var interest: Int16? = Int16(POLLIN)
    let deadline: ContinuousClock.Instant?

    init(for time: Duration) { deadline = .now + time }

    func begin() throws(Failure) {}
    func proceed() throws(Failure) {}
    func expire() throws(Failure) { interest = nil }
}
