import Glibc
import Synchronization

/// A pipe that makes signals available to poll(2): a byte with the number of each signal. A process uses one at a time.
final class SignalPipe {
    let descriptor: CInt
    private let signals: [CInt]
    /// The end that the handlers write to. They only call functions that signal-safety(7) permits.
    private static let writeEnd = Atomic<CInt>(-1)

    /// Starts to receive the signals. Signals that were ignored when the program was started remain ignored (nohup(1)).
    init(_ signals: [CInt]) throws(Failure) {
        let ends = try SystemCommand.openPipe()
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        descriptor = ends[0]
        Self.writeEnd.store(ends[1], ordering: .sequentiallyConsistent)
        self.signals = signals.filter { !Self.isIgnored($0) }
        for signal in self.signals {
            Glibc.signal(signal) { number in
                let error = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(SignalPipe.writeEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = error
            }
        }
    }

    /// Restores the default actions of the signals.
    func release() {
        for signal in signals { Glibc.signal(signal, SIG_DFL) }
    }

    /// The signals since the last call.
    func received() -> [CInt] {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? buffer[..<count].map(CInt.init) : []
    }

    static func isIgnored(_ signal: CInt) -> Bool {
        var current = sigaction()
        sigaction(signal, nil, &current)
        // `SIG_IGN` is the pointer 1.
        return unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}
