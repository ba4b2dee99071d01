extension LinkBreak.Plan {
    /// A script for sh(1) that runs the undo commands when its standard input ends, or after `seconds`, whichever comes
    /// first. It ignores the signals of a terminal or service manager.
    public func watchdog(seconds: Int) -> String {
        let commands = undo.map { Self.quoted($0) + " || status=1" }
        return """
            PATH=/usr/sbin:/sbin:/usr/bin:/bin
            trap '' HUP INT TERM QUIT
            timeout -s KILL \(seconds) cat >/dev/null
            status=0
            \(commands.joined(separator: "\n"))
            exit $status
            """
    }

    /// A command as shell syntax, with every word in quotes.
    public static func quoted(_ command: [String]) -> String {
        command.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
    }
}
