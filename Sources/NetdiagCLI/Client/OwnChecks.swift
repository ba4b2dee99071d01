import Dispatch
import EventLoopKit
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization

/// Checks in this very process: for scripts that ask without the daemon, where a second process would cost as much time
/// as the check itself, and for what the daemon must not be asked to do, since it takes the user's own files and secrets.
struct OwnChecks: Sendable {
    /// One check.
    struct Order: Sendable {
        var target: Target
        var options: CheckOptions
    }

    let engine: DiagnosticEngine

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
            engine = try DiagnosticEngine(loop: loop, services: AvahiConnection(loop: loop))
        } catch {
            throw .failed("no check can be made: \(error)")
        }
    }

    /// Each order once for every address of its target's name.
    func forEachAddress(_ orders: [Order]) throws(Failure) -> [Order] {
        let engine = engine
        return try Self.outcome {
            var all: [Order] = []
            for order in orders {
                let addresses = try await engine.addresses(of: order.target, families: order.options.families)
                // A name without an address is told by a check of its own.
                if addresses.isEmpty { all.append(order) }
                for address in addresses {
                    var one = order
                    one.options.probe.address = address
                    all.append(one)
                }
            }
            return all
        }
    }

    /// Writes the reports as they are ready: as JSON a line each, for people in the order of the targets.
    ///
    /// - Returns: The worst of their ends.
    func run(_ orders: [Order], format: OutputOptions.Format) throws(Failure) -> ExitStatus {
        let engine = engine
        guard format == .text else {
            return try Self.outcome {
                var worst = ExitStatus.up
                try await engine.check(orders.map { ($0.target, $0.options) }) { _, report in
                    try StandardStream.write(try JSON.line(report) + [UInt8(ascii: "\n")])
                    worst = max(worst, report.exitStatus)
                }
                return worst
            }
        }
        return try Self.outcome {
            // Of the one task that receives: the others only check.
            let sink = DocumentSink<Report>(subjects: orders.map(\.target.text), format: format)
            try await engine.check(orders.map { ($0.target, $0.options) }) { index, report in
                try sink.receive(Array(try JSON.line(report)), at: index)
            }
            return sink.worst
        }
    }

    /// Makes one check, whose layers are shown as they are seen.
    func report(_ order: Order, progress: @escaping @Sendable (Report) -> Void) throws(Failure) -> Report {
        let engine = engine
        return try Self.outcome {
            try await engine.check(order.target, options: order.options, progress: progress)
        }
    }

    static func outcome<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) throws(Failure) -> Value {
        let outcome = wait { () -> Result<Value, Failure> in
            do {
                return .success(try await work())
            } catch let failure as Failure {
                return .failure(failure)
            } catch let error as CheckError {
                return .failure(.usage(error.description))
            } catch let error as FTPClientError {
                return .failure(Failure(error))
            } catch {
                return .failure(.failed("\(error)"))
            }
        }
        return try outcome.get()
    }

    /// Runs asynchronous work to its end. The program's own thread has nothing else to do meanwhile.
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
