import Dispatch
import EventLoopKit
import LinkFacts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization

/// The library in this very process: what commands work with where no daemon does it for them, and for what a daemon must not
/// be asked to do, since it takes the user's own files and secrets.
struct LocalDiagnostics: Sendable {
    let engine: DiagnosticEngine
    /// Connects only when it is used.
    let services: AvahiConnection

    /// The loop of this process, begun before libraries are loaded: no thread can start while one is.
    private static let loop = Result { try EventLoop() }

    /// Begins to load what checks need beside the reading of the command line, which takes about as long.
    static func prepare() {
        _ = loop
        // The runtime looks up symbols when it starts its threads, and would wait there until loading is over.
        wait {}
        DiagnosticEngine.prepare()
    }

    init() throws(Failure) {
        do {
            let loop = try Self.loop.get()
            services = AvahiConnection(loop: loop)
            engine = try DiagnosticEngine(loop: loop, services: services)
            // A check that fails looks at the uplink, as far as the configuration of this machine allows.
            engine.configureUplink { ((try? Configuration.read(pathOrDefault: nil)) ?? Configuration()).uplink }
        } catch {
            throw .failed("nothing can be observed from this process: \(error)")
        }
    }

    /// Connects to the ports of services: on a loop of its own, since calls into Avahi hold up the other one, and what answers
    /// meanwhile must not be taken for silent.
    func ports() throws -> PortCheck {
        PortCheck(loop: try EventLoop(name: "netdiag-ports")) { [engine] in try await engine.links.snapshot() }
    }

    /// Each request once for every address of its target's name.
    func forEachAddress(_ requests: [CheckRequest]) throws(Failure) -> [CheckRequest] {
        let engine = engine
        return try Self.outcome {
            var all: [CheckRequest] = []
            for request in requests {
                let addresses = try await engine.addresses(of: request.target, families: request.options.families)
                // A name without an address is told by a check of its own.
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

    /// Runs asynchronous work to its end.
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

    /// The program's own thread has nothing else to do meanwhile.
    private static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Value?>(nil)
        Task.detached {
            let value = await work()
            result.withLock { $0 = value }
            done.signal()
        }
        done.wait()
        // Set before the semaphore was signalled.
        return result.withLock { $0! }
    }
}
