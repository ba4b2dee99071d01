import Dispatch
import EventLoopKit
import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// Checks in this very process: for scripts that ask for JSON without the daemon, where a second process would cost as
/// much time as the check itself.
struct OwnChecks: Sendable {
    private let engine: DiagnosticEngine

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

    /// Prints a report a line, as they are ready.
    ///
    /// - Returns: The worst of their ends.
    func run(_ targets: [Target], options: CheckOptions) throws(Failure) -> ExitStatus {
        let engine = engine
        let outcome = Self.wait { () -> Result<ExitStatus, Failure> in
            var worst = ExitStatus.up
            do {
                try await engine.check(targets, options: options) { report in
                    try StandardStream.write(try JSON.line(report) + [UInt8(ascii: "\n")])
                    worst = max(worst, report.exitStatus)
                }
                return .success(worst)
            } catch let failure as Failure {
                return .failure(failure)
            } catch let error as CheckError {
                return .failure(.usage(error.description))
            } catch {
                return .failure(.failed("\(error)"))
            }
        }
        return try outcome.get()
    }

    /// Runs asynchronous work to its end. The program's own thread has nothing else to do meanwhile.
    private static func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let done = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        Task.detached {
            box.value = await work()
            done.signal()
        }
        done.wait()
        return box.value!
    }

    /// Written before the semaphore is signalled and read after it was waited for, so never at the same time.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
