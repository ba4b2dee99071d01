import Diagnosis
import EventLoopKit
import HostResolution
import NetworkModel

/// Questions about the links, which are asked while avahi-daemon still waits for a response to a name.
extension CheckRun {
    /// The time after which a name is worth the questions. Hosts respond within some 120 ms, and most of them at once.
    private static let patience = Duration.milliseconds(100)

    /// Resolves a name of multicast DNS. If no host responds to it at once, the links are examined at the same time, and for a little
    /// longer than avahi-daemon waits, so that a late response counts.
    ///
    /// - Parameters:
    ///   - evidence: What is known before the name is resolved.
    ///   - limit: The time after which the name counts as unknown.
    func askingOnLink<Result: LayerResult>(
        about place: Place, _ evidence: Evidence, within limit: Duration, until deadline: ContinuousClock.Instant,
        _ resolve: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        // Checks of a schedule share a budget of questions, and nobody waits for them.
        guard options.followUps == .always, place.proxy == nil else { return try await resolve() }
        let questions = Self.questionsOnLink(place.host.description, evidence)
        let begun = ContinuousClock.now
        var probes = FollowUpProbes(engine: engine, options: options, evidence: evidence, deadline: deadline)
        probes.isWaiting = true
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await resolve() }
            for question in Set(questions) {
                group.addTask { [engine, early, probes] in
                    do {
                        try await engine.loop.sleep(until: begun + Self.patience)
                        early.add(try await probes.perform(question), to: question, isFamilyLost: false)
                    } catch {
                        // It is asked again if it matters.
                    }
                    return nil
                }
            }
            var result: Result?
            for try await finished in group {
                guard let finished else { continue }
                result = finished
                // Something that fails at once, such as a missing avahi-daemon, leaves time for the usual questions.
                if finished.hasSucceeded || ContinuousClock.now < begun + limit / 2 { group.cancelAll() }
            }
            guard let result else { throw CancellationError() }
            return result
        }
    }

    /// The questions that the rules ask if no host responds for a name, and whose answers depend on nothing that is found meanwhile.
    static func questionsOnLink(_ name: String, _ evidence: Evidence) -> [FollowUp] {
        var unknown = evidence
        let silence = Resolution.Failure(source: .mdns, reason: .timeout, duration: patience)
        unknown.dns = DNSEvidence(
            resolution: Resolution(name: name, answers: [], failures: [silence]), servers: [])
        return Verdict(on: unknown).followUps.filter { question in
            switch question {
            case .multicast, .link(.twin): true
            case .link, .path, .names, .web: false
            }
        }
    }
}
