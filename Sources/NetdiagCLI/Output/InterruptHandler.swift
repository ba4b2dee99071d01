import Glibc

/// What an interrupt from the keyboard does: the program ends quietly with 130. The handlers call only what
/// signal-safety(7) allows, and a program that was started with the interrupt ignored goes on ignoring it.
enum InterruptHandler {
    static func install() {
        replace { _ in _exit(130) }
    }

    /// The same, and the progress line goes first.
    static func clearsLine() {
        replace { _ in
            var erase: (UInt8, UInt8, UInt8, UInt8) = (0x0d, 0x1b, 0x5b, 0x4b)
            _ = write(STDERR_FILENO, &erase, 4)
            _exit(130)
        }
    }

    private static func replace(_ handler: @escaping @convention(c) (CInt) -> Void) {
        guard !SignalPipe.isIgnored(SIGINT) else { return }
        signal(SIGINT, handler)
    }
}
