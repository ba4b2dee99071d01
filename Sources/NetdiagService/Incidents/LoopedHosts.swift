import Diagnosis
import NetworkModel

/// The hosts to which packets are routed in a loop, as some of the checks have shown.
///
/// Routers limit their ICMP errors, so that of many checks only some show the loop, and the others get no response. The silence of a
/// host is a part of the loop if other checks show that loop for the same host, or for several hosts of its network, none of which has
/// responded since.
struct LoopedHosts: Sendable {
    /// Facts of findings that contradict a loop: the host responds in another way, or to other packets.
    private static let contradictions: Set<String> = ["ecn", "live_port", "router_address"]
    /// The number of hosts that are known to be in a loop from which on it is one of their network.
    private static let leastOfNetwork = 2
    /// The maximum number of networks, and of hosts of each.
    private static let maxNetworks = 64
    private static let maxHosts = 64

    /// A loop that checks have shown for one host.
    private struct Loop {
        let since: ContinuousClock.Instant
        var finding: Finding
        /// The last target whose check showed it, and when that check began.
        var target: String
        var seen: ContinuousClock.Instant
        /// The number of checks since then that got no response, and did not show it.
        var silent = 0
    }

    private struct Network {
        /// The loops, by the addresses of the hosts.
        var loops: [String: Loop] = [:]
        /// Whether a host has responded since the first of them.
        var isReached = false
    }

    /// The networks with loops. While there are none, nothing is stored.
    private var networks: [[UInt8]: Network] = [:]

    /// Records what a report shows about loops.
    mutating func record(_ report: Report, from begun: ContinuousClock.Instant) {
        if let cause = report.cause, cause.id == PathCauses.loop.id, cause.severity == .error {
            return add(cause, of: report.key, from: begun)
        }
        guard !networks.isEmpty else { return }
        for address in SilentHosts.responders(report).compactMap({ IPAddress($0) }) {
            guard networks[address.smallestNetwork] != nil else { continue }
            networks[address.smallestNetwork]?.isReached = true
            remove("\(address)", in: address.smallestNetwork)
        }
        guard let cause = report.cause, let address = Self.silentHost(cause),
            var loop = networks[address.smallestNetwork]?.loops["\(address)"]
        else { return }
        loop.silent += 1
        networks[address.smallestNetwork]?.loops["\(address)"] = loop
        // The loop may be over, and the host silent for another reason.
        if loop.silent > IncidentReducer.maxAlternations, begun > loop.seen + IncidentReducer.sameOutage {
            remove("\(address)", in: address.smallestNetwork)
        }
    }

    /// Records a loop that a check has shown.
    mutating func add(_ finding: Finding, of target: String, from begun: ContinuousClock.Instant) {
        guard let address = finding.facts["address"].flatMap(IPAddress.init) else { return }
        let place = address.smallestNetwork
        guard networks[place] != nil || networks.count < Self.maxNetworks else { return }
        var network = networks[place] ?? Network()
        guard network.loops["\(address)"] != nil || network.loops.count < Self.maxHosts else { return }
        var loop = network.loops["\(address)"] ?? Loop(since: begun, finding: finding, target: target, seen: begun)
        (loop.finding, loop.target, loop.seen, loop.silent) = (finding, target, max(loop.seen, begun), 0)
        network.loops["\(address)"] = loop
        networks[place] = network
    }

    /// Removes a target that is no longer configured.
    mutating func withdraw(_ target: String) {
        for (place, network) in networks {
            for (address, loop) in network.loops where loop.target == target { remove(address, in: place) }
        }
    }

    /// The finding about the loop of which the silence of a host is a part.
    ///
    /// - Parameter own: The finding of the target's check.
    /// - Returns: `nil` if it is not known to be a part of one.
    func finding(_ own: Finding) -> Finding? {
        guard Self.contradictions.isDisjoint(with: own.facts.keys), let address = Self.silentHost(own),
            let network = networks[address.smallestNetwork]
        else { return nil }
        if let loop = network.loops["\(address)"] { return loop.finding }
        guard !network.isReached, network.loops.count >= Self.leastOfNetwork else { return nil }
        return network.loops.min { ($0.value.since, $0.key) < ($1.value.since, $1.key) }?.value.finding
    }

    private mutating func remove(_ address: String, in place: [UInt8]) {
        networks[place]?.loops[address] = nil
        if networks[place]?.loops.isEmpty == true { networks[place] = nil }
    }

    private static func silentHost(_ cause: Finding) -> IPAddress? {
        guard cause.severity == .error, SilentHosts.causes.contains(cause.id) else { return nil }
        return cause.facts["address"].flatMap(IPAddress.init)
    }
}

extension IncidentReducer {
    /// The fault of a loop with its finding, if the silence that a target's check names is a part of it; `nil` for others. An outage
    /// of the uplink explains all silence.
    func withLoop(_ finding: Finding, of target: String) -> (Fault, Finding)? {
        guard !outage.isOn, let loop = loops.finding(finding) else { return nil }
        return (Fault(loop, of: target), loop)
    }

    /// Whether another incident is about the silence of a host to which packets are now known to be routed in a loop.
    func sharesLoop(_ other: OpenIncident, with incident: OpenIncident) -> Bool {
        guard incident.fault.id == PathCauses.loop.id, SilentHosts.causes.contains(other.fault.id),
            !other.targets.isEmpty, other.first >= incident.first - SilentHosts.sameTime,
            let loop = loops.finding(other.document.cause)
        else { return false }
        return Fault(loop, of: nil) == incident.fault
    }
}
