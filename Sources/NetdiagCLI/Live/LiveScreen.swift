import Glibc
import NetworkModel

/// Draws the live view in its place on the terminal, and takes the signals meanwhile.
///
/// It uses the terminal's other screen, so that a window that changes its size leaves nothing behind; what was shown
/// last stays when it ends.
final class LiveScreen: Conversation {
    /// Drawn at most so often, however much happens.
    private static let pause = Duration.milliseconds(100)

    private let page: LivePage
    private let signals: SignalPipe
    private var services = LiveServices(at: .now)
    /// The next drawing is not before. What cannot begin says so where it stays, before there is a view.
    private var earliest = ContinuousClock.now + .milliseconds(300)
    private var isDirty = true
    private var isEntered = false

    init(page: LivePage) throws(Failure) {
        self.page = page
        signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP])
    }

    var descriptor: CInt { signals.descriptor }
    var interest: Int16? { Int16(POLLIN) }

    /// When to draw again.
    var deadline: ContinuousClock.Instant? {
        isDirty ? earliest : services.nextChange.map { max($0, earliest) }
    }

    func begin() throws(Failure) {}

    /// Takes one line of the stream.
    func receive(_ line: BrowseLine) throws(Failure) {
        try services.apply(line, at: .now)
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
                // Here it stands still until the shell lets it go on.
                kill(getpid(), SIGSTOP)
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
        guard isEntered else { return }
        leave()
        services.settle(at: .now)
        let lines = page.lines(services, on: Terminal(descriptor: STDOUT_FILENO))
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
        services.settle(at: now)
        if !isEntered { try enter() }
        let lines = page.lines(services, on: Terminal(descriptor: STDOUT_FILENO))
        // Each line ends what was there before; no line ends after the last, so that nothing scrolls.
        try StandardStream.write("\u{1b}[H\(lines.joined(separator: "\u{1b}[K\r\n"))\u{1b}[K\u{1b}[J".utf8)
        earliest = now + Self.pause
        isDirty = false
    }
}
