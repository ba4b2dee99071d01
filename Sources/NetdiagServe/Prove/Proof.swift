import ArgumentParser
import NIOPosix
import NetworkFaults
import NetworkModel
import UnixSignals

/// `netdiag serve --prove`: brings each fault about, or takes those that are served already, and looks whether it is recognised.
struct Proof {
    /// Faults that are examined at the same time: most of the time each waits.
    private static let atOnce = 4
    /// Of one check.
    private static let limit = Duration.seconds(40)
    /// Servers of one's own are on this machine: a proxy of its environment would stand between.
    private static let proxyVariables = Set(
        ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap { [$0, $0.uppercased()] })

    /// How a proof ended.
    private enum End: Sendable {
        case results([ProofResult])
        case signal(UnixSignal)
        /// Nobody waits for signals any more.
        case unasked
    }

    private let options: ProofOptions
    private let content: ContentOptions
    private let place: PlaceOptions
    private let urls: [String]

    /// - Parameter urls: Of servers that run already; without any, faults are started.
    init(_ options: ProofOptions, _ content: ContentOptions, _ place: PlaceOptions, urls: [String]) {
        self.options = options
        self.content = content
        self.place = place
        self.urls = urls
    }

    /// - Throws: With the exit status 2 where a monitor was wrong, and 128 and the signal's number where one ended it.
    func run() async throws {
        let results: [ProofResult]
        do {
            // Whether it can be written is better known before than after.
            if let path = options.junit { try ResultFile.write("", to: path) }
            switch try await end() {
            case .results(let all): results = all
            case .signal(let signal): throw ExitCode(128 + signal.rawValue)
            case .unasked: return
            }
            if let path = options.junit { try ResultFile.write(ProofReport.junit(results), to: path) }
        } catch {
            throw Complaint.exit(error)
        }
        if place.isJSON {
            for result in results { print(ProofReport.json(result)) }
        } else {
            print(ProofReport.table(results), terminator: "")
        }
        if !results.allSatisfy(\.isRight) { throw ExitCode(2) }
    }

    /// Ends everything with the first signal: children, servers and the directory of the run.
    private func end() async throws -> End {
        try await withThrowingTaskGroup(of: End.self) { group in
            group.addTask { .results(try await results()) }
            group.addTask {
                for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) {
                    return .signal(signal)
                }
                return .unasked
            }
            let first = try await group.next() ?? .unasked
            group.cancelAll()
            return first
        }
    }

    private func results() async throws -> [ProofResult] {
        let monitor = try options.probe.map { text throws(FaultError) in try MonitorCommand(text) }
        let program = try options.program ?? MonitorProgram.beside()
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
        // On a busy machine four servers and their monitors wait for each other. What is wrong by itself is wrong.
        for (index, subject) in subjects.enumerated() where results[index]?.isRight == false {
            results[index] = try await run.result(of: subject)
            results[index]?.attempts = 2
        }
        return subjects.indices.compactMap { results[$0] }
    }

    /// What is to be proven: what is served at the URLs, else the faults that are named, else all.
    private func subjects(
        _ faults: [(definition: FaultDefinition, arguments: FaultArguments)], _ context: FaultContext
    ) async throws -> [ProofSubject] {
        guard !urls.isEmpty else {
            let wanted = try faults.isEmpty ? FaultCatalogue.all.map { ($0, try $0.arguments("")) } : faults
            return wanted.map { ProofSubject(cause: $0.cause, place: .own($0, $1)) }
        }
        guard faults.count <= 1 || faults.count == urls.count else {
            throw FaultError.usage(
                "\(faults.count) faults for \(urls.count) URLs; name one for all of them, or one for each in their order"
            )
        }
        let lookup = try await ServedFaultLookup()
        return try urls.enumerated().map { index, url in
            let fault = faults.count == 1 ? faults.first : faults.dropFirst(index).first
            return try lookup.subject(url, expected: fault?.definition, context)
        }
    }
}
