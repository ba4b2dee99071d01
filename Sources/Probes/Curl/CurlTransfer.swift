import CSockets
import CCurl
import Glibc
import NetworkModel

/// One transfer under way: the state that libcurl's callbacks write to.
///
/// Confined to ``CurlEngine``: its callbacks run inside libcurl's calls, which are all made on the engine's loop.
final class CurlTransfer {
    /// Response heads of more bytes than this, over all responses, end the transfer.
    static let mostHeadBytes = 256 * 1_024
    private static let keptFields: Set<String> = ["location", "retry-after", "server", "www-authenticate"]

    let handle: CurlHandle
    let request: CurlRequest
    private let continuation: CheckedContinuation<CurlOutcome, any Error>
    private let socket: ConnectedSocket
    private var given: CInt?
    private var responses: [CurlOutcome.Response] = []
    private var headBytes = 0
    private var bodyBytes = 0
    /// The body was longer than is read, which is no failure.
    private var isCut = false

    init(
        _ request: CurlRequest, over socket: ConnectedSocket,
        continuation: CheckedContinuation<CurlOutcome, any Error>
    ) throws(ProbeError) {
        handle = try CurlHandle()
        self.request = request
        self.socket = socket
        self.continuation = continuation
        try configure()
    }

    private func configure() throws(ProbeError) {
        try handle.set(CURLOPT_URL, request.url)
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_PROXY, "")
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_FOLLOWLOCATION, request.mostRedirects > 0)
        try handle.set(CURLOPT_MAXREDIRS, request.mostRedirects)
        try handle.set(CURLOPT_USERAGENT, "netdiag")
        try handle.set(CURLOPT_FRESH_CONNECT, true)
        try handle.set(CURLOPT_FORBID_REUSE, true)
        try handle.set(CURLOPT_CONNECT_ONLY, request.connectsOnly)
        try handle.set(CURLOPT_TIMEOUT_MS, max(request.limit.wholeMilliseconds, 1))
        try handle.set(CURLOPT_CERTINFO, request.url.hasPrefix("https:"))
        try handle.set(CURLOPT_SSL_VERIFYPEER, request.verifiesPeer)
        try handle.set(CURLOPT_SSL_VERIFYHOST, request.verifiesPeer ? 2 : 0)
        if let file = request.certificateAuthorityFile { try handle.set(CURLOPT_CAINFO, file) }
        if let (host, port, address) = request.resolve {
            // The zone is left out: libcurl takes none here, and the connection exists already.
            let plain = IPAddress(bytes: address.bytes)?.description ?? address.description
            let bracketed = address.family == .ipv6 ? "[\(plain)]" : plain
            try handle.set(CURLOPT_RESOLVE, list: ["\(host):\(port):\(bracketed)"])
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        // The engine keeps the transfer until it has taken the handle off, so the callbacks never outlive it.
        try handle.set(CURLOPT_WRITEDATA, pointer: context)
        try handle.set(CURLOPT_HEADERDATA, pointer: context)
        try handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        try handle.set(CURLOPT_SOCKOPTDATA, pointer: context)
        try handle.set(CURLOPT_PRIVATE, pointer: context)
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_WRITEFUNCTION) { _, size, count, context in
            guard let context else { return 0 }
            return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().tookBody(size * count)
        }
        _ = netdiag_curl_set_write(handle.easy, CURLOPT_HEADERFUNCTION) { data, size, count, context in
            guard let context, let data else { return 0 }
            let line = UnsafeBufferPointer(start: data, count: size * count)
            return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().tookHead(line)
        }
        _ = netdiag_curl_set_open_socket(handle.easy) { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue().openSocket(address.pointee)
        }
        _ = netdiag_curl_set_socket_option(handle.easy) { context, fd, _ in
            guard let context else { return CURL_SOCKOPT_ERROR }
            let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
            return fd == transfer.given ? CURL_SOCKOPT_ALREADY_CONNECTED : CURL_SOCKOPT_OK
        }
    }

    /// The connection that the TCP probe made comes first; redirects to other hosts get sockets of their own.
    private func openSocket(_ address: curl_sockaddr) -> curl_socket_t {
        if let fd = socket.handOver() {
            given = fd
            return fd
        }
        given = nil
        return Glibc.socket(address.family, address.socktype | CInt(SOCK_CLOEXEC.rawValue), address.protocol)
    }

    private func tookBody(_ count: Int) -> Int {
        bodyBytes += count
        guard bodyBytes <= request.mostBodyBytes else {
            isCut = true
            return 0
        }
        return count
    }

    private func tookHead(_ bytes: UnsafeBufferPointer<CChar>) -> Int {
        headBytes += bytes.count
        guard headBytes <= Self.mostHeadBytes else { return 0 }
        let line = String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            let parts = line.split(whereSeparator: \.isWhitespace)
            let version = parts.first.map { String($0.dropFirst(5)) } ?? ""
            let status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            // An interim response (RFC 9110 section 15.2) is not an answer.
            if responses.last.map({ (100..<200).contains($0.status) }) == true { responses.removeLast() }
            responses.append(CurlOutcome.Response(status: status, version: version))
        } else if let colon = line.firstIndex(of: ":"), !responses.isEmpty {
            let name = line[..<colon].lowercased()
            guard Self.keptFields.contains(name) else { return bytes.count }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            let trimmed = value.prefix { !$0.isNewline }
            responses[responses.count - 1].fields.append((name, String(trimmed.prefix(2_048))))
        }
        return bytes.count
    }

    func succeed(with code: CURLcode) {
        continuation.resume(
            returning: CurlOutcome(
                code: code == CURLE_WRITE_ERROR && isCut ? CURLE_OK : code, error: handle.error,
                verifyResult: handle.long(CURLINFO_SSL_VERIFYRESULT), responses: responses, bodyBytes: bodyBytes,
                tlsDone: handle.time(CURLINFO_APPCONNECT_TIME_T), requestSent: handle.time(CURLINFO_PRETRANSFER_TIME_T),
                firstByte: handle.time(CURLINFO_STARTTRANSFER_TIME_T),
                total: handle.time(CURLINFO_TOTAL_TIME_T) ?? .zero,
                certificates: handle.certificates, redirects: handle.long(CURLINFO_REDIRECT_COUNT)))
    }

    func fail(_ error: any Error) {
        continuation.resume(throwing: error)
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
