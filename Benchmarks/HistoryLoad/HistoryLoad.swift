import ArgumentParser

/// Measures the cost of the history, and what remains after the process is killed.
@main
struct HistoryLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history-load",
        abstract: "Measures the history: writing, asking, size; and writes until it is killed.",
        subcommands: [Fill.self, Ask.self, Write.self])
}
