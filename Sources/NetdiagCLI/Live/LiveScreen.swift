import Glibc
import Translations

/// A view that is redrawn in place when it changes.
protocol LiveView {
    /// Updates the view to the current time.
    mutating func update(at now: ContinuousClock.Instant)
    /// The time of the next change that is caused by time alone; `nil` if there is none.
    var nextChange: ContinuousClock.Instant? { get }
    /// Returns at most as many lines as the window has, without the least important ones; all lines if its height is not
    /// limited. A line may be wider than the window if it must not be broken.
    func lines(on terminal: Terminal) -> [Substring]
    /// Whether these lines show everything.
    func isWhole(on terminal: Terminal) -> Bool
}

/// Draws a live view in place on the terminal, and handles signals in the meantime.
///
/// It uses the terminal's alternate screen, so that resizing the window leaves nothing behind. At the end, the last state is
/// written to the normal screen.
final class LiveScreen<View: LiveView>: DescriptorTask {
    /// The minimum interval between two drawings.
    private static var pause: Duration { .milliseconds(100) }

    private var view: View
    private var scroll = LiveScroll()
    private let signals: SignalPipe
    /// The keyboard; `nil` if no key can be pressed.
    let keys: KeyWatch?
    /// The earliest time of the next drawing. An initial delay keeps the error messages of a failed start on the normal screen.
    private var earliest = ContinuousClock.now + .milliseconds(300)
    private var isDirty = true
    private var isEntered = false
    /// A line above the view: what is wrong with what it shows; `nil` for none.
    private var notice: String?

    init(_ view: View) throws(Failure) {
        self.view = view
        keys = KeyWatch()
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP])
        keys?.whenPressed = { [unowned self] key in
            scroll.press(key)
            (earliest, isDirty) = (.now, true)
        }
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
        // Line wrapping is only on within a line that must not be broken.
        try StandardStream.write(
            LiveFrame.text(lines(on: terminal), terminal.columns, wrap: ("\u{1b}[?7h", "\u{1b}[?7l")).utf8)
        earliest = now + Self.pause
        isDirty = false
    }

    /// The lines to draw: the view, below the notice if there is one.
    private func lines(on terminal: Terminal) -> [Substring] {
        guard let notice else { return scroll.lines(of: view, on: terminal) }
        var page = Page(for: terminal)
        page.line(Text("\(page.glyphs.degraded) ", .warning) + Text(notice, .warning), hang: 2, isChopped: true)
        var smaller = terminal
        smaller.rows = terminal.rows.map { max($0 - page.lines.count, 1) }
        return page.lines + scroll.lines(of: view, on: smaller)
    }
}

/// The output that shows lines on the whole screen.
enum LiveFrame {
    /// Each line begins by erasing the previous content: after a line as wide as the screen, the cursor is on its last
    /// character, which would be erased. The last line has no line ending, so that nothing scrolls.
    ///
    /// The terminal wraps a line that is wider than the screen, so that it is copied as one. Its other rows are erased after their
    /// text.
    ///
    /// - Parameter wrap: What switches the wrapping of lines on and off.
    static func text(
        _ lines: [some StringProtocol], _ columns: Int? = nil, wrap: (on: String, off: String) = ("", "")
    ) -> String {
        let shown = lines.map { line -> String in
            guard let columns, rows(of: line, columns) > 1 else { return "\(line)" }
            let end = width(of: line).isMultiple(of: columns) ? "" : "\u{1b}[K"
            return wrap.on + line + end + wrap.off
        }
        let (last, others) = (shown.last ?? "", shown.dropLast())
        return "\u{1b}[H" + others.map { "\u{1b}[K\($0)\r\n" }.joined() + "\u{1b}[J\(last)"
    }

    /// The number of rows of the screen that a line takes.
    static func rows(of line: some StringProtocol, _ columns: Int) -> Int {
        guard line.utf8.count > columns else { return 1 }
        return max(1, (width(of: line) + columns - 1) / max(columns, 1))
    }

    /// The width of a line without its styles (``Page``), each of which ends with an m.
    private static func width(of line: some StringProtocol) -> Int {
        let parts = line.split(separator: "\u{1b}", omittingEmptySubsequences: false)
        return parts.enumerated().reduce(0) { width, part in
            let text = part.offset == 0 ? String(part.element) : String(part.element.drop { $0 != "m" }.dropFirst())
            return width + DisplayWidth.of(text)
        }
    }
}
