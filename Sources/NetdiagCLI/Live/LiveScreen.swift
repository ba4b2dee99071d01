import Glibc

/// A view that is redrawn in place when it changes.
protocol LiveView {
    /// Updates the view to the current time.
    mutating func update(at now: ContinuousClock.Instant)
    /// The time of the next change that is caused by time alone; `nil` if there is none.
    var nextChange: ContinuousClock.Instant? { get }
    /// Returns at most as many lines as the window has.
    func lines(on terminal: Terminal) -> [Substring]
}

/// Draws a live view in place on the terminal, and handles signals in the meantime.
///
/// It uses the terminal's alternate screen, so that resizing the window leaves nothing behind. At the end, the last state is
/// written to the normal screen.
final class LiveScreen<View: LiveView>: DescriptorTask {
    /// The minimum interval between two drawings.
    private static var pause: Duration { .milliseconds(100) }

    private var view: View
    private let signals: SignalPipe
    /// The keyboard; `nil` if the view does not use keys, or if no key can be pressed.
    let keys: KeyWatch?
    /// The earliest time of the next drawing. An initial delay keeps the error messages of a failed start on the normal screen.
    private var earliest = ContinuousClock.now + .milliseconds(300)
    private var isDirty = true
    private var isEntered = false
    /// A line above the view: what is wrong with what it shows; `nil` for none.
    private var notice: String?

    /// - Parameter takesKeys: Whether to read ``keys``.
    init(_ view: View, takesKeys: Bool = false) throws(Failure) {
        self.view = view
        keys = takesKeys ? KeyWatch() : nil
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP])
    }

    var descriptor: CInt { signals.descriptor }
    var interest: Int16? { Int16(POLLIN) }

    /// The time of the next drawing.
    var deadline: ContinuousClock.Instant? {
        isDirty ? earliest : view.nextChange.map { max($0, earliest) }
    }

    func begin() throws(Failure) {}

    /// Changes the view.
    func change(_ apply: (inout View) throws(Failure) -> Void) throws(Failure) {
        try apply(&view)
        if !isEntered { earliest = .now }
        isDirty = true
    }

    /// Sets the line above the view.
    func change(notice: String?) throws(Failure) {
        self.notice = notice
        try change { _ in }
    }

    func proceed() throws(Failure) {
        for signal in signals.received() {
            switch signal {
            case SIGWINCH:
                isDirty = true
            case SIGTSTP:
                if isEntered { leaveAlternateScreen() }
                keys?.release()
                // The process stops here until the shell continues it.
                kill(getpid(), SIGSTOP)
                keys?.enable()
                isDirty = true
            default: throw .interrupted(by: signal)
            }
        }
    }

    func expire() throws(Failure) {
        try draw()
    }

    /// Restores the terminal at the end, and shows the last state.
    func end() {
        keys?.release()
        guard isEntered else { return }
        leaveAlternateScreen()
        view.update(at: .now)
        let lines = view.lines(on: Terminal(descriptor: STDOUT_FILENO))
        _ = StandardStream.writeAll(Array(lines.map { "\($0)\n" }.joined().utf8), to: STDOUT_FILENO)
    }

    /// Switches to the alternate screen, without line wrapping and without a cursor.
    private func enterAlternateScreen() throws(Failure) {
        isEntered = true
        try StandardStream.write("\u{1b}[?1049h\u{1b}[?7l\u{1b}[?25l".utf8)
    }

    private func leaveAlternateScreen() {
        isEntered = false
        _ = StandardStream.writeAll(Array("\u{1b}[?25h\u{1b}[?7h\u{1b}[?1049l".utf8), to: STDOUT_FILENO)
    }

    private func draw() throws(Failure) {
        let now = ContinuousClock.now
        view.update(at: now)
        if !isEntered { try enterAlternateScreen() }
        let terminal = Terminal(descriptor: STDOUT_FILENO)
        var lines = view.lines(on: terminal)
        if let notice {
            var page = Page(for: terminal)
            page.cutLine(Text("\(page.glyphs.degraded) ", .warning) + Text(notice, .warning))
            lines = page.lines + lines.prefix(terminal.rows.map { max($0 - 1, 0) } ?? lines.count)
        }
        try StandardStream.write(LiveFrame.text(lines).utf8)
        earliest = now + Self.pause
        isDirty = false
    }
}

/// The output that shows lines on the whole screen.
enum LiveFrame {
    /// Each line begins by erasing the previous content: after a line as wide as the screen, the cursor is on its last
    /// character, which would be erased. The last line has no line ending, so that nothing scrolls.
    static func text(_ lines: [some StringProtocol]) -> String {
        let (last, others) = (lines.last.map { "\($0)" } ?? "", lines.dropLast())
        return "\u{1b}[H" + others.map { "\u{1b}[K\($0)\r\n" }.joined() + "\u{1b}[J\(last)"
    }
}
