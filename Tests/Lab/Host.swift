import CLab
import Glibc
import Synchronization

/// A machine of the lab, with its own network, host name, process table, `/run`, `/etc`, `/var` and `/tmp`. Its
/// programs and libraries are those of the machine that the lab runs on.
///
/// The host exists as long as its first process, which ends with the test process in any case. The kernel then ends all
/// other processes on the host and frees the network, so that nothing is left over.
public final class Host: Sendable {
    /// The host name.
    public let name: String
    /// The PID of the first process, for `nsenter -a -t PID` when debugging.
    public let pid: Int32

    private struct State {
        var processes: [HostProcess] = []
        var servers: [any LabServer] = []
        var nextInterface = 0
        /// A descriptor that keeps the first process running while it is open; -1 if another host has it.
        var lease: CInt
        var isDown = false
    }
    private let first: HostProcess
    let place: HostPlace
    private let state: Mutex<State>

    static let environment = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
    ]

    init(_ name: String) async throws {
        self.name = name
        let lease = try Pipe(blockingRead: true)
        // The process only waits for the end of its input. lab_boot.c describes what it does before.
        do {
            first = try HostProcess(
                ["cat"], in: nil, named: name, input: lease.readEnd, environment: Self.environment)
        } catch {
            lease.close()
            throw LabError.unavailable("host \(name): \(error)")
        }
        lease.closeReadEnd()
        pid = first.pid
        state = Mutex(State(lease: lease.writeEnd))
        do {
            place = try HostPlace(pid: pid)
            // The state of a daemon on this machine must not be visible on the host.
            for folder in ["/var/lib/netdiag", "/var/lib/private/netdiag"] where place.exists(folder) {
                try await run(["rm", "-rf", folder])
            }
        } catch {
            close(lease.writeEnd)
            _ = try? await first.exit()
            throw LabError.unavailable("host \(name): \(error); \(first.diagnostics.text)")
        }
    }

    /// Creates a host inside another host, with which it ends. Its first process has the PID `init`, and was started by
    /// `first`.
    init(_ name: String, startedBy first: HostProcess, init pid: pid_t) throws {
        self.name = name
        self.first = first
        self.pid = pid
        place = try HostPlace(pid: pid)
        state = Mutex(State(lease: -1))
    }

    /// Starts a program. The ``HostProcess`` has its output and its end.
    public func spawn(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> HostProcess {
        let source = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw LabError.system("open /dev/null", code: errno) }
        defer { close(source) }
        let text = try input.map { try Self.unnamedFile(holding: $0) }
        defer { if let text { close(text) } }
        let process = try HostProcess(
            arguments, in: place, input: text ?? source,
            environment: Self.environment.merging(environment) { $1 })
        state.withLock { state in
            state.processes.removeAll { $0.status != nil }
            state.processes.append(process)
        }
        return process
    }

    /// Runs a program to its end, whatever its exit status is.
    ///
    /// - Throws: ``LabError/timedOut(_:_:)`` after the program was killed; ``LabError/notStarted(program:step:code:)``.
    public func result(
        of arguments: [String], input: String? = nil, environment: [String: String] = [:],
        within limit: Duration = .unexpectedlyLong
    ) async throws -> CommandResult {
        let process = try spawn(arguments, environment: environment, input: input)
        do {
            let status = try await process.exit(within: limit)
            return CommandResult(
                status: status, output: process.output.text, diagnostics: process.diagnostics.text)
        } catch {
            process.killGroup()
            throw error
        }
    }

    /// Runs a program to its end and returns its standard output without the last newline.
    ///
    /// - Throws: ``LabError/failed(command:result:)`` if its exit code is not 0, and the errors of
    ///   ``result(of:input:environment:within:)``.
    @discardableResult
    public func run(
        _ arguments: [String], input: String? = nil, environment: [String: String] = [:],
        within limit: Duration = .unexpectedlyLong
    ) async throws -> String {
        let result = try await result(of: arguments, input: input, environment: environment, within: limit)
        guard result.status == .exited(0) else { throw LabError.failed(command: arguments, result: result) }
        return result.output
    }

    /// A socket in the host's network, for use by the test process. The caller closes it.
    public func socket(_ domain: CInt, _ type: CInt, _ transport: CInt = 0) throws -> CInt {
        let fd = lab_socket(place.pidfd, domain, type, transport)
        guard fd >= 0 else { throw LabError.system("socket", code: -fd) }
        return fd
    }

    /// The name of the next interface: `eth0`, `eth1`, …
    func nextInterface() -> String {
        state.withLock { state in
            defer { state.nextInterface += 1 }
            return "eth\(state.nextInterface)"
        }
    }

    func own(_ server: some LabServer) { state.withLock { $0.servers.append(server) } }

    /// Ends all processes on the host. The kernel does so once the first process ends.
    func tearDown() async throws {
        let before = state.withLock { state in
            defer { (state.lease, state.isDown) = (-1, true) }
            return state
        }
        guard !before.isDown else { return }
        for server in before.servers { server.stop() }
        if before.lease >= 0 { close(before.lease) }
        first.send(SIGKILL)
        for process in before.processes { try await process.exit() }
        try await first.exit()
    }

    static func unnamedFile(holding text: String) throws -> CInt {
        var text = text
        let fd = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { lab_memory_file($0.baseAddress, $0.count) }
        }
        guard fd >= 0 else { throw LabError.system("memfd_create", code: -fd) }
        return fd
    }
}

/// A server that the test process runs in a host's network.
protocol LabServer: AnyObject, Sendable {
    func stop()
}
