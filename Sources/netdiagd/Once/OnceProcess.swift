import ArgumentParser
import EventLoopKit
import FoundationEssentials
import Glibc
import LinkFacts
import NetdiagService
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import Synchronization

/// What the commands of one process share: the loop, the engine, the output, the exit code.
struct OnceProcess: Sendable {
    private let loop: EventLoop
    let engine: DiagnosticEngine
    /// Connects only when it is used.
    let services: AvahiConnection

    init() throws {
        loop = try EventLoop()
        services = AvahiConnection(loop: loop)
        engine = try DiagnosticEngine(loop: loop, services: services)
    }

    /// Ends when nobody reads standard output any more; a file has no reader that could go.
    var reader: AsyncStream<Never> {
        AsyncStream { continuation in
            let watch = try? loop.watch(STDOUT_FILENO, for: []) { ready in
                if !ready.isDisjoint(with: [.error, .hangup]) { continuation.finish() }
            }
            continuation.onTermination = { _ in watch?.cancel() }
        }
    }

    /// Connects to ports of services: on a loop of its own, since calls into Avahi hold up the other one, and what answers
    /// meanwhile must not be taken for silent.
    func ports() throws -> PortCheck {
        PortCheck(loop: try EventLoop(name: "netdiag-ports")) { [engine] in try await engine.links.snapshot() }
    }

    /// Ends the process at once when its reader has gone.
    static func print(_ document: some Encodable) throws {
        var line = try JSON.line(document)
        line.append(UInt8(ascii: "\n"))
        try line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    StandardError.write("cannot write to standard output: \(String(cString: strerror(errno)))")
                    throw ExitCode(3)
                }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// After the monitoring plugins: 0 up, 1 degraded or indeterminate, 2 down, 3 err or noErr.
    static func exitCode(_ status: ConnectionStatus, isDegraded: Bool) -> Int32 {
        switch status {
        case .connectionUp: isDegraded ? 1 : 0
        case .connectionIndeterminate: 1
        case .connectionDown: 2
        case .err, .noErr: 3
        }
    }

    /// Ends the process without waiting for what still runs: the kernel closes everything.
    static func end(_ code: Int32) -> Never {
        _exit(code)
    }
}
