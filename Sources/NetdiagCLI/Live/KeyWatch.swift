import Glibc

/// Reads keys, and ends the conversations beside it when the user presses q. Keys are read without waiting for a line, and
/// without echo (termios(3)).
final class KeyWatch: DescriptorTask {
    let descriptor = STDIN_FILENO
    private(set) var interest: Int16? = Int16(POLLIN)
    let deadline: ContinuousClock.Instant? = nil
    /// The original mode of the terminal; `nil` while it is unchanged.
    private var original: termios?
    /// Receives the other keys.
    var whenPressed: (LiveKey) -> Void = { _ in }

    /// - Returns: `nil` if no key can be pressed: standard input is not a terminal, or this is not its foreground process
    ///   group.
    init?() {
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    }

    func begin() throws(Failure) { enable() }

    /// Makes keys available as they are pressed. Ctrl-C and Ctrl-Z still send signals.
    func enable() {
        var mode = termios()
        guard original == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
        original = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// Restores the terminal, and discards unread input, which is not meant for the shell.
    func release() {
        guard var mode = original else { return }
        original = nil
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
    }

    func proceed() throws(Failure) {
        var keys = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &keys, keys.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return interest = nil }
        for key in LiveKey.keys(in: keys.prefix(count)) {
            if key == .quit { throw .ended }
            whenPressed(key)
        }
    }

    func expire() throws(Failure) {}

    func conclude() throws(Failure) {}
}
