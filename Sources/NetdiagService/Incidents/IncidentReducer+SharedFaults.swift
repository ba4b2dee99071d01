import Diagnosis
import NetworkModel

extension IncidentReducer {
    /// A target's fault with its finding; or, if it is a part of it, the fault that several targets share.
    func shared(_ fault: Fault, _ finding: Finding, of target: String) -> (Fault, Finding) {
        if SilentHosts.causes.contains(fault.id) {
            return withLoop(finding, of: target) ?? withSilentHost(fault, finding, of: target)
        }
        if let family = lostFamilies.finding(finding, of: target) { return (Fault(family, of: target), family) }
        if fault.id == TCPCauses.ipv6Broken.id { return withLostIPv6(fault, finding, of: target) }
        if let (flapping, cause) = withFlapping(fault, finding) { return (flapping, cause) }
        return withSharedLosses(fault, finding, of: target)
    }

    /// Whether another incident is about a part of a fault that is now known to be shared.
    func shares(_ other: OpenIncident, with incident: OpenIncident) -> Bool {
        sharesLosses(other, with: incident) || sharesSilence(other, with: incident)
            || sharesLostIPv6(other, with: incident) || sharesLoop(other, with: incident)
            || other.fault.isOfSameLink(as: incident.fault)
    }
}
