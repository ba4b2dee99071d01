import NetworkModel

/// The lines that a server sends and expects, in order, for any line-based protocol such as SMTP, IMAP or POP3.
///
/// | line | what the server does |
/// | --- | --- |
/// | `send 220 mail.example.test ESMTP` | sends the text and CR LF |
/// | `expect EHLO` | waits for a line with this beginning, ignoring case; closes the connection at any other line |
/// | `expect` | waits for any line |
/// | `wait 250ms` | waits |
/// | `close` | closes the connection |
/// | `hang` | sends nothing more |
///
/// After the last line, the server sends nothing more. Empty lines, and lines that begin with `#`, are ignored.
public struct ServerScript: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case send(String)
        case expect(String)
        case wait(Duration)
        case close
        case hang
    }

    static let maxSteps = 1_000
    static let maxLineBytes = 4_096
    static let maxWait = Duration.seconds(60)

    let steps: [Step]
    package var stepCount: Int { steps.count }

    /// Parses the lines of a script.
    ///
    /// - Throws: ``FaultError/usage(_:)`` for the first invalid line, with its number, and for too many steps.
    public init(_ lines: [String]) throws(FaultError) {
        var steps: [Step] = []
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ", maxSplits: 1)
            guard let verb = words.first, verb.first != "#" else { continue }
            let rest = words.count > 1 ? String(words[1]) : ""
            guard let step = Self.step(String(verb), rest) else {
                throw .usage(
                    "line \(index + 1) of the script, \(SafeText.shown(line)), is not a step; write send TEXT, expect TEXT, wait TIME, close or hang"
                )
            }
            steps.append(step)
        }
        guard steps.count <= Self.maxSteps else { throw .usage("a script has at most \(Self.maxSteps) steps") }
        self.steps = steps
    }

    private static func step(_ verb: String, _ rest: String) -> Step? {
        guard rest.utf8.count <= maxLineBytes, !rest.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return nil }
        switch verb {
        case "send": return .send(rest)
        case "expect": return .expect(rest)
        case "wait":
            guard Delay.unitProblem(rest) == nil, let time = try? Duration(setting: rest), .zero < time,
                time <= maxWait
            else { return nil }
            return .wait(time)
        case "close": return rest.isEmpty ? .close : nil
        case "hang": return rest.isEmpty ? .hang : nil
        default: return nil
        }
    }
}
