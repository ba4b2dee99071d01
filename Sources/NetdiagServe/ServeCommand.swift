import ArgumentParser
import NetworkFaults
import NetworkModel

/// `netdiag serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "netdiag serve", abstract: "Serves what it is told to, and fails on purpose.")

    @Flag(name: .customLong("list-faults"), help: "List the faults that a server can bring about, and end.")
    var listsFaults = false

    func run() async throws {
        for fault in FaultCatalogue.all { print("\(fault.cause)  \(fault.summary)") }
    }
}
