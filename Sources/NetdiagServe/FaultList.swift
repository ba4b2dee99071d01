import Glibc
import NetworkFaults
import NetworkModel

/// `netdiag serve --list-faults`.
enum FaultList {
    /// - Parameter option: Whether `--plain` was given.
    static func print(asJSON: Bool, isPlain option: Bool) {
        let columns = columns
        let isPlain = PlainOutput.isWanted(option)
        for fault in FaultCatalogue.all {
            guard !asJSON else {
                Swift.print(json(fault))
                continue
            }
            for line in isPlain ? plainLines(fault) : lines(fault, columns: columns) { Swift.print(line) }
        }
    }

    /// The width of the terminal; `nil` if standard output is none.
    private static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// The lines about a fault.
    ///
    /// - Parameter columns: The width to which they are wrapped; `nil` for any.
    static func lines(_ fault: FaultDefinition, columns: Int?) -> [String] {
        let arguments = fault.arguments.map { argument in
            wrapped("\(argument.name)=\(takes(argument))  \(argument.summary)", to: columns, hang: 8)
        }
        return ["\(fault.cause)"] + wrapped(fault.summary, to: columns, hang: 4) + arguments.flatMap(\.self)
    }

    /// The lines about a fault for a screen reader: one for the fault, and one for each argument.
    static func plainLines(_ fault: FaultDefinition) -> [String] {
        ["\(fault.cause): \(fault.summary)"]
            + fault.arguments.map { argument in
                "\(fault.cause)=\(argument.name)=\(takes(argument, separator: " or ")): \(argument.summary)"
            }
    }

    /// Breaks a line, indented by four blanks, at blanks and after the choices of an argument.
    private static func wrapped(_ text: String, to columns: Int?, hang: Int) -> [String] {
        var lines: [String] = []
        var line = "    ", isEmpty = true
        var rest = text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex { " |".contains($0) }.map { rest.index(after: $0) } ?? rest.endIndex
            let part = rest[..<end]
            rest = rest[end...]
            // A blank at the end of a line is left out.
            if let columns, !isEmpty, line.count + part.count - (part.last == " " ? 1 : 0) > columns {
                lines.append(String(line.reversed().drop { $0 == " " }.reversed()))
                (line, isEmpty) = (String(repeating: " ", count: hang), true)
            }
            guard !isEmpty || part != " " else { continue }
            line += part
            isEmpty = false
        }
        return lines + [line]
    }

    private static func takes(_ argument: FaultArgument, separator: String = "|") -> String {
        switch argument.kind {
        case .integer(let range, let value): "\(range.lowerBound)..\(range.upperBound) (\(value))"
        case .duration(let range, let value):
            "\(range.lowerBound.settingText)..\(range.upperBound.settingText) (\(value.settingText))"
        case .choice(let words, let value): "\(words.joined(separator: separator)) (\(value))"
        case .text(let bytes, let value): "TEXT of at most \(bytes) bytes (\(value))"
        }
    }

    private static func json(_ fault: FaultDefinition) -> String {
        let arguments = fault.arguments.map {
            "{\"name\":\(JSONText.quoted($0.name)),\"summary\":\(JSONText.quoted($0.summary)),"
                + "\"takes\":\(JSONText.quoted(takes($0)))}"
        }
        return "{\"arguments\":[\(arguments.joined(separator: ","))],\"id\":\(JSONText.quoted(fault.cause.rawValue)),"
            + "\"schema\":\"netdiag.serve-fault-kind/1\",\"summary\":\(JSONText.quoted(fault.summary))}"
    }
}
