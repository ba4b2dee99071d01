import Glibc

/// What is drawn anew in its place as it changes.
protocol LiveView {
    /// Takes the time into account.
    mutating func settle(at now: ContinuousClock.Instant)
    /// When time alone changes what is seen; `nil`: never.
    var nextChange: ContinuousClock.Instant? { get }
    /// At most as many lines as the window has.
    func lines(on terminal: Terminal) -> [Substring]
}

/// Draws a live view in its place on the terminal, and takes the signals meanwhile.
///
/// It uses the terminal's other screen, so that a window that changes its size leaves nothing behind; what was shown
/// last stays when it ends.
final class LiveScreen<View: LiveView>: Conversation {
    /// Drawn at most so often, however much happens.
    private static var pause: Duration { .milliseconds(100) }

    private var view: View
    private let signals: SignalPipe
    /// `nil` if nobody can press a key, or nobody would read it.
    let keys: KeyWatch?
    /// The next drawing is not before. What cannot begin says so where it stays, before there is a view.
    private var earliest = ContinuousClock.now + .milliseconds(300)
    private var isDirty = true
    private var isEntered = false

    /// - Parameter takesKeys: Whether ``keys`` are held beside it.
    init(_ view: View, takesKeys: Bool = false) throws(Failure) {
        self.view = view
        keys = takesKeys ? KeyWatch() : nil
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP])
    }

    var descriptor: CInt { signals.descriptor }
    var interest: Int16? { Int16(POLLIN) }

    /// When to draw again.
    var deadline: ContinuousClock.Instant? {
        isDirty ? earliest : view.nextChange.map { max($0, earliest) }
    }

    func begin() throws(Failure) {}

    /// Takes news.
    func change(_ apply: (inout View) throws(Failure) -> Void) throws(Failure) {
        try apply(&view)
        if !isEntered { earliest = .now }
        isDirty = true
    }

    func proceed() throws(Failure) {
        for signal in signals.received() {
            switch signal {
            case SIGWINCH:
                isDirty = true
            case SIGTSTP:
                if isEntered { leave() }
                keys?.release()
                // Here it stands still until the shell lets it go on.
                kill(getpid(), SIGSTOP)
                keys?.take()
                isDirty = true
            default: throw .interrupted(by: signal)
            }
        }
    }

    func expire() throws(Failure) {
        try draw()
    }

    /// The events have ended: the terminal is as it was before, and shows what was seen last.
    func end() {
        keys?.release()
        guard isEntered else { return }
        leave()
        view.settle(at: .now)
        let lines = view.lines(on: Terminal(descriptor: STDOUT_FILENO))
        _ = StandardStream.writeAll(Array(lines.map { "\($0)\n" }.joined().utf8), to: STDOUT_FILENO)
    }

    /// To the other screen, where lines are cut at the edge, without a cursor.
    private func enter() throws(Failure) {
        isEntered = true
        try StandardStream.write("\u{1b}[?1049h\u{1b}[?7l\u{1b}[?25l".utf8)
    }

    private func leave() {
        isEntered = false
        _ = StandardStream.writeAll(Array("\u{1b}[?25h\u{1b}[?7h\u{1b}[?1049l".utf8), to: STDOUT_FILENO)
    }

    private func draw() throws(Failure) {
        let now = ContinuousClock.now
        view.settle(at: now)
        if !isEntered { try enter() }
        let lines = view.lines(on: Terminal(descriptor: STDOUT_FILENO))
        try StandardStream.write(LiveFrame.text(lines).utf8)
        earliest = now + Self.pause
        isDirty = false
    }
}

/// What is written to show lines on the whole screen.
enum LiveFrame {
    /// Each line begins with the erasure of what was there before: behind a line as wide as the screen, the cursor stands on its last
    /// character, which would be erased. No line ends after the last, so that nothing scrolls.
    static func text(_ lines: [some StringProtocol]) -> String {
        let (last, others) = (lines.last.map { "\($0)" } ?? "", lines.dropLast())
        return "\u{1b}[H" + others.map { "\u{1b}[K\($0)\r\n" }.joined() + "\u{1b}[J\(last)"
    }
}
