import Diagnosis
import NetworkModel

/// The hosts beyond each gateway to which packets are lost, and those that are reached without loss meanwhile.
///
/// Losses to several hosts beyond a gateway that began at about the same time are one fault of what these hosts share, unless most
/// of the others are reached without loss. A DNS server beyond it is one of these hosts. While nothing is lost, nothing is stored.
struct SharedLosses: Sendable {
    /// Losses that began within this time may be one fault. A check notices random loss only if packets of its own are lost, which
    /// may take several intervals.
    static let sameTime = Duration.seconds(600)
    /// The number of checks without loss in a row after which a host certainly is reached without loss, since about half of the
    /// checks do not notice that a third of the packets is lost.
    private static let certain = 3
    /// From this number of hosts on, losses may be shared.
    private static let least = 2
    /// Losses are shared if there are fewer checks without loss than this for each of their hosts.
    private static let ratio = 3
    /// The maximum number of gateways, and of hosts of each kind beyond each of them.
    private static let maxGateways = 16
    private static let maxLossy = 256
    private static let maxClean = 64

    /// The losses to one host.
    private struct Loss {
        /// When the first check began that found them.
        let since: ContinuousClock.Instant
        /// The targets whose last check found them.
        var targets: Set<String> = []
        var lost = 0
        var sent = 0
        /// What was lost.
        var what = ""

        init(since: ContinuousClock.Instant) { self.since = since }

        func began(with other: Loss) -> Bool {
            since <= other.since + SharedLosses.sameTime && other.since <= since + SharedLosses.sameTime
        }

        func isPart(of incident: OpenIncident?) -> Bool {
            incident.map { !$0.named.isDisjoint(with: targets) } ?? false
        }
    }

    /// The hosts beyond one gateway, by their addresses.
    private struct Hosts {
        var lossy: [String: Loss] = [:]
        /// How many checks in a row found no loss, up to ``certain``, and the target of the last one.
        var clean: [String: (checks: Int, target: String)] = [:]
    }

    private struct Place: Hashable {
        let gateway: String
        let address: String
    }

    private var gateways: [String: Hosts] = [:]
    /// The place of each target whose last check found losses.
    private var places: [String: Place] = [:]

    /// The gateway of a target whose last check found losses beyond it; `nil` if it found none.
    func gateway(of target: String) -> String? { places[target]?.gateway }

    /// Records what a report shows about loss.
    mutating func record(_ report: Report, _ routers: Routers, from begun: ContinuousClock.Instant) {
        // Losses of a port are about a filter of connections.
        let losses = report.findings.filter { PathCauses.losses.contains($0.id) && $0.facts["port"] == nil }
        guard !losses.isEmpty || !gateways.isEmpty else { return }
        let loss = losses.first
        let place = loss.flatMap { loss in
            loss.id == PathCauses.loss.id
                ? Self.place(loss.facts["address"].flatMap(IPAddress.init), report, routers)
                : Self.place(ofResolver: loss.facts["server"].flatMap(IPAddress.init), report, routers)
        }
        if places[report.key] != place { withdraw(report.key) }
        if let loss, let place { add(loss, of: report.key, at: place, from: begun) }
        // Lost queries to a resolver say nothing about the target's own host.
        if report.status == .connectionUp, losses.allSatisfy({ $0.id != PathCauses.loss.id }) {
            recordSuccess(report, routers)
        }
    }

    /// Removes a target whose last check found no losses any more, or that is no longer configured.
    mutating func withdraw(_ target: String) {
        guard let place = places.removeValue(forKey: target) else { return }
        gateways[place.gateway]?.lossy[place.address]?.targets.remove(target)
        guard gateways[place.gateway]?.lossy[place.address]?.targets.isEmpty == true else { return }
        gateways[place.gateway]?.lossy[place.address] = nil
        if gateways[place.gateway]?.lossy.isEmpty == true { gateways[place.gateway] = nil }
    }

    /// The finding about the losses to several hosts, of which those of a target are a part.
    ///
    /// - Parameters:
    ///   - own: The finding of the target's check.
    ///   - incident: The open incident about losses beyond the target's gateway; `nil` if there is none. It goes on for a single host,
    ///     until others certainly are reached without loss.
    /// - Returns: `nil` if they are those of its host alone.
    func finding(_ own: Finding, of target: String, in incident: OpenIncident?) -> Finding? {
        guard let place = places[target], let hosts = gateways[place.gateway],
            let loss = hosts.lossy[place.address]
        else { return nil }
        let isPart = loss.isPart(of: incident)
        let together = hosts.lossy.values.filter { $0.began(with: loss) || isPart && $0.isPart(of: incident) }
        guard together.count >= Self.least else {
            let isAlone = hosts.clean.values.contains { $0.checks >= Self.certain }
            return isPart && !isAlone ? incident?.document.cause : nil
        }
        let clean = hosts.clean.values.reduce(0) { $0 + $1.checks }
        guard incident != nil || together.count * Self.ratio > clean else { return nil }
        let kinds = Set(together.map(\.what))
        return Finding(
            PathCauses.sharedLoss, confidence: own.confidence, severity: own.severity,
            [
                "count": "\(together.count)", "gateway": place.gateway, "address": place.address,
                "lost": "\(together.reduce(0) { $0 + $1.lost })", "sent": "\(together.reduce(0) { $0 + $1.sent })",
                "what": kinds.count == 1 ? kinds.first ?? "" : FactPhrase.packets.text,
            ])
    }

    private mutating func add(
        _ finding: Finding, of target: String, at place: Place, from begun: ContinuousClock.Instant
    ) {
        guard gateways[place.gateway] != nil || gateways.count < Self.maxGateways else { return }
        var hosts = gateways[place.gateway] ?? Hosts()
        guard hosts.lossy[place.address] != nil || hosts.lossy.count < Self.maxLossy else { return }
        var loss = hosts.lossy[place.address] ?? Loss(since: begun)
        loss.targets.insert(target)
        loss.lost = finding.facts["lost"].flatMap { Int($0) } ?? 0
        loss.sent = finding.facts["sent"].flatMap { Int($0) } ?? 0
        loss.what = finding.facts["what"] ?? FactPhrase.packets.text
        hosts.lossy[place.address] = loss
        let isOwn = finding.id == PathCauses.loss.id
        hosts.clean = hosts.clean.filter { $0.key != place.address && !(isOwn && $0.value.target == target) }
        gateways[place.gateway] = hosts
        places[target] = place
    }

    private mutating func recordSuccess(_ report: Report, _ routers: Routers) {
        let address = report[TCPEvidence.self]?.winner?.address ?? report[EchoEvidence.self]?.address
        guard let place = Self.place(address, report, routers), var hosts = gateways[place.gateway],
            hosts.lossy[place.address] == nil
        else { return }
        // A name may have many addresses, and each check may use another one.
        let last = hosts.clean.first { $0.value.target == report.key }
        let checks = max(hosts.clean[place.address]?.checks ?? 0, last?.value.checks ?? 0) + 1
        if let last { hosts.clean[last.key] = nil }
        guard hosts.clean[place.address] != nil || hosts.clean.count < Self.maxClean else { return }
        hosts.clean[place.address] = (min(checks, Self.certain), report.key)
        gateways[place.gateway] = hosts
    }

    /// - Returns: `nil` if the resolver is on the link: the gateway may be one itself.
    private static func place(ofResolver address: IPAddress?, _ report: Report, _ routers: Routers) -> Place? {
        let isOnLink = (report[AddressEvidence.self]?.usable ?? []).map(\.address).contains { own in
            address?.isIn(prefix: own.address, length: own.prefixLength) == true
        }
        let place = isOnLink ? nil : Self.place(address, report, routers)
        return place?.address == place?.gateway ? nil : place
    }

    /// - Returns: `nil` if the packets to the address take no gateway.
    private static func place(_ address: IPAddress?, _ report: Report, _ routers: Routers) -> Place? {
        guard let address, report[ProxyEvidence.self] == nil,
            let gateway = report[GatewayEvidence.self]?.hops.first(where: { $0.route.covers(address) })?.route.gateway
        else { return nil }
        return Place(gateway: routers.name(of: "\(gateway)"), address: "\(address)")
    }
}

extension IncidentReducer {
    /// A target's fault with its finding; or, if it is a part of them, the losses to several hosts beyond its gateway.
    func withSharedLosses(_ fault: Fault, _ finding: Finding, of target: String) -> (Fault, Finding) {
        guard PathCauses.losses.contains(fault.id), let gateway = losses.gateway(of: target) else {
            return (fault, finding)
        }
        let shared = Fault(id: PathCauses.sharedLoss.id, culprit: .named(gateway))
        let incident = openIDs[shared].flatMap { open[$0] }
        return losses.finding(finding, of: target, in: incident).map { (shared, $0) } ?? (fault, finding)
    }

    /// Lets an incident about losses to several hosts name more of them.
    mutating func extendLosses(_ fault: Fault, by finding: Finding, _ events: inout IncidentChanges) {
        guard fault.id == PathCauses.sharedLoss.id, let id = openIDs[fault], let known = open[id]?.document.cause,
            let count = finding.facts["count"].flatMap({ Int($0) }),
            count > known.facts["count"].flatMap({ Int($0) }) ?? 0
        else { return }
        var finding = finding
        finding.severity = known.severity
        replaceCause(of: id, by: finding, &events)
    }

    /// Whether another incident is about losses to one of the hosts beyond a gateway whose losses are now known to be shared.
    func sharesLosses(_ other: OpenIncident, with incident: OpenIncident) -> Bool {
        guard incident.fault.id == PathCauses.sharedLoss.id, PathCauses.losses.contains(other.fault.id),
            !other.targets.isEmpty, other.first >= incident.first - SharedLosses.sameTime
        else { return false }
        return other.targets.allSatisfy { target in
            losses.gateway(of: target).map { incident.fault.culprit == .named($0) } ?? false
        }
    }
}
