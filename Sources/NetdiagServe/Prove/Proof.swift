import ArgumentParser
import NIOPosix
import NetworkFaults
import NetworkModel
import TargetKinds
import UnixSignals

/// `netdiag serve --prove`: produces each fault, or uses running servers, and checks whether it is recognised.
struct Proof {
    /// The number of faults that are examined concurrently. Most of the time they wait.
    private static let atOnce = 4
    /// The time limit of one check.
    private static let limit = Duration.seconds(40)
    /// The variables that are omitted for own servers, which are on this machine: a proxy must not be used for them.
    private static let proxyVariables = TargetKinds.builtIn.proxyVariables

    /// How a proof ended.
    private enum End: Sendable {
        case results([ProofResult])
        case signal(UnixSignal)
        /// The sequence of signals has ended.
        case unasked
    }

    private let options: ProofOptions
    private let content: ContentOptions
    private let place: ListenOptions
    private let urls: [String]

    /// - Parameter urls: The URLs of running servers; without any, faults are started.
    init(_ options: ProofOptions, _ content: ContentOptions, _ place: ListenOptions, urls: [String]) {
        self.options = options
        self.content = content
        self.place = place
        self.urls = urls
    }

    /// - Throws: `ExitCode` with status 2 if a monitor was wrong, and 128 plus the signal's number if a signal ended it.
    func run() async throws {
        let results: [ProofResult]
        do {
            // An error of the file should be reported before the proof, not after it.
            if let path = options.junit { try ResultFile.write("", to: path) }
            switch try await end() {
            case .results(let all): results = all
            case .signal(let signal): throw ExitCode(128 + signal.rawValue)
            case .unasked: return
            }
            if let path = options.junit { try ResultFile.write(ProofReport.junit(results), to: path) }
        } catch {
            throw ErrorMessage.exit(error)
        }
        if place.isJSON {
            for result in results { print(ProofReport.json(result)) }
        } else {
            print(ProofReport.table(results, isPlain: PlainOutput.isWanted(place.isPlain)), terminator: "")
        }
        if !results.allSatisfy(\.isRight) { throw ExitCode(2) }
    }

    /// Ends child processes, servers and the directory of the run on the first signal.
    private func end() async throws -> End {
        // Signals are trapped before a monitor is started, which an early one would otherwise leave behind.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        return try await withThrowingTaskGroup(of: End.self) { group in
            group.addTask { .results(try await results()) }
            group.addTask {
                for await signal in signals { return .signal(signal) }
                return .unasked
            }
            let first = try await group.next() ?? .unasked
            group.cancelAll()
            return first
        }
    }

    private func results() async throws -> [ProofResult] {
        let monitor = try options.probe.map { text throws(FaultError) in try MonitorCommand(text) }
        let program = try options.program ?? MonitorProgram.siblingProgram()
        let faults = try content.faults()
        let directory = try RunDirectory()
        defer { directory.remove() }
        let context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, host: place.listen, seed: content.seed ?? 0,
            directory: directory)
        let subjects = try await subjects(faults, context)
        var comparison: MonitorComparison?
        if let monitor { comparison = try await MonitorComparison(monitor, context, hiding: Self.proxyVariables) }
        let run = ProofRun(
            program: program, limit: Self.limit, monitor: monitor, comparison: comparison, context: context,
            proxyVariables: Self.proxyVariables)
        var results: [Int: ProofResult] = [:]
        try await withThrowingTaskGroup(of: (Int, ProofResult).self) { group in
            var next = subjects.enumerated().makeIterator()
            func begin() {
                guard let (index, subject) = next.next() else { return }
                group.addTask { (index, try await run.result(of: subject)) }
            }
            for _ in 0..<Self.atOnce { begin() }
            while let (index, result) = try await group.next() {
                results[index] = result
                begin()
            }
        }
        // On a busy machine, concurrent servers and monitors delay each other. A result that is also wrong alone is wrong.
        for (index, subject) in subjects.enumerated() where results[index]?.isRight == false {
            results[index] = try await run.result(of: subject)
            results[index]?.attempts = 2
        }
        return subjects.indices.compactMap { results[$0] }
    }

    /// The subjects of the proof: the servers at the URLs, or the requested faults, or all faults.
    private func subjects(
        _ faults: [(definition: FaultDefinition, arguments: FaultArguments)], _ context: FaultContext
    ) async throws -> [ProofSubject] {
        guard !urls.isEmpty else {
            let wanted = try faults.isEmpty ? FaultCatalogue.all.map { ($0, try $0.arguments("")) } : faults
            return wanted.map { ProofSubject(cause: $0.cause, place: .own($0, $1)) }
        }
        guard faults.count <= 1 || faults.count == urls.count else {
            throw FaultError.usage(
                "\(faults.count) faults for \(Quantity.text(urls.count, "URL")); name one for all of them, or one for each in their order"
            )
        }
        let lookup = try await ServedFaultLookup()
        return try urls.enumerated().map { index, url in
            let fault = faults.count == 1 ? faults.first : faults.dropFirst(index).first
            return try lookup.subject(url, expected: fault?.definition, context)
        }
    }
}
