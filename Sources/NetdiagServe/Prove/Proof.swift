import ArgumentParser
import FoundationEssentials
import Glibc
import NIOPosix
import NetworkFaults
import NetworkModel

/// `netdiag serve --prove`: brings each fault about, and looks whether it is recognised.
struct Proof {
    /// Faults that are examined at the same time: most of the time each waits.
    private static let atOnce = 4
    /// Of one check, and of one run of the user's monitor.
    private static let limit = Duration.seconds(40)

    private let options: ProofOptions
    private let content: ContentOptions
    private let place: PlaceOptions

    init(_ options: ProofOptions, _ content: ContentOptions, _ place: PlaceOptions, _ source: String?) {
        self.options = options
        self.content = content
        self.place = place
    }

    /// - Throws: With the exit status 2 where a monitor was wrong.
    func run() async throws {
        let results: [ProofResult]
        do {
            results = try await self.results()
            if let path = options.junit { try write(ProofReport.junit(results), to: path) }
        } catch {
            throw Complaint.exit(error)
        }
        if place.isJSON {
            for result in results { print(ProofReport.json(result)) }
        } else {
            print(ProofReport.table(results), terminator: "")
        }
        let isRight = results.allSatisfy { $0.verdict == .right && $0.probe?.verdict != .wrong }
        if !isRight { throw ExitCode(2) }
    }

    private func results() async throws -> [ProofResult] {
        let program = try options.program ?? Self.programBeside()
        var wanted = try content.faults()
        if wanted.isEmpty { wanted = try FaultCatalogue.all.map { ($0, try $0.arguments("")) } }
        let directory = try RunDirectory()
        defer { directory.remove() }
        let authority = RunAuthority(in: directory)
        var results: [Int: ProofResult] = [:]
        try await withThrowingTaskGroup(of: (Int, ProofResult).self) { group in
            var next = wanted.enumerated().makeIterator()
            func begin() {
                guard let (index, (definition, arguments)) = next.next() else { return }
                let context = FaultContext(
                    group: MultiThreadedEventLoopGroup.singleton, host: place.listen, arguments: arguments,
                    seed: content.seed ?? 0, directory: directory, authority: authority)
                group.addTask { (index, try await prove(definition, context, program)) }
            }
            if let probe = options.probe { try await compare(probe, directory, authority) }
            for _ in 0..<Self.atOnce { begin() }
            while let (index, result) = try await group.next() {
                results[index] = result
                begin()
            }
        }
        return wanted.indices.compactMap { results[$0] }
    }

    private func prove(
        _ definition: FaultDefinition, _ context: FaultContext, _ program: String
    ) async throws -> ProofResult {
        let begun = ContinuousClock.now
        let endpoint: FaultEndpoint
        do {
            endpoint = try await definition.start(context)
        } catch {
            return ProofResult(
                fault: definition.cause, reported: "not started: \(error)", verdict: .wrong,
                duration: begun.duration(to: .now))
        }
        do {
            let check = try await ChildProcess.run(
                program, ["check", "--no-daemon", "--json"] + endpoint.checkArguments + [endpoint.target],
                environment: endpoint.environment, limit: Self.limit)
            let reported = Self.cause(in: check.output) ?? (check.hasTimedOut ? "no report in time" : "no cause")
            var result = ProofResult(
                fault: definition.cause, reported: reported,
                verdict: reported == definition.cause.rawValue ? .right : .wrong, duration: begun.duration(to: .now))
            if let probe = options.probe { result.probe = try await run(probe, endpoint, context.authority) }
            await endpoint.close()
            return result
        } catch {
            await endpoint.close()
            throw error
        }
    }

    /// A monitor that fails with healthy servers too would be right for every fault.
    private func compare(_ probe: String, _ directory: RunDirectory, _ authority: RunAuthority) async throws {
        let context = FaultContext(
            group: MultiThreadedEventLoopGroup.singleton, host: place.listen, directory: directory, authority: authority
        )
        for security in [HealthyServer.Security.plain, .tls] {
            let endpoint = try await HealthyServer.start(context, security)
            let process = try await start(probe, endpoint, authority)
            await endpoint.close()
            guard process.status == 0, !process.hasTimedOut else {
                throw FaultError.usage(
                    "the probe fails with a healthy server (\(endpoint.target), exit \(process.status)), so that it proves "
                        + "nothing; for HTTPS, have it trust {ca}")
            }
        }
    }

    /// A proxy is given to it as `http_proxy` and `https_proxy`, which most monitors know.
    private func start(
        _ probe: String, _ endpoint: FaultEndpoint, _ authority: RunAuthority
    ) async throws -> ChildProcess {
        var line = probe
        for (name, value) in [("{url}", endpoint.target), ("{ca}", try authority.certificateFile())] {
            line = line.split(separator: name, omittingEmptySubsequences: false)
                .joined(separator: ShellText.quoted(value))
        }
        var environment = endpoint.environment
        let arguments = endpoint.checkArguments
        if let index = arguments.firstIndex(of: "--proxy"), index + 1 < arguments.count {
            for name in ["http_proxy", "https_proxy"] { environment[name] = arguments[index + 1] }
        }
        return try await ChildProcess.run("/bin/sh", ["-c", line], environment: environment, limit: Self.limit)
    }

    /// The user's own monitor: one that fails has noticed the fault.
    private func run(
        _ probe: String, _ endpoint: FaultEndpoint, _ authority: RunAuthority
    ) async throws -> (String, ProofResult.Verdict) {
        let process = try await start(probe, endpoint, authority)
        if process.hasTimedOut { return ("no end in \(Self.limit.settingText)", .wrong) }
        let isCompared = ["http:", "https:"].contains { endpoint.target.hasPrefix($0) }
        return ("exit \(process.status)", process.status == 0 ? .wrong : isCompared ? .right : .unknown)
    }

    /// The cause of a report; of one that is up, its first finding.
    private static func cause(in report: [UInt8]) -> String? {
        struct Document: Decodable {
            struct Finding: Decodable { var id: String }
            var cause: Finding?
            var findings: [Finding]
        }
        guard let document = try? JSONDecoder().decode(Document.self, from: Data(report)) else { return nil }
        return document.cause?.id ?? document.findings.first?.id
    }

    /// `netdiag` beside this program, or in the bin directory beside its libexec.
    private static func programBeside() throws(FaultError) -> String {
        var buffer = [CChar](repeating: 0, count: 4_097)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { throw .system("this program's own path cannot be read") }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        for candidate in ["\(directory)/netdiag", "\(directory)/../bin/netdiag"] where access(candidate, X_OK) == 0 {
            return candidate
        }
        throw .usage("there is no netdiag beside \(SafeText.shown(path)); name it with --netdiag")
    }

    private func write(_ text: String, to path: String) throws(FaultError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .usage("\(SafeText.shown(path)) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .system("\(SafeText.shown(path)) cannot be written: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
    }
}
