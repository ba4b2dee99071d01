import CCurl
import Glibc
public import NetworkModel

/// An HTTP/2 request (RFC 9113) with a small body, for protocols over HTTP/2.
public struct HTTP2Request: Sendable, Hashable {
    /// The maximum number of bytes of the response's body.
    public static let maxBodyBytes = 65_536

    /// The request target with its query (`:path`, RFC 9113 section 8.3.1).
    public let path: String
    /// The fields in the head of the request, in addition to those that libcurl sends.
    public let fields: [HTTPSettings.Field]
    /// The body of the request.
    public let body: [UInt8]

    /// Creates a POST request.
    ///
    /// - Parameters:
    ///   - path: The request target with its query.
    ///   - fields: The fields in the head of the request, in addition to those that libcurl sends.
    ///   - body: The body of the request.
    public init(path: String, fields: [HTTPSettings.Field], body: [UInt8]) {
        self.path = path
        self.fields = fields
        self.body = body
    }

    var settings: HTTPSettings {
        var settings = HTTPSettings()
        settings.method = "POST"
        settings.fields = fields
        settings.body = .bytes(body)
        settings.maxRedirects = 0
        settings.acceptsCompression = false
        settings.maxBodyBytes = Self.maxBodyBytes
        return settings
    }
}

/// The response to an HTTP/2 request.
public struct HTTP2Response: Sendable {
    /// The result of the request.
    public let outcome: HTTPEvidence.Outcome
    /// The status code (RFC 9110 section 15); `nil` if there was no response.
    public let status: Int?
    /// `2`, or `1.1` if the server selected that in TLS (RFC 7301).
    public let version: String?
    /// libcurl's text about the error; `nil` if there was none.
    public let detail: String?
    /// The fields that a diagnosis needs, of head and trailers, by lower-case name; the last one of each name.
    public let fields: [String: String]
    /// The body, at most ``HTTP2Request/maxBodyBytes``.
    public let body: [UInt8]
    /// The first bytes received over a connection without TLS; empty if not known.
    public let opening: [UInt8]

    /// Whether the first bytes over a connection without TLS are not a frame: its length would exceed what a server may send
    /// at first (RFC 9113 section 4.2). Bytes that arrived before they could be examined count as no frame if the server
    /// closes the connection after them.
    public let isOpeningForeign: Bool

    /// Whether more bytes came than the response can have, or frames without a pause that bring nothing, until the transfer
    /// was ended. Which of both is noticed first depends on the buffers of the connection.
    public let isFlooded: Bool

    init(_ http: HTTPEvidence, _ transfer: HTTP2Transfer.Outcome) {
        opening = transfer.opening
        let isOver = http.outcome == .closed || http.outcome == .reset
        isOpeningForeign = opening.first.map { $0 != 0 } ?? (transfer.hasReceived && isOver)
        let outcome = transfer.http
        isFlooded = outcome.isFlooded || outcome.code == CURLE_ABORTED_BY_CALLBACK
        self.outcome = http.outcome
        status = http.status
        version = http.version
        detail = http.detail
        fields = Dictionary(outcome.last?.fields ?? []) { $1 }
        body = outcome.body
    }
}

/// An HTTP/2 exchange from the first byte, or as negotiated by TLS (RFC 9113 sections 3.3 and 3.2).
final class HTTP2Transfer: MonitoredTransfer, TicketTransfer {
    struct Outcome: TicketOutcome {
        var http: HTTPTransfer.Outcome
        /// The first bytes (``HTTP2Response/opening``).
        var opening: [UInt8]
        /// Whether any data was received over the connection.
        var hasReceived: Bool
    }

    private static let maxOpeningBytes = 100
    /// More bytes than a server sends without a request.
    private static let maxHeldBytes: CInt = 16_384

    private let inner: HTTPTransfer
    var exchange: HTTPTransfer { inner }
    /// Whether the first bytes are examined. With TLS, only libcurl can read the data.
    private let looksAtOpening: Bool
    /// A descriptor of the same connection, which can be examined whatever libcurl does with its own.
    private let copy: CInt?
    private var opening: [UInt8] = []
    /// Whether received data waits until the request has been sent. A server may refuse a request before it has all of it,
    /// and libcurl 7.88 drops that response if it reads it before it has sent the body. With TLS, it must read earlier.
    private var isHeldBack: Bool
    var handle: CurlHandle { inner.handle }
    var socket: CInt? { inner.connection.socket }
    /// libcurl 7.88 does not continue by itself if the end of the stream arrived together with data.
    var isForgotten: Bool { !inner.responses.isEmpty }

    init(_ handle: CurlHandle, _ plan: CurlPlan, _ settings: HTTPSettings) throws {
        var begun = plan
        begun.beginsHTTP2 = true
        inner = try HTTPTransfer(handle, begun, settings, cookies: nil, keepsBody: true)
        looksAtOpening = !plan.usesTLS
        copy = plan.socket.duplicate()
        isHeldBack = !plan.usesTLS
        let version = plan.usesTLS ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        try inner.handle.set(CURLOPT_HTTP_VERSION, Int(version))
        if isHeldBack { setLowWaterMark(Self.maxHeldBytes) }
    }

    func hasDriven() {
        guard isHeldBack, handle.long(CURLINFO_SIZE_UPLOAD_T) > 0 else { return }
        isHeldBack = false
        setLowWaterMark(1)
    }

    /// Makes the kernel report the connection as readable only with this number of bytes, or at its end (socket(7),
    /// `SO_RCVLOWAT`).
    private func setLowWaterMark(_ bytes: CInt) {
        guard let copy else { return }
        var bytes = bytes
        setsockopt(copy, SOL_SOCKET, SO_RCVLOWAT, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }

    /// If the data is not HTTP/2, libcurl only reports that nothing arrived, or that the connection was reset.
    func willRead() {
        guard looksAtOpening, opening.isEmpty, let copy else { return }
        opening = [UInt8](unsafeUninitializedCapacity: Self.maxOpeningBytes) { buffer, count in
            count = max(recv(copy, buffer.baseAddress, buffer.count, CInt(MSG_PEEK | MSG_DONTWAIT)), 0)
        }
    }

    func outcome(_ code: CURLcode) -> Outcome {
        let taken = copy.flatMap(ReceivedByteCounter.of) ?? 0
        return Outcome(http: inner.outcome(code), opening: opening, hasReceived: looksAtOpening && taken > 0)
    }

    deinit { if let copy { close(copy) } }
}
