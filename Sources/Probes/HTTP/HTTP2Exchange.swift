import CCurl
import Glibc
public import NetworkModel

/// A request of HTTP/2 (RFC 9113) with a small body, for protocols that are spoken over it.
public struct HTTP2Request: Sendable, Hashable {
    /// More than this is not read of the answer's body, in bytes.
    public static let maxBodyBytes = 65_536

    /// The request target with its query (`:path`, RFC 9113 section 8.3.1).
    public let path: String
    /// The fields of the request's head, beside those that libcurl sends.
    public let fields: [HTTPSettings.Field]
    /// The body of the request.
    public let body: [UInt8]

    /// A POST.
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
public struct HTTP2Answer: Sendable {
    /// What became of the request.
    public let outcome: HTTPEvidence.Outcome
    /// The status code (RFC 9110 section 15); `nil` if no answer came.
    public let status: Int?
    /// `2`, or `1.1` where the server has chosen that in TLS (RFC 7301).
    public let version: String?
    /// What libcurl says went wrong.
    public let detail: String?
    /// The fields that a diagnosis reads, of the head and the trailers, by lower-case name; the last of each.
    public let fields: [String: String]
    /// ``HTTP2Request/maxBodyBytes`` at most.
    public let body: [UInt8]
    /// The first bytes that came over a connection without TLS; empty where that is not known.
    public let opening: [UInt8]

    /// Whether what came at first over a connection without TLS is no frame: its length would be more than a server may send before
    /// it was allowed to (RFC 9113 section 4.2). What came before it could be examined is taken for none where the server ends the
    /// connection with it.
    public let isOpeningForeign: Bool

    /// Whether frames came without a pause that bring nothing, until the connection was shut down.
    public let isFlooded: Bool

    init(_ http: HTTPEvidence, _ transfer: HTTP2Transfer.Outcome) {
        opening = transfer.opening
        let isOver = http.outcome == .closed || http.outcome == .reset
        isOpeningForeign = opening.first.map { $0 != 0 } ?? (transfer.hasReceived && isOver)
        let outcome = transfer.http
        isFlooded = outcome.isFlooded
        self.outcome = http.outcome
        status = http.status
        version = http.version
        detail = http.detail
        fields = Dictionary(outcome.last?.fields ?? []) { $1 }
        body = outcome.body
    }
}

/// Speaks HTTP/2 from the first byte, or as TLS agrees upon (RFC 9113 sections 3.3 and 3.2).
final class HTTP2Transfer: AttendedTransfer {
    struct Outcome: Sendable {
        var http: HTTPTransfer.Outcome
        /// ``HTTP2Answer/opening``.
        var opening: [UInt8]
        /// Whether anything has come over the connection.
        var hasReceived: Bool
    }

    private static let maxOpeningBytes = 100
    /// More than a server sends unasked.
    private static let maxHeldBytes: CInt = 16_384

    private let inner: HTTPTransfer
    /// In TLS, what comes can be read by libcurl alone.
    private let looksAtOpening: Bool
    /// Of the same connection: it can be examined whatever libcurl has done with its own one.
    private let copy: CInt?
    private var opening: [UInt8] = []
    /// Whether what comes waits until the request has been sent. A server may refuse a request before it has all of it, and
    /// libcurl 7.88 drops that answer where it reads it before it has sent the body. In TLS, it has to read earlier.
    private var isHeldBack: Bool
    var handle: CurlHandle { inner.handle }
    var socket: CInt? { inner.connection.socket }
    /// libcurl 7.88 does not go on by itself where the end of the stream came in one piece with data.
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

    /// Has the kernel call the connection readable only with so many bytes, or at its end (socket(7), `SO_RCVLOWAT`).
    private func setLowWaterMark(_ bytes: CInt) {
        guard let copy else { return }
        var bytes = bytes
        setsockopt(copy, SOL_SOCKET, SO_RCVLOWAT, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }

    /// libcurl says of what is no HTTP/2 that nothing came, or that the connection was reset.
    func willRead() {
        guard looksAtOpening, opening.isEmpty, let copy else { return }
        opening = [UInt8](unsafeUninitializedCapacity: Self.maxOpeningBytes) { buffer, count in
            count = max(recv(copy, buffer.baseAddress, buffer.count, CInt(MSG_PEEK | MSG_DONTWAIT)), 0)
        }
    }

    func outcome(_ code: CURLcode) -> Outcome {
        let taken = copy.flatMap(TakenBytes.of) ?? 0
        return Outcome(http: inner.outcome(code), opening: opening, hasReceived: looksAtOpening && taken > 0)
    }

    deinit { if let copy { close(copy) } }
}
