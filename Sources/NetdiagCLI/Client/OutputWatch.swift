import Glibc

/// Ends what it is held beside when nobody reads standard output any more. A file has no reader that could go.
final class OutputWatch: Conversation {
    let descriptor = STDOUT_FILENO
    /// Nothing but what poll(2) reports unasked: `POLLERR` of a pipe without reader, `POLLHUP` of a terminal that is gone.
    let interest: Int16? = 0
    let deadline: ContinuousClock.Instant? = nil

    func begin() throws(Failure) {}

    func proceed() throws(Failure) { throw .outputClosed }

    func expire() throws(Failure) {}

    /// All of it has been written.
    func conclude() throws(Failure) {}
}
