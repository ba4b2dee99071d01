import Glibc

/// Ends the conversations beside it when standard output has lost its reader. It has no effect for a file.
final class BrokenPipeMonitor: DescriptorTask {
    let descriptor = STDOUT_FILENO
    /// Only events that poll(2) always reports: `POLLERR` of a pipe without a reader, `POLLHUP` of a closed terminal.
    let interest: Int16? = 0
    let deadline: ContinuousClock.Instant? = nil

    func begin() throws(Failure) {}

    func proceed() throws(Failure) { throw .outputClosed }

    func expire() throws(Failure) {}

    /// All output has been written by then.
    func conclude() throws(Failure) {}
}
