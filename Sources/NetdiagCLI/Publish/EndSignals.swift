import Glibc

/// Ends the conversations beside it in order when a signal is received.
final class EndSignals: DescriptorTask {
    private let signals: SignalPipe
    let deadline: ContinuousClock.Instant? = nil

    init() throws(Failure) {
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
    }

    var descriptor: CInt { signals.descriptor }
    var interest: Int16? { Int16(POLLIN) }

    func begin() throws(Failure) {}

    func proceed() throws(Failure) {
        guard signals.received().isEmpty else { throw .ended }
    }

    func expire() throws(Failure) {}

    /// Makes each of the signals end the program immediately.
    func release() { signals.release() }
}
