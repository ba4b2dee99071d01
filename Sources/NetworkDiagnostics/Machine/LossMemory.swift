import Diagnosis
import NetworkModel
import Synchronization

/// The hosts to which packets are lost, according to recent checks. Some checks lose no packet by chance, while others lose
/// all SYNs, so that without it the same fault would come and go, and be mistaken for that of the host.
struct LossMemory {
    /// How long a host is remembered without another check of it.
    private static let lifetime = Duration.seconds(600)
    /// The number of checks in a row that lose no packet of their own, after which a host is forgotten: it may limit its
    /// replies to echo requests.
    private static let maxQuiet = 5
    /// The number of series of echo requests in a row without loss, after which a host is forgotten.
    private static let maxClean = 2
    private static let maxHosts = 64

    private struct Entry {
        var quiet = 0
        var clean = 0
        var at: ContinuousClock.Instant
    }

    private var hosts: [IPAddress: Entry] = [:]

    /// Whether nothing is remembered, which is so in most checks.
    var isEmpty: Bool { hosts.isEmpty }

    /// Whether packets to one of these hosts were lost a short while ago.
    func isLossy(_ addresses: [IPAddress], at now: ContinuousClock.Instant = .now) -> Bool {
        addresses.contains { hosts[$0].map { $0.at + Self.lifetime > now } ?? false }
    }

    /// Records a check that found packets to a host lost.
    ///
    /// - Parameter hasSign: Whether the check lost packets of its own, and not only echo requests.
    mutating func record(lossTo host: IPAddress, hasSign: Bool, at now: ContinuousClock.Instant = .now) {
        guard hasSign || hosts[host] != nil else { return }
        var entry = hosts[host] ?? Entry(at: now)
        (entry.clean, entry.at) = (0, now)
        entry.quiet = hasSign ? 0 : entry.quiet + 1
        hosts[host] = entry.quiet < Self.maxQuiet ? entry : nil
        if hosts.count > Self.maxHosts, let oldest = hosts.min(by: { $0.value.at < $1.value.at }) {
            hosts[oldest.key] = nil
        }
    }

    /// Records a series of echo requests to a host without loss.
    mutating func record(noLossTo host: IPAddress, at now: ContinuousClock.Instant = .now) {
        guard var entry = hosts[host] else { return }
        (entry.clean, entry.quiet, entry.at) = (entry.clean + 1, entry.quiet + 1, now)
        hosts[host] = entry.clean < Self.maxClean && entry.quiet < Self.maxQuiet ? entry : nil
    }
}

extension DiagnosticEngine {
    /// Adds to the evidence whether packets to the host of the check were lost a short while ago.
    func recallLosses(into evidence: inout Evidence) {
        let isLossy = losses.withLock { losses in
            guard !losses.isEmpty else { return false }
            let attempts = (evidence.tcp?.attempts ?? []) + (evidence.proxy?.attempts ?? [])
            return losses.isLossy(attempts.map(\.address))
        }
        if isLossy { evidence.observedPath.isLossKnown = true }
    }

    /// Records what a check shows about loss.
    func recordLosses(in evidence: Evidence, _ verdict: Verdict) {
        let lossy = verdict.findings.first { $0.id == "path.loss" }?.facts["address"].flatMap(IPAddress.init)
        if let lossy {
            let hasSign = evidence.hasSignOfLoss
            losses.withLock { $0.record(lossTo: lossy, hasSign: hasSign) }
        } else if evidence.observed.has(PathEvidence.self), evidence.path?.isLossKnown == true,
            let echoes = evidence.path?.echoes
        {
            losses.withLock { $0.record(noLossTo: echoes.address) }
        }
    }
}
