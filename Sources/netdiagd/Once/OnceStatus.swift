import ArgumentParser
import NetdiagService
import NetworkDiagnostics
import NetworkModel

/// `netdiagd --once status`: the machine, and the targets of the configuration where there is one.
struct OnceStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Show the machine's status.")

    func run() async throws {
        let configuration: Configuration
        do {
            configuration = try Daemon.configuration(path: nil)
        } catch {
            // The machine's own status needs none of it.
            StandardError.write(error.description)
            StandardError.write("the targets of the configuration are left out")
            configuration = Configuration()
        }
        let process = try OnceProcess()
        let document = try await StatusOnce(engine: process.engine, configuration: configuration).document()
        try OnceProcess.print(document)
        OnceProcess.end(OnceProcess.exitCode(document.status, isDegraded: document.degraded))
    }
}
