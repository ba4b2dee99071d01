import ArgumentParser

/// The help of the program. The argument parser would show only the subcommands, and not the options of the default one.
enum ServeHelp {
    /// The help of the root command, with the options of a run before the subcommands.
    static var text: String {
        let root = ServeRootCommand.helpMessage()
        let run = ServeRootCommand.helpMessage(for: RunCommand.self)
        guard let options = root.firstRange(of: "\nOPTIONS:\n"), let begin = run.firstRange(of: "\nARGUMENTS:\n"),
            let end = run.firstRange(of: "\nOPTIONS:\n"), begin.lowerBound < end.lowerBound
        else { return root }
        return String(
            root[..<options.lowerBound] + run[begin.lowerBound..<end.lowerBound] + root[options.lowerBound...])
    }
}
