import NetworkModel

@testable import Diagnosis
@testable import NetdiagService

/// A sequence of reports for an incident reducer, at times of its own clock.
struct IncidentStory {
    var book = IncidentReducer()
    /// All events so far.
    private(set) var told: [IncidentEvent] = []
    /// By how many seconds the wall clock was set since the beginning.
    var setting = 0.0
    private let start = ContinuousClock.now

    init(_ targets: String...) { self.init(targets) }

    init(_ targets: [String]) {
        _ = book.configure(Set(targets), at: at(0))
    }

    func at(_ second: Double) -> DualClockTime {
        DualClockTime(
            clock: start + .milliseconds(Int64(second * 1_000)),
            wall: Timestamp(
                millisecondsSince1970: 1_795_000_000_000 + Int64(setting * 1_000) + Int64(second * 1_000)))
    }

    /// Adds a check with its start, duration and finding.
    ///
    /// - Parameter sixth: An IPv6 address beyond a gateway, with what became of the connection to it.
    @discardableResult
    mutating func check(
        _ target: String, _ finding: Finding? = nil, from begun: Double, taking duration: Double = 0.01,
        over gateways: [String] = [], onLink interface: String? = nil, reaching address: String? = nil,
        sixth: (address: String, outcome: TCPEvidence.Outcome)? = nil, isPage: Bool = false, since: Double? = nil
    ) -> [IncidentEvent] {
        var hops = gateways.map { gateway in
            GatewayEvidence.Hop(
                route: Route(family: .ipv4, gateway: IPAddress(gateway), interface: "eth0"))
        }
        if sixth != nil {
            hops.append(.init(route: Route(family: .ipv6, gateway: IPAddress("fe80::1"), interface: "eth0")))
        }
        var layers =
            hops.isEmpty
            ? []
            : [
                LayerReport(
                    layer: .gateway, status: .connectionIndeterminate,
                    evidence: .init(GatewayEvidence(hops: hops, isOnLink: false)))
            ]
        if let interface {
            let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, interface: interface))
            layers = [
                LayerReport(
                    layer: .gateway, status: .connectionUp,
                    evidence: .init(GatewayEvidence(hops: [hop], isOnLink: true)))
            ]
        }
        var tried: [(address: String, outcome: TCPEvidence.Outcome)] = []
        if let sixth { tried.append(sixth) }
        if let address { tried.append((address, .connected)) }
        let attempts = tried.compactMap { peer in
            IPAddress(peer.address).map {
                TCPEvidence.Attempt(address: $0, port: 80, outcome: peer.outcome, duration: .milliseconds(1))
            }
        }
        if !attempts.isEmpty {
            layers.append(
                LayerReport(
                    layer: .tcp, status: .connectionUp, evidence: .init(TCPEvidence(attempts: attempts))))
        }
        if isPage {
            layers.append(
                LayerReport(
                    layer: HTTPEvidence.layer, status: .connectionUp,
                    evidence: .init(HTTPEvidence(url: "http://h/", outcome: .response, status: 200))))
        }
        let status: ConnectionStatus =
            finding.map { $0.severity == .error ? .connectionDown : .connectionUp } ?? .connectionUp
        let report = Report(
            target: target, started: at(begun).wall, duration: .milliseconds(Int64(duration * 1_000)),
            status: status, findings: finding.map { [$0] } ?? [], layers: layers)
        return tell(book.add(report, since: since.map { at($0) }, at: at(begun + duration)))
    }

    /// Adds a verdict on the machine, from a new observation or after a change in the kernel.
    @discardableResult
    mutating func machine(
        _ findings: Finding..., at second: Double, isFresh: Bool = true, since: Double? = nil,
        snapshot: NetworkSnapshot = .init()
    ) -> [IncidentEvent] {
        let verdict = MachineVerdict(
            status: findings.isEmpty ? .connectionUp : .connectionDown, findings: findings, gateways: [], resolvers: [])
        return tell(book.add(verdict, snapshot, isFresh: isFresh, from: at(since ?? second), at: at(second)))
    }

    mutating func tell(_ events: [IncidentEvent]) -> [IncidentEvent] {
        told += events
        return events
    }

    static func finding(_ id: CauseID, _ facts: [String: String] = [:], severity: Severity = .error) -> Finding {
        Finding(
            id: id, layer: id.layer ?? .local, severity: severity, confidence: 1, summary: "\(id) \(facts)",
            facts: facts, advice: [])
    }

    static func deadRouter(_ gateway: String = "10.0.0.1") -> Finding {
        finding("gateway.unreachable", ["gateway": gateway, "interface": "eth0"])
    }
    static func refused(_ destination: String) -> Finding { finding("tcp.refused", ["destination": destination]) }
    static func timeout(_ address: String) -> Finding { finding("tcp.timeout", ["address": address]) }
    static func loss(to address: String) -> Finding {
        finding(
            "path.loss", ["lost": "7", "sent": "20", "what": "pings", "address": address], severity: .warning)
    }
    static let noCarrier = finding("link.no-carrier", ["interface": "eth0"])
}
