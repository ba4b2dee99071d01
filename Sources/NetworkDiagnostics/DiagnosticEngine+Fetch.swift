import HostResolution
public import NetworkModel
import Probes

/// The result of a request for a small document.
public enum FetchedDocument: Sendable {
    /// A response: its status (RFC 9110 section 15), its body, whether the body was truncated, the address of the server, and
    /// the time from the request to the end of the response.
    case answer(status: Int, body: [UInt8], isCut: Bool, from: SocketAddress, roundTrip: Duration)
    /// No program listens at any of the addresses.
    case refused
    /// There was no response in time, or it was not HTTP.
    case silent
}

extension DiagnosticEngine {
    /// Fetches a small document over HTTP, at the first address that accepts a connection (RFC 8305), without a proxy or
    /// redirects.
    ///
    /// - Parameters:
    ///   - path: The request target with its query (RFC 9112 section 3.2.1), as in `/v1/status`.
    ///   - places: The addresses in the order of preference; without any, nothing is sent.
    ///   - fields: Additional fields of the request.
    ///   - maxBytes: The maximum number of bytes of the body.
    ///   - limit: The time limit of everything.
    /// - Throws: `CancellationError`, and errors of this machine.
    public func fetch(
        _ path: String, from places: [SocketAddress], fields: [HTTPSettings.Field] = [], maxBytes: Int,
        within limit: Duration
    ) async throws -> FetchedDocument {
        guard !places.isEmpty else { return .silent }
        let deadline = ContinuousClock.now + limit
        let (evidence, found) = try await TCPProbe(addresses: places, loop: loop).observe(until: deadline) {
            [curl] socket -> FetchedDocument? in
            var probe = HTTPHeadProbe(
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
