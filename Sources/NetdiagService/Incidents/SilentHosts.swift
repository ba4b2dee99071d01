import Diagnosis
import NetworkModel

/// The hosts of which several things are silent: two ports, or a port and pings.
///
/// A filter may drop packets to one port, and many hosts do not answer pings. If everything that is checked of a host became
/// silent at about the same time, the host is the likely reason, and all of its targets are one incident. While nothing is
/// silent, nothing is stored.
struct SilentHosts: Sendable {
    /// Silence that began within this time may be one fault. The targets of a host may be checked at long intervals.
    static let sameTime = SharedLosses.sameTime
    /// The causes that name a silent host by its address.
    static let causes: Set<CauseID> = [TCPCauses.timeout.id, "icmp.no-reply"]
    /// Facts of findings that know a reason for the silence, or that the host is there.
    private static let reasons: Set<String> = [
        "ecn", "foreign", "last_router", "live_port", "router_address", "tunnel",
    ]
    /// The maximum number of hosts, and of targets of each.
    private static let maxHosts = 256
    private static let maxTargets = 64

    /// What is silent for one target.
    private struct Silence {
        /// When the first check began that got no response.
        let since: ContinuousClock.Instant
        /// The cause, and the port if there is one.
        let what: String
        /// The name that leads to the address, if the check had one.
        let name: String?
    }

    /// The silence of one host, and the end of an earlier one.
    private struct HostSilence {
        var silences: [String: Silence] = [:]
        /// When the last check began that got a response from the host.
        var responded: ContinuousClock.Instant?

        /// The silence of the targets that became silent together with one of them, after the last response. A target
        /// that was silent before, for example because its port is filtered, has a reason of its own.
        func silent(with target: String) -> [Silence] {
            guard let own = silences[target], isSinceResponse(own) else { return [] }
            return silences.values.filter { other in
                isSinceResponse(other) && other.since <= own.since + SilentHosts.sameTime
                    && own.since <= other.since + SilentHosts.sameTime
            }
        }

        private func isSinceResponse(_ silence: Silence) -> Bool { responded.map { silence.since > $0 } ?? true }
    }

    private var hosts: [String: HostSilence] = [:]
    /// The address of each target whose last check got no response.
    private var places: [String: String] = [:]

    /// Records what a report shows about silence.
    mutating func record(_ report: Report, from begun: ContinuousClock.Instant) {
        let silent = report.cause.flatMap(Self.silence)
        guard silent != nil || !hosts.isEmpty else { return }
        let responders = Self.responders(report)
        // The reason may be found in a lower layer by one check, and missed by the next.
        let isStillSilent = report.status != .connectionUp && Fault(report)?.isSilence == true
        let known = places[report.key].flatMap { isStillSilent && !responders.contains($0) ? $0 : nil }
        if places[report.key] != silent?.address ?? known { withdraw(report.key) }
        for address in responders {
            guard var host = hosts[address] else { continue }
            host.responded = max(host.responded ?? begun, begun)
            hosts[address] = host
        }
        guard let (address, finding) = silent, hosts[address] != nil || hosts.count < Self.maxHosts else { return }
        var host = hosts[address] ?? HostSilence()
        guard host.silences[report.key] != nil || host.silences.count < Self.maxTargets else { return }
        host.silences[report.key] = Silence(
            since: host.silences[report.key]?.since ?? begun,
            what: "\(finding.id) \(finding.facts["port"] ?? "")",
            name: finding.facts["mute_name"])
        hosts[address] = host
        places[report.key] = address
    }

    /// Removes a target whose last check got a response, or that is no longer configured.
    mutating func withdraw(_ target: String) {
        guard let address = places.removeValue(forKey: target) else { return }
        hosts[address]?.silences[target] = nil
        if hosts[address]?.silences.isEmpty == true { hosts[address] = nil }
    }

    /// The address of the silent host of a target; `nil` if only one thing is silent there.
    func host(of target: String) -> String? {
        guard let address = places[target], let host = hosts[address],
            Set(host.silent(with: target).map(\.what)).count > 1
        else { return nil }
        return address
    }

    /// The finding about the silent host of a target.
    ///
    /// - Parameter own: The finding of the target's check.
    /// - Returns: `nil` if only one thing is silent there.
    func finding(_ own: Finding, of target: String) -> Finding? {
        guard let address = host(of: target), let host = hosts[address] else { return nil }
        var facts = ["address": address, "destination": address, "silent_host": address]
        facts["mute_name"] = host.silent(with: target).compactMap(\.name).min()
        var finding = Finding(TCPCauses.timeout, confidence: own.confidence, severity: own.severity, facts)
        finding.side = own.side
        return finding
    }

    private static func silence(_ cause: Finding) -> (address: String, finding: Finding)? {
        guard cause.severity == .error, causes.contains(cause.id), reasons.isDisjoint(with: cause.facts.keys) else {
            return nil
        }
        return cause.facts["address"].map { ($0, cause) }
    }

    /// The addresses of hosts from which a check got a response, if only a refusal.
    static func responders(_ report: Report) -> [String] {
        let connections = (report[TCPEvidence.self]?.attempts ?? []).filter(\.outcome.isResponse)
        let echo = report[EchoEvidence.self].flatMap { $0.received > 0 ? $0.address : nil }
        return (connections.map(\.address) + [echo].compactMap(\.self)).map { "\($0)" }
    }
}

extension IncidentReducer {
    /// A target's fault with its finding; or, if it is a part of it, the silence of its host.
    func withSilentHost(_ fault: Fault, _ finding: Finding, of target: String) -> (Fault, Finding) {
        guard let shared = silences.finding(finding, of: target), let address = shared.facts["address"] else {
            return (fault, finding)
        }
        return (Fault(id: shared.id, culprit: .named(address)), shared)
    }

    /// Lets the incident of a host say whether one port of it is silent, or the host.
    mutating func describeSilence(_ fault: Fault, by finding: Finding, _ events: inout IncidentChanges) {
        guard finding.id == TCPCauses.timeout.id, let id = openIDs[fault], let known = open[id]?.document.cause,
            known.id == finding.id, known.facts["silent_host"] != finding.facts["silent_host"]
        else { return }
        var finding = finding
        finding.severity = max(known.severity, finding.severity)
        replaceCause(of: id, by: finding, &events)
    }

    /// Whether another incident is about a host that is now known to be silent altogether.
    func sharesSilence(_ other: OpenIncident, with incident: OpenIncident) -> Bool {
        guard case .named(let address) = incident.fault.culprit, incident.fault.id == TCPCauses.timeout.id else {
            return false
        }
        return SilentHosts.causes.contains(other.fault.id) && other.fault.culprit == incident.fault.culprit
            && !other.targets.isEmpty && other.targets.allSatisfy { silences.host(of: $0) == address }
    }
}
