import ArgumentParser
import Glibc
import NetdiagService
import NetworkModel
import ServiceDiscovery

/// `netdiagd --once browse`: an event a line.
struct OnceBrowse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "browse", abstract: "Browse for services.")

    @Argument(help: "The type; all types without it.") var type: String?
    @Flag(help: "Look up host, port, addresses and TXT.") var resolve = false
    @Flag(help: "Connect to the ports of TCP, to see whether they answer; resolves.") var check = false
    @Flag(name: .customLong("once-drained"), help: "End when all that is known has been told.") var isOnce = false
    @Option(help: "End after so many seconds.") var timeout: Seconds?
    @Option(help: "The domain.") var domain = "local"
    /// For a reader that shows it itself; without, it is said on standard error.
    @Flag(name: .customLong("tell-away"), help: "A line of JSON where avahi-daemon is away, and where it is back.")
    var tellsAway = false

    func run() async throws {
        let process = try OnceProcess()
        // One that waits for events would else stay until the next.
        Task {
            for await _ in process.reader {}
            OnceProcess.end(0)
        }
        let resolve = resolve || check
        var events: AsyncStream<BrowseEvent>
        do {
            events = try await process.services.browse(type: type, domain: domain, resolve: resolve)
        } catch .unavailable(let reason) {
            StandardError.write(reason)
            OnceProcess.end(3)
        } catch {
            StandardError.write(error.description)
            throw ExitCode(EX_USAGE)
        }
        if check {
            events = CheckedServices.events(events, by: try process.ports(), telling: isOnce ? .onceChecked : .atOnce)
        }
        let tellsAway = tellsAway
        let end = await ServiceListing(resolves: resolve).lines(events, once: isOnce, within: timeout?.duration) {
            line in
            if !tellsAway {
                switch line {
                case .event: break
                case .unavailable(let reason), .cut(let reason): return StandardError.write(reason)
                case .available: return
                }
            }
            // A reader that has gone ends the process.
            do { try OnceProcess.print(line) } catch { OnceProcess.end(3) }
        }
        switch end {
        case .over: OnceProcess.end(0)
        case .unavailable, .cut: OnceProcess.end(3)
        }
    }
}
