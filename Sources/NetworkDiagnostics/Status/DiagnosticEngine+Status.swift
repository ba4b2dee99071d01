import Diagnosis
public import NetworkModel

extension DiagnosticEngine {
    /// The maximum number of concurrent checks. Each has a few sockets, of which a process may have 1,024 by default.
    private static let maxStatusChecks = 256

    /// The status of the machine and of some targets, observed once: the output of `netdiag status` without a daemon.
    ///
    /// Each target is checked once, at the same time as the machine is observed. Only the daemon has incidents, which need a
    /// second check.
    ///
    /// - Parameters:
    ///   - host: The name of this machine.
    ///   - requests: The targets with their settings.
    ///   - thresholds: The values beyond which there is a warning about the machine; those of the targets are in their
    ///     requests.
    /// - Throws: `CancellationError`, or the error with which the kernel refused.
    public func status(
        of host: String, targets requests: [CheckRequest], thresholds: Thresholds = .init()
    ) async throws -> StatusDocument {
        try await status(of: host, targets: requests, thresholds: thresholds) { _, _ in }
    }

    /// The status as by ``status(of:targets:thresholds:)``.
    ///
    /// - Parameter describe: Adds to the state of a target what its configuration says, given its place among the requests.
    package func status(
        of host: String, targets requests: [CheckRequest], thresholds: Thresholds,
        describing describe: @Sendable (Int, inout StatusDocument.TargetStatus) -> Void
    ) async throws -> StatusDocument {
        async let observation = observeMachine(thresholds: thresholds)
        async let deadProxies = deadProxies()
        // Only done for a single observation: the daemon, which observes repeatedly, has no permission to see what the kernel
        // drops.
        async let input = observeInput(in: routedSnapshot().snapshot)
        async let webInput = observeWebInput(in: routedSnapshot().snapshot)
        async let lateness = latePacketTime(in: routedSnapshot().snapshot)
        var targets = try await withThrowingTaskGroup(of: (Int, StatusDocument.TargetStatus).self) { group in
            var targets = requests.map { StatusDocument.TargetStatus(unchecked: $0.target) }
            var rest = requests.enumerated().makeIterator()
            func next() {
                guard let (place, request) = rest.next() else { return }
                group.addTask { (place, try await self.status(of: request)) }
            }
            for _ in 0..<Self.maxStatusChecks { next() }
            for try await (place, status) in group {
                targets[place] = status
                next()
            }
            return targets
        }
        for place in targets.indices { describe(place, &targets[place]) }
        var machine = try await observation
        (machine.output.answers, machine.output.webAnswer) = (try await input, try await webInput)
        // A line with a full queue is not broken.
        if machine.dependsOnLateReports { machine.uplink?.lateness = try await lateness }
        var verdict = MachineDiagnosis.verdict(on: machine)
        let proxies = try await deadProxies
        verdict.record(proxies)
        let publication = Publication.withoutDaemon
        let (status, findings) = OverallStatus.judge(verdict, targets: targets, publication: publication)
        return StatusDocument(
            status: status, findings: findings, host: host, since: Timestamp(), links: machine.snapshot.links,
            resolvers: verdict.resolvers, gateways: verdict.gateways,
            uplink: OverallStatus.uplink(of: verdict, beside: targets), targets: targets, publication: publication)
    }

    /// Checks a target.
    ///
    /// - Throws: `CancellationError`.
    private func status(of request: CheckRequest) async throws -> StatusDocument.TargetStatus {
        do {
            return StatusDocument.TargetStatus(try await check(request))
        } catch let error as CancellationError {
            throw error
        } catch {
            return StatusDocument.TargetStatus(.failed(request.target, reason: "\(error)"))
        }
    }
}

extension Report {
    /// The report of a check that could not be made at all.
    package static func failed(_ target: Target, reason: String) -> Report {
        Report(
            target: target.text, started: Timestamp(), duration: .zero, status: .err,
            findings: [.machineFailure(reason)], layers: [])
    }
}

extension StatusDocument.TargetStatus {
    fileprivate init(unchecked target: Target) {
        self.init(target: target.text, status: .noErr, degraded: false, cause: nil, last: nil)
    }

    fileprivate init(_ report: Report) {
        var status = report.status
        // On a machine without a network, it is not known whether the target works.
        if status == .connectionDown, let cause = report.cause, cause.severity > .info,
            (cause.id.layer ?? .local).isNear
        {
            status = .connectionIndeterminate
        }
        self.init(
            target: report.target, status: status, degraded: report.degraded, cause: report.cause,
            last: report.started)
        secondFindings = report.secondFindings
        isProxied = report[ProxyEvidence.self] != nil
        (isNeighbour, reached) = (report.isOfNeighbour, report.reachedHost)
        (duration, certificateDays) = (report.duration, report[TLSEvidence.self]?.daysLeft)
    }
}
