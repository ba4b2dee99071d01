import HostResolution
public import NetworkModel
import Probes

/// The result of a request for a small document.
public enum FetchedDocument: Sendable {
    /// An answer: its status (RFC 9110 section 15), its body and whether that goes on beyond what was read, who gave it,
    /// and the time from the request to its end.
    case answer(status: Int, body: [UInt8], isCut: Bool, from: SocketAddress, roundTrip: Duration)
    /// Nobody listens at any of the addresses.
    case refused
    /// No answer in time, or none of HTTP.
    case silent
}

extension DiagnosticEngine {
    /// Asks for a small document over HTTP, at whichever of the addresses answers first (RFC 8305): no proxy, no
    /// redirects.
    ///
    /// - Parameters:
    ///   - places: The most preferred first; without one nothing is asked.
    ///   - fields: Further fields of the request.
    ///   - maxBytes: So much of the body is read.
    ///   - limit: For all of it.
    /// - Throws: `CancellationError`; what keeps this machine from asking.
    public func fetch(
        _ path: String, from places: [SocketAddress], fields: [HTTPSettings.Field] = [], maxBytes: Int,
        within limit: Duration
    ) async throws -> FetchedDocument {
        guard !places.isEmpty else { return .silent }
        let deadline = ContinuousClock.now + limit
        let (evidence, found) = try await TCPProbe(addresses: places, loop: loop).observe(until: deadline) {
            [curl] socket -> FetchedDocument? in
            var probe = GlanceProbe(
                engine: curl, secure: false, host: .address(socket.peer.address), port: socket.peer.port, path: path)
            (probe.fields, probe.maxBytes) = (fields, maxBytes)
            let begun = ContinuousClock.now
            guard let answer = try await probe.observe(over: socket, within: begun.duration(to: deadline)) else {
                return nil
            }
            return .answer(
                status: answer.status, body: answer.body, isCut: answer.isBodyCut, from: socket.peer,
                roundTrip: begun.duration(to: .now))
        }
        if let answer = found ?? nil { return answer }
        let isRefused = evidence.attempts.contains { $0.outcome == .refused }
        return isRefused && evidence.winner == nil ? .refused : .silent
    }
}
