import NetworkModel

/// Rules for packets that arrive with wrong checksums, so that the kernel drops them: a cable, a switch, a network card or the
/// software of a virtual network damages them. To programs, they look lost; to packet(7), they look as if a packet filter of
/// this machine dropped them.
enum CorruptionRule {
    /// Single packets are damaged now and then, and may have been for other programs.
    private static let leastDamaged = 2

    static func finding(in evidence: Evidence) -> Finding? {
        evidence.pathSubjects.lazy.compactMap { subject in
            let interface = subject.gateway?.route.interface ?? evidence.link?.carriers.first?.name
            return subject.trace.flatMap { finding($0, destination: subject.destination.text, on: interface) }
        }.first
    }

    /// The finding about damaged packets that arrived instead of a response.
    ///
    /// - Parameters:
    ///   - destination: The destination of the packet, as text.
    ///   - interface: The interface of the route; `nil` if it is not known.
    static func finding(_ trace: PathEvidence.Trace, destination: String, on interface: String?) -> Finding? {
        guard isDamaged(trace), let count = trace.damaged else { return nil }
        return Finding(
            PathCauses.corrupted, confidence: trace.arrival == nil ? 0.85 : 0.95,
            [
                "destination": destination, "count": "\(count)",
                "interface": (trace.arrival?.interface ?? interface).map(shown),
            ].compactMapValues(\.self))
    }

    /// Whether packets arrived damaged where a response was expected. If the response was seen, and is intact, they were for
    /// other programs.
    static func isDamaged(_ trace: PathEvidence.Trace) -> Bool {
        trace.outcome == .silent && trace.arrival?.isIntact != true && (trace.damaged ?? 0) >= leastDamaged
    }
}
