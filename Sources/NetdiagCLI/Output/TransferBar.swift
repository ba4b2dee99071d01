import Glibc
import Synchronization
import Translations

/// The progress of a transfer on standard error, which is only shown on a terminal.
final class TransferBar: Sendable {
    private struct State {
        var began = ContinuousClock.now
        /// The number of bytes from an earlier transfer.
        var first: Int?
        var drawn: ContinuousClock.Instant?
    }

    private let terminal: Terminal
    /// The thread of a transfer has no task-local values.
    private let language = Language.current
    private let state = Mutex(State())

    init(terminal: Terminal = Terminal(descriptor: STDERR_FILENO)) {
        self.terminal = terminal
    }

    /// Draws at most ten times a second. It may be called on any thread.
    func show(_ done: Int, _ total: Int?) {
        guard terminal.isInteractive, !terminal.isPlain else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard let first = state.first else {
                (state.first, state.began) = (done, now)
                return
            }
            guard state.drawn.map({ now > $0 + .milliseconds(100) }) ?? (now > state.began + .milliseconds(300)) else {
                return
            }
            if state.drawn == nil { InterruptHandler.clearsLine() }
            state.drawn = now
            let took = state.began.duration(to: now)
            let line = Language.$current.withValue(language) {
                Self.line(done: done, total: total, came: done - first, took: took)
            }
            draw(line, share: total.map { $0 > 0 ? Double(done) / Double($0) : 1 })
        }
    }

    func clear() {
        state.withLock { state in
            guard state.drawn != nil else { return }
            _ = StandardStream.writeAll(Array("\r\u{1b}[K".utf8), to: STDERR_FILENO)
        }
    }

    private func draw(_ line: String, share: Double?) {
        let columns = (terminal.columns ?? 80) - 1
        let width = min(columns - DisplayWidth.of(line) - 3, 30)
        var bar = ""
        if let share, width >= 5 {
            let filled = min(max(Int(share * Double(width)), 0), width)
            let (full, empty) = terminal.hasUnicode ? ("█", "░") : ("#", ".")
            let parts = (String(repeating: full, count: filled), String(repeating: empty, count: width - filled))
            bar = terminal.hasColour ? "\u{1b}[32m\(parts.0)\u{1b}[0m\(parts.1) " : "\(parts.0)\(parts.1) "
        }
        _ = StandardStream.writeAll(
            Array("\r\(bar)\(DisplayWidth.prefix(of: line, columns: columns))\u{1b}[K".utf8), to: STDERR_FILENO)
    }

    /// The line, as in `12.3 MB of 50.0 MB  24 %  8.1 MB/s  5 s left`.
    static func line(done: Int, total: Int?, came: Int, took: Duration) -> String {
        let (whole, atto) = took.components
        let seconds = max(Double(whole) + Double(atto) / 1e18, 0.001)
        let rate = Double(came) / seconds
        var line = bytes(Double(done))
        if let total {
            let percent = Phrase.percent.text(["percent": "\(total > 0 ? done * 100 / total : 100)"])
            line = ToolPhrase.transferredOf.text(["done": line, "total": bytes(Double(total))]) + "  " + percent
        }
        line += "  \(bytes(rate))/s"
        if let total, rate >= 1, total > done {
            let left = Int(min(Double(total - done) / rate, 360_000).rounded(.up))
            let time =
                switch left {
                case ..<60: Phrase.countSeconds.text(left)
                case ..<3_600: Phrase.countMinutes.text(left / 60)
                default: Phrase.countHours.text(left / 3_600)
                }
            line += "  " + ToolPhrase.timeIsLeft.text(["time": time])
        }
        return line
    }

    /// A number of bytes in units of powers of 1,000, with one decimal from kB on.
    static func bytes(_ count: Double) -> String {
        var (value, unit) = (count, 0)
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return unit == 0 ? "\(Int(value)) B" : LocalQuantity.local("\(tenths / 10).\(tenths % 10) \(units[unit])")
    }
}
