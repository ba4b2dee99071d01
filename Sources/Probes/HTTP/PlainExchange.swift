import CCurl
import EventLoopKit
import Glibc
import NetworkModel

/// A request and its response without libcurl, with a fifth of its system calls (docs/decisions/0108).
///
/// Only a response that is valid in the strictest sense is examined here, and a server that sends nothing at all. Every other
/// response is passed on to libcurl from its first byte (``ReplayedConnection``).
struct PlainExchange: Sendable {
    /// The maximum number of bytes of a response, including its head.
    private static let maxBytes = 64 << 10
    private static let maxBodyBytes = 48 << 10
    /// A response in more parts is for libcurl, since it is read from its first byte whenever a part has arrived.
    private static let maxParts = 16
    /// How long a further part is waited for before libcurl does that.
    private static let patience = Duration.milliseconds(100)

    private let request: PlainRequest
    private let plan: CurlPlan
    private let settings: HTTPSettings
    private let loop: EventLoop
    private let begun = ContinuousClock.now

    init(_ request: PlainRequest, _ plan: CurlPlan, _ settings: HTTPSettings, loop: EventLoop) {
        (self.request, self.plan, self.settings, self.loop) = (request, plan, settings, loop)
    }

    /// Sends the request, and reads the response.
    ///
    /// - Parameter replay: Examines a response with libcurl.
    /// - Returns: `nil` if the request could not be sent, so that libcurl can try.
    /// - Throws: `CancellationError`, and what `replay` throws.
    func outcome(
        _ replay: (ReplayedConnection) async throws -> HTTPTransfer.Outcome
    ) async throws -> HTTPTransfer.Outcome? {
        let socket = plan.socket
        defer { withExtendedLifetime(socket) {} }
        let deadline = begun + plan.limit
        guard let fd = socket.lend(), let isSent = try await send(over: fd, until: deadline) else { return nil }
        var times = Times(sent: begun.duration(to: .now))
        guard isSent else { return silence(times) }
        guard try await !loop.ready(fd, for: .readable, until: deadline).isEmpty else { return silence(times) }
        times.firstByte = begun.duration(to: .now)
        var received: [UInt8] = []
        var end: ReplayedConnection.End?
        for _ in 0..<Self.maxParts {
            end = receive(from: fd, into: &received)
            if received.isEmpty, let end { return failure(end, times) }
            if case .failed = end { break }
            let reading = received.withUnsafeBytes {
                PlainResponse.read(
                    $0, isEnded: end != nil, isHead: request.isHead,
                    maxBodyBytes: min(settings.maxBodyBytes, Self.maxBodyBytes), keepsBody: settings.readsBody,
                    keepsAllFields: settings.keepsAnswer)
            }
            if case .complete(let response) = reading { return success(response, times) }
            guard case .incomplete = reading, received.count < Self.maxBytes,
                try await !loop.ready(fd, for: .readable, until: min(deadline, .now + Self.patience)).isEmpty
            else { break }
        }
        let connection = try ReplayedConnection(
            of: fd, received, end, to: plan, within: ContinuousClock.now.duration(to: deadline),
            maxBytes: 2 * settings.maxBodyBytes + HTTPTransfer.maxPadding, loop: loop)
        var outcome = try await replay(connection)
        // A cancellation ends both sides, and libcurl may notice the other side's end first.
        try Task.checkCancellation()
        try connection.requireConnection(unlessTimedOut: outcome.code == CURLE_OPERATION_TIMEDOUT)
        outcome.requestSent = times.sent
        outcome.firstByte = times.firstByte
        outcome.total = begun.duration(to: .now)
        complete(&outcome, connection)
        if outcome.code == CURLE_UNSUPPORTED_PROTOCOL, Self.isHTTP2(received) { outcome.error = HTTPTransfer.bareHTTP2 }
        return outcome
    }

    /// Whether a response begins with a SETTINGS frame, which is the first frame of a server that expects HTTP/2 without
    /// negotiation (RFC 9113 sections 3.4 and 6.5): a length that is a multiple of 6, the type 4, no flags and stream 0.
    private static func isHTTP2(_ received: [UInt8]) -> Bool {
        received.count >= 9 && received[0] == 0 && received[3...8].elementsEqual([4, 0, 0, 0, 0, 0])
            && (Int(received[1]) << 8 | Int(received[2])).isMultiple(of: 6)
    }

    /// Corrects what libcurl cannot know: it began later, and had another connection.
    private func complete(_ outcome: inout HTTPTransfer.Outcome, _ connection: ReplayedConnection) {
        switch outcome.code {
        case CURLE_OK: break
        case _ where connection.isPadded: outcome.code = CURLE_ABORTED_BY_CALLBACK
        case CURLE_OPERATION_TIMEDOUT:
            let rest = outcome.error.split(separator: " milliseconds", maxSplits: 1).dropFirst().first ?? ""
            outcome.error = "\(Self.timedOut) \(limit) milliseconds\(rest)"
        case CURLE_RECV_ERROR where outcome.error.hasPrefix("Recv failure"):
            if let code = connection.brokenBy { outcome.error = "Recv failure: \(SystemError.text(code))" }
        default: break
        }
    }

    /// When the phases ended, from the start of the exchange.
    private struct Times {
        var sent: Duration
        var firstByte: Duration?
    }

    /// - Returns: Whether the whole request was sent before the deadline; `nil` after an error.
    private func send(over fd: CInt, until deadline: ContinuousClock.Instant) async throws -> Bool? {
        do {
            return try await loop.send(request.bytes, over: fd, until: deadline)
        } catch is StreamError {
            return nil
        }
    }

    /// Receives what has arrived.
    ///
    /// - Returns: The end of the connection; `nil` while it is open.
    private func receive(from fd: CInt, into received: inout [UInt8]) -> ReplayedConnection.End? {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = recv(fd, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                return count == 0 ? .closed : errno == EAGAIN ? nil : .failed(errno)
            }
            received += buffer[..<count]
            return nil
        }
    }

    // MARK: - Outcomes, as libcurl describes them

    private static let timedOut = "Operation timed out after"
    /// The time limit in milliseconds.
    private var limit: Int { max(plan.limit.wholeMilliseconds, 1) }

    private func silence(_ times: Times) -> HTTPTransfer.Outcome {
        outcome(CURLE_OPERATION_TIMEDOUT, "\(Self.timedOut) \(limit) milliseconds with 0 bytes received", times)
    }

    private func failure(_ end: ReplayedConnection.End, _ times: Times) -> HTTPTransfer.Outcome {
        var times = times
        times.firstByte = nil
        return switch end {
        case .closed: outcome(CURLE_GOT_NOTHING, "Empty reply from server", times)
        case .failed(let code): outcome(CURLE_RECV_ERROR, "Recv failure: \(SystemError.text(code))", times)
        }
    }

    private func success(_ response: PlainResponse, _ times: Times) -> HTTPTransfer.Outcome {
        var outcome = outcome(CURLE_OK, "", times)
        outcome.responses = response.heads.responses
        outcome.body = response.body
        outcome.bodyBytes = response.bodyBytes
        return outcome
    }

    private func outcome(_ code: CURLcode, _ error: String, _ times: Times) -> HTTPTransfer.Outcome {
        HTTPTransfer.Outcome(
            code: code, error: error, verifyResult: 0, proxyError: 0, responses: [], body: [], bodyBytes: 0,
            isBodyCut: false, isHeadEndless: false, isNested: false, isFlooded: false, isRepeated: false,
            isShaken: false,
            requestSent: times.sent, firstByte: times.firstByte, total: begun.duration(to: .now),
            isCertificateMissing: false, offered: 0, offeredByProxy: 0, cookies: [])
    }
}
