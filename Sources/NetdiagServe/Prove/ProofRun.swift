import NIOPosix
import NetworkFaults
import NetworkModel

/// Proves single faults.
struct ProofRun: Sendable {
    /// The path of `netdiag`.
    let program: String
    /// The time limit of one check.
    let limit: Duration
    /// The user's own monitor, and its results for healthy servers.
    let monitor: MonitorCommand?
    let comparison: MonitorComparison?
    let context: FaultContext
    let proxyVariables: Set<String>

    /// Starts a fault if necessary, has it checked, and ends it.
    ///
    /// - Throws: ``FaultError`` if a monitor cannot be started, and `CancellationError`. A wrong statement of a monitor is a
    ///   result.
    func result(of subject: ProofSubject) async throws -> ProofResult {
        let begun = ContinuousClock.now
        switch subject.place {
        case .served(let endpoint):
            return try await result(of: subject, at: endpoint, isServed: true, since: begun)
        case .own(let definition, let arguments):
            let endpoint: FaultEndpoint
            do {
                endpoint = try await definition.start(faultContext(arguments))
            } catch {
                try Task.checkCancellation()
                return ProofResult(
                    fault: subject.cause, reported: "not started: \(error)", verdict: .wrong,
                    duration: begun.duration(to: .now))
            }
            do {
                let result = try await result(of: subject, at: endpoint, isServed: false, since: begun)
                await endpoint.close()
                return result
            } catch {
                await endpoint.close()
                throw error
            }
        }
    }

    private func faultContext(_ arguments: FaultArguments) -> FaultContext {
        FaultContext(
            group: context.group, host: context.host, arguments: arguments, seed: context.seed,
            directory: context.directory, authority: context.authority)
    }

    private func result(
        of subject: ProofSubject, at endpoint: FaultEndpoint, isServed: Bool,
        since begun: ContinuousClock.Instant
    ) async throws -> ProofResult {
        let hidden = isServed ? [] : proxyVariables
        let check = try await ChildProcess.run(
            program, ["check", "--no-daemon", "--json"] + endpoint.checkArguments + [endpoint.target],
            environment: endpoint.environment, hiding: hidden, limit: limit)
        let report = CheckedReport(check.output)
        if report == nil, check.status == 64 {
            throw FaultError.usage("netdiag check does not take \(SafeText.shown(endpoint.target)); try it by hand")
        }
        let reported = report?.foremost
        var result = ProofResult(
            fault: subject.cause,
            reported: reported?.id
                ?? (check.hasTimedOut ? "no report in time" : report == nil ? "no report" : "no cause"),
            verdict: reported?.id == subject.cause.rawValue ? .right : .wrong, duration: begun.duration(to: .now))
        result.target = endpoint.target
        result.otherErrors = report?.otherErrors ?? []
        // The severity of a fault that was not recognised is unknown.
        result.severity = result.verdict == .right ? reported?.severity : nil
        if let monitor {
            result.probe = try await probe(
                monitor, endpoint, isServed: isServed, severity: result.severity ?? .error, hiding: hidden)
            result.duration = begun.duration(to: .now)
        }
        return result
    }

    /// Runs the user's own monitor. A failure means that it has noticed the fault.
    private func probe(
        _ monitor: MonitorCommand, _ endpoint: FaultEndpoint, isServed: Bool, severity: Severity,
        hiding hidden: Set<String>
    ) async throws -> ProofResult.Probe {
        // The servers of another run have certificates of that run's authority.
        let arguments = endpoint.checkArguments
        let foreign = arguments.firstIndex(of: "--ca-file").flatMap { arguments.dropFirst($0 + 1).first }
        let authority = try (isServed ? foreign : nil) ?? context.authority.certificateFile()
        let process = try await monitor.run(against: endpoint, authority: authority, hiding: hidden)
        let isComparable = comparison?.covers(endpoint.target) ?? false
        if process.hasTimedOut {
            return ProofResult.Probe(
                text: "no end in \(MonitorCommand.limit.settingText)", verdict: isComparable ? .wrong : .unknown)
        }
        let verdict: ProofResult.Correctness =
            if !isComparable {
                .unknown
            } else if process.status != 0 {
                .right
            } else if severity == .error {
                .wrong
            } else {
                // A monitor may ignore a fault that is only a warning.
                .unknown
            }
        return ProofResult.Probe(text: "exit \(process.status)", verdict: verdict)
    }
}
