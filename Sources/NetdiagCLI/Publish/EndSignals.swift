import Glibc

/// Ends what it is held beside, in order, when somebody says that it is enough.
final class EndSignals: Conversation {
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

    /// From now on, each of the signals ends the program at once.
    func release() { signals.release() }
}
