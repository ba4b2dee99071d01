import Glibc

/// Handlers for an interrupt from the keyboard: the program ends with status 130, without a message. The handlers only call
/// functions that signal-safety(7) permits. A program that was started with the interrupt ignored continues to ignore it.
enum InterruptHandler {
    static func install() {
        replace { _ in _exit(130) }
    }

    /// Installs a handler that also erases the progress line.
    static func clearsLine() {
        replace { _ in
            var erase: (UInt8, UInt8, UInt8, UInt8) = (0x0d, 0x1b, 0x5b, 0x4b)
            _ = write(STDERR_FILENO, &erase, 4)
            _exit(130)
        }
    }

    /// Installs a handler that also ends the line of a question and says that nothing was written.
    static func saysNothingWasWritten() {
        replace { _ in
            let words: StaticString = "\nnetdiag: interrupted; nothing was written\n"
            _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
            _exit(130)
        }
    }

    private static func replace(_ handler: @escaping @convention(c) (CInt) -> Void) {
        guard !SignalPipe.isIgnored(SIGINT) else { return }
        signal(SIGINT, handler)
    }
}
