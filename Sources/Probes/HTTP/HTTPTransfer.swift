import CCurl
import Glibc
import NetworkModel

/// A request and its response, including the further ones that a login needs.
///
/// It is confined to ``CurlEngine``.
final class HTTPTransfer: CurlTransfer {
    /// The maximum number of bytes in the heads of all responses together.
    static let maxHeadBytes = 256 * 1_024
    /// The maximum number of bytes of a response beyond twice its body: chunks have sizes, and extensions for which libcurl
    /// has no limit (RFC 9112 section 7.1.1). Endless extensions would block the loop, and all other checks.
    static let maxPadding = 4 << 20
    /// What a proxy may send before the tunnel stands, and a server up to the end of its handshake, in bytes: libcurl 7.88 reads a
    /// proxy's response byte by byte, and 6 MiB of it took the loop for 7 s.
    static let maxTunnelBytes = maxHeadBytes + 64 << 10
    /// The maximum number of bytes that are kept of a body with status 400, if no rule reads it.
    static let maxRefusalBytes = 4_096
    static let padded = "it has more than \(maxPadding >> 20) MiB in addition to its body"
    static let nested = "its body is coded more than once (Content-Encoding, Transfer-Encoding)"
    static let flooded = "it keeps sending data that is not part of the response"
    static let streamRefused = "the server refuses each HTTP/2 stream with REFUSED_STREAM"
    static let bareHTTP2 = "it speaks HTTP/2 without TLS instead of HTTP/1.1"
    static let endlessHead = "its head has more than \(maxHeadBytes >> 10) KiB"

    typealias Response = HTTPResponseHeads.Response

    struct Outcome: Sendable {
        var code: CURLcode
        var error: String
        /// OpenSSL's `X509_V_ERR_…`; 0 if the chain is valid.
        var verifyResult: Int
        /// One of `CURLPX_…`; 0 without an error of a SOCKS proxy.
        var proxyError: Int
        var responses: [Response]
        var body: [UInt8]
        var bodyBytes: Int
        var isBodyCut: Bool
        var isHeadEndless: Bool
        /// Whether a head has begun and not ended.
        var isHeadOpen = false
        var isNested: Bool
        /// The connection was shut down, since what came over it had no end (``CurlGuard``).
        var isFlooded: Bool
        /// Whether packets were retransmitted on a connection that libcurl opened itself.
        var isRepeated: Bool
        /// The time from the start of the transfer; `nil` if that moment was not reached.
        var tlsBegan: Duration?
        var requestBegan: Duration?
        /// Whether there was a handshake with the server, and not only with its proxy.
        var isShaken: Bool
        var requestSent: Duration?
        var firstByte: Duration?
        var total: Duration
        /// The longest time in which nothing of the body arrived, up to the end of the transfer; `nil` if nothing of it did.
        var longestPause: Duration?
        var tls: TLSFacts?
        var isCertificateMissing: Bool
        /// `CURLAUTH_…` that the server, and the proxy, offer.
        var offered: Int
        var offeredByProxy: Int
        var serverScheme: String?
        var proxyScheme: String?
        var ticketProblem: String?
        /// The destination of the last redirect, as an absolute URL.
        var redirect: String?
        var cookies: [String]

        var last: Response? { responses.last { !$0.isTunnel } }
    }

    let connection: CurlConnection
    var handle: CurlHandle { connection.handle }
    private let settings: HTTPSettings
    private let keepsBody: Bool
    private let begun = ContinuousClock.now
    private var source: UploadFile?
    private var heads: HTTPResponseHeads
    var responses: [Response] { heads.responses }
    /// Called at the end of the head of a response that requires a login (401, 407), before libcurl logs in.
    var whenRefused: (() -> Void)?
    private var headBytes = 0
    private var isHeadEndless = false
    private var isHeadOpen = false
    /// Whether the body is coded more than once. libcurl decodes all codings within one call: a gzip stream of empty blocks, coded
    /// three times more, has 4,309 bytes and took 37.5 s, which no time limit ended (docs/decisions/0085).
    private var isNested: Bool { heads.codings > 1 }
    private var body: [UInt8] = []
    private var bodyBytes = 0
    /// Whether the body was longer than the limit, which is not a failure of the transfer.
    private var isBodyCut = false
    private var isRepeated = false
    /// When the last part of the body arrived, and the longest time between two parts.
    private var bodyAt: ContinuousClock.Instant?
    private var longestPause = Duration.zero
    private var sentAt: ContinuousClock.Instant?
    /// The time of the last response's status line; not that of a proxy about its tunnel.
    private var answeredAt: ContinuousClock.Instant?
    /// The number of libcurl's turns.
    private var turns = 0

    /// Sets up a transfer.
    ///
    /// - Parameters:
    ///   - cookies: Cookies in libcurl's form, from another transfer of the same check; `nil` to keep none.
    ///   - leavesOut: Fields that libcurl would add itself.
    ///   - keepsBody: Whether the body is kept, instead of only being counted; `nil` if it depends on the rules.
    init(
        _ handle: CurlHandle, _ plan: CurlPlan, _ settings: HTTPSettings, cookies: [String]?, leavesOut: [String] = [],
        keepsBody: Bool? = nil
    ) throws {
        var plan = plan
        if settings.version == .http2 { plan.beginsHTTP2 = true }
        connection = try CurlConnection(handle, plan, protocols: "http,https")
        self.settings = settings
        heads = HTTPResponseHeads(keepsAllFields: settings.keepsAnswer)
        self.keepsBody = keepsBody ?? settings.readsBody
        try setRequest(leavesOut: leavesOut)
        if let cookies {
            try handle.set(CURLOPT_COOKIEFILE, "")
            for cookie in cookies { try handle.set(CURLOPT_COOKIELIST, cookie) }
        }
        try setCallbacks()
    }

    private func setRequest(leavesOut: [String]) throws {
        try handle.set(CURLOPT_USERAGENT, "netdiag")
        switch settings.version {
        case .http1: try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        case .http2: try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_0))
        case nil: break
        }
        if settings.acceptsCompression { try handle.set(CURLOPT_ACCEPT_ENCODING, "") }
        switch settings.body {
        case .bytes(let bytes):
            try handle.set(CURLOPT_POSTFIELDSIZE, bytes.count)
            // An empty value would make libcurl ask for the body.
            try handle.set(CURLOPT_COPYPOSTFIELDS, copying: bytes.isEmpty ? [0] : bytes)
        case .file(let path):
            let file = try UploadFile(path)
            source = file
            try handle.set(CURLOPT_UPLOAD, true)
            try handle.set(CURLOPT_INFILESIZE, file.size)
        case nil:
            if settings.method == "HEAD" { try handle.set(CURLOPT_NOBODY, true) }
        }
        if settings.method != "GET" || settings.body != nil {
            try handle.set(CURLOPT_CUSTOMREQUEST, settings.method)
        }
        try setFields(leavesOut: leavesOut)
    }

    private func setFields(leavesOut: [String]) throws(ProbeError) {
        // A field with an empty value is written with a semicolon, and a field to omit with nothing after the colon.
        var lines = settings.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        lines += leavesOut.map { "\($0):" }
        if settings.body != nil {
            // libcurl's defaults are a form as the type, and a question whether the server wants the body.
            for name in ["Content-Type", "Expect"]
            where !settings.fields.contains(where: { $0.name.lowercased() == name.lowercased() }) {
                lines.append("\(name):")
            }
        }
        if !lines.isEmpty { try handle.set(CURLOPT_HTTPHEADER, list: lines) }
    }

    private func setCallbacks() throws(ProbeError) {
        let context = handle.context(self)
        try handle.set(CURLOPT_WRITEDATA, pointer: context)
        try handle.set(CURLOPT_HEADERDATA, pointer: context)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_WRITEFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().tookBody(bytes)
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let line = UnsafeRawBufferPointer(start: data, count: size * count)
            return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().tookHead(line)
        }
        try handle.set(CURLOPT_XFERINFODATA, pointer: context)
        try handle.set(CURLOPT_NOPROGRESS, false)
        _ = netdiag_curl_set_progress(handle.easy) { context, _, _, _, _ in
            guard let context else { return 1 }
            return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().isPadded() ? 1 : 0
        }
        guard source != nil else { return }
        try handle.set(CURLOPT_READDATA, pointer: context)
        try handle.set(CURLOPT_SEEKDATA, pointer: context)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_READFUNCTION) { data, size, count, context in
            guard let context, let data else { return Int(CURL_READFUNC_ABORT) }
            let room = UnsafeMutableRawBufferPointer(start: data, count: size * count)
            return Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().gaveBody(room)
        }
        _ = netdiag_curl_set_seek(handle.easy) { context, offset, origin in
            guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
            let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.source?.seek(offset) == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
        }
    }

    /// Whether more was read from the socket than any response needs. This is checked only from time to time, since few
    /// responses need many turns.
    private func isPadded() -> Bool {
        handle.guardian.progress()
        turns += 1
        guard turns.isMultiple(of: 32), let socket = connection.socket, let taken = ReceivedByteCounter.of(socket)
        else {
            return false
        }
        return taken > (connection.isTunnelling ? Self.maxTunnelBytes : 2 * settings.maxBodyBytes + Self.maxPadding)
    }

    private func gaveBody(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard let count = source?.read(into: room) else { return Int(CURL_READFUNC_ABORT) }
        if count == 0 { sentAt = .now }
        return count
    }

    private func tookBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let now = ContinuousClock.now
        if let bodyAt { longestPause = max(longestPause, bodyAt.duration(to: now)) }
        bodyAt = now
        let room = settings.maxBodyBytes - bodyBytes
        if keepsBody {
            body += bytes.prefix(room)
        } else if responses.last?.status == 400, body.count < Self.maxRefusalBytes {
            // It may say that the server expects TLS.
            body += bytes.prefix(min(room, Self.maxRefusalBytes - body.count))
        }
        bodyBytes += min(bytes.count, room)
        // The first event proves that a stream of events works. What rules expect may be in a later one.
        let isEnough = !keepsBody && !settings.isLongBodyWrong && responses.last?.isEventStream == true
        guard bytes.count <= room, !isEnough else {
            isBodyCut = true
            return 0
        }
        return bytes.count
    }

    func tookHead(_ line: UnsafeRawBufferPointer) -> Int {
        headBytes += line.count
        guard headBytes <= Self.maxHeadBytes else {
            isHeadEndless = true
            return 0
        }
        if line.starts(with: "HTTP/".utf8) {
            beginResponse(line)
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), !responses.isEmpty {
            heads.addField(line[..<colon], line[(colon + 1)...])
        } else if line.count <= 2 {
            isHeadOpen = false
            if let status = responses.last?.status, status == 401 || status == 407 { whenRefused?() }
        }
        return isNested ? 0 : line.count
    }

    private func beginResponse(_ statusLine: UnsafeRawBufferPointer) {
        // Read while the connection exists, since libcurl may close it with the response. The counters of the given one are
        // read by its owner.
        if !connection.isOnGivenSocket, connection.socket.flatMap(TCPCounters.retransmissions) ?? 0 > 0 {
            isRepeated = true
        }
        if !connection.isTunnelling { answeredAt = .now }
        isHeadOpen = true
        heads.begin(statusLine, isTunnel: connection.isTunnelling)
    }

    /// The URL without credentials. libcurl copies those of the request into the destination of a relative reference.
    /// Credentials in a redirect of the server are omitted as well, since they are not ours.
    static func withoutLogin(_ url: String) -> String {
        // In libcurl's form, a path always follows the authority.
        var parts = url.unicodeScalars.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, let at = parts[2].lastIndex(of: "@") else { return url }
        parts[2] = parts[2][parts[2].index(after: at)...]
        return parts.map { String($0) }.joined(separator: "/")
    }

    func outcome(_ code: CURLcode) -> Outcome {
        let isWriteStopped = code == CURLE_WRITE_ERROR
        // libcurl's times count from its own start, after the setup: with them, phases between would come out shorter, or as nothing.
        let sent = (sentAt ?? connection.requestBegan).map { begun.duration(to: $0) }
        let answered = answeredAt.map { begun.duration(to: $0) }
        return Outcome(
            code: isWriteStopped && isBodyCut ? CURLE_OK : code, error: connection.error,
            verifyResult: handle.long(CURLINFO_SSL_VERIFYRESULT), proxyError: handle.long(CURLINFO_PROXY_ERROR),
            responses: responses, body: body, bodyBytes: bodyBytes, isBodyCut: isBodyCut,
            isHeadEndless: isHeadEndless, isHeadOpen: isHeadOpen, isNested: isNested,
            isFlooded: connection.isCut && code != CURLE_OK, isRepeated: isRepeated,
            tlsBegan: connection.tlsBegan.map { begun.duration(to: $0) },
            requestBegan: connection.requestBegan.map { begun.duration(to: $0) },
            isShaken: handle.time(CURLINFO_APPCONNECT_TIME_T) != nil && connection.requestBegan != nil,
            requestSent: sent ?? handle.time(CURLINFO_PRETRANSFER_TIME_T),
            firstByte: answered ?? handle.time(CURLINFO_STARTTRANSFER_TIME_T), total: begun.duration(to: .now),
            longestPause: bodyAt.map { max(longestPause, $0.duration(to: .now)) },
            tls: connection.facts(after: code),
            isCertificateMissing: connection.isCertificateMissing,
            offered: handle.long(CURLINFO_HTTPAUTH_AVAIL), offeredByProxy: handle.long(CURLINFO_PROXYAUTH_AVAIL),
            serverScheme: connection.serverScheme, proxyScheme: connection.proxyScheme,
            ticketProblem: connection.ticketProblem,
            redirect: handle.text(CURLINFO_REDIRECT_URL).map(Self.withoutLogin),
            cookies: handle.list(CURLINFO_COOKIELIST))
    }
}

/// A file whose content becomes the body of a request.
public final class UploadFile {
    let size: Int
    private let descriptor: CInt

    /// Opens a file.
    ///
    /// - Throws: ``ProbeError`` if it is not a readable regular file.
    public init(_ path: String) throws(ProbeError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw ProbeError("open \(SafeText.escaped(path))", errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ProbeError("open \(SafeText.escaped(path))", reason: "it is not a regular file")
        }
        size = Int(status.st_size)
    }

    deinit { close(descriptor) }

    /// Reads data.
    ///
    /// - Returns: 0 at the end, `nil` if it cannot be read.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int? {
        let count = Glibc.read(descriptor, room.baseAddress, room.count)
        return count < 0 ? nil : count
    }

    func seek(_ offset: Int) -> Bool { lseek(descriptor, offset, SEEK_SET) == offset }
}
