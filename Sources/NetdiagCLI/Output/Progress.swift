import Glibc

/// A line on standard error that says what is waited for, while a terminal shows it.
final class Progress {
    private let terminal: Terminal
    private let glyphs: Glyphs
    private let started = ContinuousClock.now
    private var step = 0
    private var isShown = false

    /// How often the line is drawn anew while nothing else happens; `nil` if there is no terminal that can.
    var interval: Duration? { terminal.hasCursor ? .milliseconds(100) : nil }

    init(terminal: Terminal = Terminal(descriptor: STDERR_FILENO)) {
        self.terminal = terminal
        glyphs = terminal.hasUnicode ? .unicode : .ascii
    }

    /// Draws the line with what is waited for; the first tenth of a second passes in silence.
    func draw(_ label: String) {
        guard terminal.hasCursor, started.duration(to: .now) > .milliseconds(100) else { return }
        if !isShown { InterruptHandler.clearsLine() }
        isShown = true
        let sign = glyphs.spinner[step % glyphs.spinner.count]
        step += 1
        let seconds = started.duration(to: .now).components.seconds
        let line = Text("\(sign) \(label)") + Text(seconds > 0 ? "  \(seconds) s" : "", .dim)
        let fitted = (terminal.hasUnicode ? line : line.ascii)
            .truncated(to: (terminal.columns ?? 80) - 1, ellipsis: glyphs.ellipsis)
        _ = StandardStream.writeAll(
            Array("\r\(fitted.spans.map(\.text).joined())\u{1b}[K".utf8), to: STDERR_FILENO)
    }

    /// Takes the line away, before anything else is written.
    func clear() {
        guard isShown else { return }
        isShown = false
        _ = StandardStream.writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO)
    }
}
