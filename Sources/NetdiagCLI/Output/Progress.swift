import Glibc
import Translations

/// A progress line on standard error, which is only shown on a terminal.
final class Progress {
    private let terminal: Terminal
    private let glyphs: Glyphs
    private let started = ContinuousClock.now
    private var step = 0
    private var isShown = false

    /// The redraw interval while nothing else happens; `nil` if the terminal cannot redraw.
    var interval: Duration? { terminal.hasCursor ? .milliseconds(100) : nil }

    init(terminal: Terminal = Terminal(descriptor: STDERR_FILENO)) {
        self.terminal = terminal
        glyphs = terminal.hasUnicode ? .unicode : .ascii
    }

    /// Draws the line with the current activity. It does nothing in the first 100 ms.
    func draw(_ label: String) {
        guard terminal.hasCursor, started.duration(to: .now) > .milliseconds(100) else { return }
        if !isShown { InterruptHandler.clearsLine() }
        isShown = true
        let sign = glyphs.spinner[step % glyphs.spinner.count]
        step += 1
        let seconds = started.duration(to: .now).components.seconds
        let line =
            Text("\(sign) \(label)") + Text(seconds > 0 ? "  \(Phrase.countSeconds.text(Int(seconds)))" : "", .dim)
        let fitted = (terminal.hasUnicode ? line : line.ascii)
            .truncated(to: (terminal.columns ?? 80) - 1, ellipsis: glyphs.ellipsis)
        _ = StandardStream.writeAll(
            Array("\r\(fitted.spans.map(\.text).joined())\u{1b}[K".utf8), to: STDERR_FILENO)
    }

    /// Erases the line before other output.
    func clear() {
        guard isShown else { return }
        isShown = false
        _ = StandardStream.writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO)
    }
}
