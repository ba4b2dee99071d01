import CLab
import Glibc
import Synchronization

/// Hosts in network namespaces, for the duration of one test.
///
/// ```swift
/// try await Lab.run { lab in
///     let client = try await lab.host("client"), server = try await lab.host("server")
///     let cable = try await lab.link(client, server)
///     try await client.run(["ping", "-c1", cable.b.ipv4])
/// }
/// ```
public final class Lab: Sendable {
    private struct State {
        var hosts: [Host] = []
        var nextNetwork = 1
        var isOver = false
        var afterwards: [@Sendable () async throws -> Void] = []
    }
    private let state = Mutex(State())

    private init() {}

    /// Runs `body` with a lab, and tears down the lab however `body` ends.
    ///
    /// Only a few labs run at a time; the others wait.
    ///
    /// - Parameters:
    ///   - isAlone: Whether no other lab may run at the same time.
    ///   - file: The file of the test, for ``LabTimes``.
    ///   - line: The line of the test.
    public static func run<Value: Sendable>(
        alone isAlone: Bool = false, file: String = #fileID, line: Int = #line,
        _ body: @Sendable (Lab) async throws -> Value
    ) async throws -> Value {
        try await Turns.shared.take(alone: isAlone)
        let start = ContinuousClock.now
        let lab = Lab()
        let outcome: Result<Value, any Error>
        do {
            outcome = .success(try await body(lab))
        } catch {
            outcome = .failure(error)
        }
        // This needs a separate task, since it must also run if the test was cancelled.
        let ending = Task { try await lab.tearDown() }
        let ended = await ending.result
        LabTimes.record(ContinuousClock.now - start, file: file, line: line)
        await Turns.shared.giveBack(alone: isAlone)
        let value = try outcome.get()
        try ended.get()
        return value
    }

    /// Creates a host whose only interface is `lo`.
    public func host(_ name: String) async throws -> Host {
        let host = try await Host(name)
        try await own(host)
        return host
    }

    func own(_ host: Host) async throws {
        let isOver = state.withLock { state in
            if !state.isOver { state.hosts.append(host) }
            return state.isOver
        }
        guard isOver else { return }
        try await host.tearDown()
        throw LabError.unavailable("this lab has been taken down")
    }

    /// Adds work to be done after all hosts were torn down.
    func afterwards(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.afterwards.append(work) }
    }

    /// The number of the next network of this lab, from 1.
    func nextNetwork() -> Int {
        state.withLock { state in
            defer { state.nextNetwork += 1 }
            return state.nextNetwork
        }
    }

    private func tearDown() async throws {
        let (hosts, afterwards) = state.withLock { state in
            state.isOver = true
            return (state.hosts, state.afterwards)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for host in hosts { group.addTask { try await host.tearDown() } }
            try await group.waitForAll()
        }
        for work in afterwards { try await work() }
    }
}

/// Limits the number of labs that run at a time, so that they do not starve each other: `NETDIAG_LABS`, or eight for each
/// processor, but at most 32.
private actor Turns {
    private struct Waiter {
        var id: Int
        var isAlone: Bool
        var continuation: CheckedContinuation<Void, any Error>
    }

    static let shared = Turns(
        count: max(1, getenv("NETDIAG_LABS").flatMap { Int(String(cString: $0)) } ?? perProcessor))
    private static var perProcessor: Int { min(32, 8 * sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
    private let count: Int
    private var free: Int
    /// In the order of arrival. Those that want to be alone are last: the time limits of other tests include their wait.
    private var waiting: [Waiter] = []
    private var nextID = 0

    init(count: Int) { (self.count, free) = (count, count) }

    func take(alone isAlone: Bool) async throws {
        try Task.checkCancellation()
        let id = nextID
        nextID += 1
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.append(Waiter(id: id, isAlone: isAlone, continuation: continuation))
                grant()
            }
        } onCancel: {
            Task { await self.forget(id) }
        }
    }

    func giveBack(alone isAlone: Bool) {
        free += isAlone ? count : 1
        grant()
    }

    private func grant() {
        while free > 0, let index = waiting.firstIndex(where: { !$0.isAlone }) {
            free -= 1
            waiting.remove(at: index).continuation.resume()
        }
        guard free == count, !waiting.isEmpty else { return }
        free = 0
        waiting.removeFirst().continuation.resume()
    }

    private func forget(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).continuation.resume(throwing: CancellationError())
        grant()
    }
}
