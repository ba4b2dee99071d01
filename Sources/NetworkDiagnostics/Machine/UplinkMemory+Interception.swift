import NetworkModel
import Synchronization

extension UplinkMemory {
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
