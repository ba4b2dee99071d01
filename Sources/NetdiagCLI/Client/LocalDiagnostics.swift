import Dispatch
import EventLoopKit
import LinkFacts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization
import Translations

/// The library in this process. Commands use it if no daemon is running, and for requests that a daemon must not handle, since
/// they use the user's own files and secrets.
struct LocalDiagnostics: Sendable {
    let engine: DiagnosticEngine
    /// The connection to Avahi, which is opened on first use.
    let services: AvahiConnection

    /// The event loop of this process. It starts before libraries are loaded, because no thread can start during loading.
    private static let loop = Result { try EventLoop() }
    /// The event loop of Avahi. Calls to it wait for responses on the bus, for ever if the bus hangs. On a loop of their own, they
    /// delay neither checks nor time limits, and the process ends in spite of them.
    private static let discoveryLoop = Result { try EventLoop(name: "netdiag-avahi") }

    /// Starts to load what checks need, concurrently with the parsing of the command line, which takes about as long.
    ///
    /// - Parameter loadsLibcurl: Whether a check probably needs libcurl.
    static func prepare(loadsLibcurl: Bool) {
        _ = (loop, discoveryLoop)
        // For its first task, the runtime looks up a symbol and starts a thread, and would wait until the libraries are loaded.
        // Both happen within this call.
        Task.detached {}
        if loadsLibcurl { DiagnosticEngine.prepare() }
    }

    init() throws(Failure) {
        do {
            let loop = try Self.loop.get()
            services = AvahiConnection(loop: try Self.discoveryLoop.get())
            engine = try DiagnosticEngine(loop: loop, services: services)
            // A failed check examines the uplink, as far as the configuration of this machine permits.
            engine.configureUplink { ((try? Configuration.read(pathOrDefault: nil)) ?? Configuration()).uplink }
        } catch {
            throw .failed(ToolPhrase.nothingObservable.text(["error": FactWords.local("\(error)")]))
        }
    }

    /// Checks the ports of services.
    func ports() throws -> PortCheck {
        PortCheck(loop: try Self.loop.get()) { [engine] in try await engine.links.snapshot() }
    }

    /// Repeats each request for every address of its target's name.
    func forEachAddress(_ requests: [CheckRequest]) throws(Failure) -> [CheckRequest] {
        let engine = engine
        return try Self.outcome {
            var all: [CheckRequest] = []
            for request in requests {
                let addresses = try await engine.addresses(of: request.target, families: request.options.families)
                // The check of the target itself reports a name without addresses.
                if addresses.isEmpty { all.append(request) }
                for address in addresses {
                    var one = request
                    one.address = address
                    all.append(one)
                }
            }
            return all
        }
    }

    /// Runs asynchronous work, and waits for its result.
    static func outcome<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        let outcome = wait { () -> Result<Value, Failure> in
            do {
                return .success(try await work())
            } catch {
                return .failure(Failure(error))
            }
        }
        return try outcome.get()
    }

    /// Blocks the main thread, which has nothing else to do, until the work is done.
    private static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Value?>(nil)
        // A detached task has no task-local values of its own.
        let language = Language.current
        Task.detached {
            let value = await Language.$current.withValue(language) { await work() }
            result.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        // It is set before the semaphore is signalled.
        return result.withLock { $0! }
    }
}
