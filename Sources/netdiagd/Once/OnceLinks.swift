import ArgumentParser
import LinkFacts
import NetworkDiagnostics

/// `netdiagd --once links`: the snapshot.
struct OnceLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "links", abstract: "Show the facts of the links.")

    func run() async throws {
        let process = try OnceProcess()
        try OnceProcess.print(try await process.engine.links.snapshot())
        OnceProcess.end(0)
    }
}
