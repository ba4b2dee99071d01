import NIOCore

/// Responds to the queries of one DNS server, over UDP and TCP.
struct DNSResponder: Sendable {
    let zone: DNSZone
    /// The behaviour for queries without a fault in the plan.
    let behaviour: DNSBehaviour
    /// The plan that selects faults, counts and records; `nil` for a server with a single behaviour.
    let plan: PlanResponder?
    /// Selects the queries that the behaviour is for, and has the zone for the others; `nil` if it is for all.
    private let gate: (selection: FaultGate, zone: DNSZone)?
    private let begun = ContinuousClock.now

    init(
        _ zone: DNSZone, _ behaviour: DNSBehaviour = .answers, plan: PlanResponder? = nil,
        gate: (selection: FaultGate, zone: DNSZone)? = nil
    ) {
        (self.zone, self.behaviour, self.plan, self.gate) = (zone, behaviour, plan, gate)
    }

    /// Returns the response and its delay; `nil` for no response.
    func reply(to query: DNSQuery, from peer: String, isStream: Bool) -> (bytes: [UInt8], delay: TimeAmount?)? {
        if let gate, !gate.selection.applies() {
            return DNSBehaviour.answers.reply(to: query, gate.zone, isStream: isStream)
        }
        let (behaviour, faults) = behaviour(of: query, from: peer)
        let reply = behaviour.reply(to: query, zone, isStream: isStream)
        plan?.record(
            RequestLog.Entry(
                number: 0, at: begun.duration(to: .now), listener: plan?.plan.name ?? "",
                method: DNSZone.typeName(query.type), path: query.name.isEmpty ? "." : query.name, peer: peer,
                status: 0,
                bodyBytes: 0, faults: faults))
        return reply
    }

    private func behaviour(of query: DNSQuery, from peer: String) -> (DNSBehaviour, [String]) {
        guard let plan else { return (behaviour, []) }
        // SERVFAIL corresponds to 503 of HTTP: the server is present, but cannot respond now (RFC 1035 section 4.1.1).
        guard plan.availability == .running else { return (.code(2), []) }
        guard let fault = plan.fault(of: query, begun.duration(to: .now)) else { return (behaviour, []) }
        return (fault.behaviour, fault.name == ZoneFault.none ? [] : [fault.name])
    }
}
