import Glibc

/// Ends what it is held beside when somebody presses q. Keys are read as they are pressed, and not shown (termios(3)).
final class KeyWatch: Conversation {
    let descriptor = STDIN_FILENO
    private(set) var interest: Int16? = Int16(POLLIN)
    let deadline: ContinuousClock.Instant? = nil
    /// How the terminal was; `nil` while it is so.
    private var original: termios?

    /// - Returns: `nil` if nobody can press a key: standard input is no terminal, or belongs to the program in front.
    init?() {
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return nil }
    }

    func begin() throws(Failure) { take() }

    /// Keys come as they are pressed. Ctrl-C and Ctrl-Z stay signals.
    func take() {
        var mode = termios()
        guard original == nil, tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
        original = mode
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// The terminal is as it was. What was typed and not read is no command for the shell.
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
        if keys.prefix(count).contains(where: { $0 | 0x20 == UInt8(ascii: "q") }) { throw .ended }
    }

    func expire() throws(Failure) {}

    func conclude() throws(Failure) {}
}
