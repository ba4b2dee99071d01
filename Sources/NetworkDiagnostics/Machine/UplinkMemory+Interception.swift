import NetworkModel
import Synchronization

extension UplinkMemory {
    /// How long the report of a router past a device that takes port 80 counts if the next SYNs get none: routers report about one packet
    /// per second, and the other packets of an observation use up their limit.
    private static let lifetimeOfPassage = Duration.seconds(10)

    /// Stores what responded for an address that nobody has.
    func store(_ interception: UplinkEvidence.Interception?, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.interception = interception
            if let interception, interception.errorBehind != nil { state.passage = (interception, now) }
        }
    }

    /// What responds in place of others, with the last report of a router behind it if the same device still does, and a SYN past it has
    /// got none.
    ///
    /// It is used for an observation in which a resolver reaches the Internet, so that silence is the only evidence against the uplink.
    func restored(
        _ interception: UplinkEvidence.Interception?, at now: ContinuousClock.Instant = .now
    ) -> UplinkEvidence.Interception? {
        guard var met = interception, met.errorBehind == nil, met.isNear == true, met.isTLSAccepted == false,
            let (kept, at) = state.withLock({ $0.passage }), at + Self.lifetimeOfPassage > now,
            kept.destination.family == met.destination.family, kept.status == met.status,
            kept.location == met.location
        else { return interception }
        met.errorBehind = kept.errorBehind
        return met
    }

    /// The certificate, or the reset, of a device that responds on port 443 in place of others, for checks whose server has another
    /// certificate than expected, or resets handshakes: a new result if packets may be sent, otherwise the last one.
    ///
    /// - Parameter isThorough: Whether the last round that may be sent is used for it.
    func secureInterception(
        isThorough: Bool, _ observe: () async throws -> TLSInterception?
    ) async throws -> TLSInterception? {
        guard begin(.secure, leaving: isThorough ? 0 : 1) else { return state.withLock { $0.secureInterception } }
        let found = try await observe()
        state.withLock { $0.secureInterception = found }
        return found
    }
}
