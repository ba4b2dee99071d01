import CCurl
import CSockets
import Glibc
import HostResolution
import NetworkModel
import SystemAddresses

/// The options that every transfer needs for its connection, whatever the protocol: the connected socket, limits, TLS, the
/// proxy, and the credentials.
///
/// It is confined to ``CurlEngine``, like the transfer that it belongs to. The handle retains it as the context of callbacks.
final class CurlConnection {
    let handle: CurlHandle
    /// OpenSSL's information about the connection, from just before the first request on.
    private var tls: TLSFacts?
    /// The time of that moment, and of the beginning of its handshake.
    private(set) var tlsBegan: ContinuousClock.Instant?
    private(set) var requestBegan: ContinuousClock.Instant?
    /// The scheme in the last `Authorization` field that was sent to the server, and to the proxy.
    private(set) var serverScheme: String?
    private(set) var proxyScheme: String?
    /// The library's text about tickets that it could not get.
    private(set) var ticketProblem: String?
    /// Called before each request, including those that a login repeats.
    var whenRequestBegins: (() -> Void)?
    /// The last socket that was given or opened. libcurl may have closed it.
    private(set) var socket: CInt?
    /// The number of sockets in addition to the given one.
    private(set) var socketsOpened = 0
    private let plan: CurlPlan
    private var given: CInt?
    /// Whether libcurl still uses the given connection, and not one that it opened itself.
    var isOnGivenSocket: Bool { given != nil }
    /// Whether the connection was shut down, since it brought nothing and kept libcurl busy.
    var isCut: Bool { handle.isCut }
    /// The place where OpenSSL records that the server requested a client certificate and got none, and which certificates it
    /// verified. Each `SSL_CTX` holds a reference to it, since the server may send the request as long as the connection exists,
    /// even when libcurl closes it after the end of the transfer.
    private let observation: OpaquePointer?
    var isCertificateMissing: Bool { observation.map { netdiag_tls_is_certificate_demanded($0) != 0 } ?? false }

    /// libcurl's text about the error, unless a handshake was ended here because its computations would have blocked the loop:
    /// OpenSSL has only the reason that a group is too small.
    var error: String {
        let bits = observation.map(netdiag_tls_refused_bits) ?? 0
        return bits > 0
            ? "the server's Diffie-Hellman group has \(bits) bits, and groups of more than 4096 bits are not accepted here"
            : handle.error
    }

    /// Whether received data belongs to the proxy's response before the tunnel is established.
    var isTunnelling: Bool { plan.tunnels && requestBegan == nil }

    /// Sets the options of a handle.
    ///
    /// - Parameter protocols: The value of `CURLOPT_PROTOCOLS_STR`.
    init(_ handle: CurlHandle, _ plan: CurlPlan, protocols: String) throws(ProbeError) {
        self.handle = handle
        self.plan = plan
        observation = plan.usesTLS ? netdiag_tls_observation_new() : nil
        try handle.set(CURLOPT_URL, plan.url)
        try handle.set(CURLOPT_NOSIGNAL, true)
        try handle.set(CURLOPT_PROTOCOLS_STR, protocols)
        try handle.set(CURLOPT_FRESH_CONNECT, true)
        try handle.set(CURLOPT_FORBID_REUSE, true)
        try handle.set(CURLOPT_TIMEOUT_MS, max(plan.limit.wholeMilliseconds, 1))
        try setSocket()
        try setTLS()
        if plan.usesTLS || plan.proxy != nil || plan.isUpgrade { try setRequestBegins() }
        try setProxy()
        try setLogin()
        let entries = plan.resolveEntries
        if !entries.isEmpty { try handle.set(CURLOPT_RESOLVE, list: entries) }
    }

    deinit { netdiag_tls_observation_release(observation) }

    private func guardSocket(_ descriptor: CInt) {
        if plan.mayBeHTTP2 { handle.monitor(descriptor) }
    }

    // MARK: - The socket

    private func setSocket() throws(ProbeError) {
        let context = handle.context(self)
        if let path = plan.socket.path { try handle.set(CURLOPT_UNIX_SOCKET_PATH, path) }
        if let name = plan.replay { try handle.set(CURLOPT_ABSTRACT_UNIX_SOCKET, name) }
        try handle.set(CURLOPT_OPENSOCKETDATA, pointer: context)
        try handle.set(CURLOPT_SOCKOPTDATA, pointer: context)
        _ = netdiag_curl_set_open_socket(handle.easy) { context, _, address in
            guard let context, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue().openSocket(address)
        }
        _ = netdiag_curl_set_socket_option(handle.easy) { context, fd, _ in
            guard let context else { return CURL_SOCKOPT_ERROR }
            let connection = Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue()
            return fd == connection.given ? CURL_SOCKOPT_ALREADY_CONNECTED : CURL_SOCKOPT_OK
        }
    }

    /// Returns the given connection first. Further connections of the protocol get new sockets to the same address only:
    /// libcurl may derive another address from the reply to `PASV`, but only this address was examined.
    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if plan.replay == nil, let fd = plan.socket.handOver() {
            guard plan.socket.path != nil else {
                given = fd
                socket = fd
                guardSocket(fd)
                return fd
            }
            // libcurl 7.88 connects it again, whatever CURLOPT_SOCKOPTFUNCTION returns. Linux accepts that once for TCP, and
            // never for unix(7) (EISCONN).
            close(fd)
        }
        given = nil
        if plan.isHTTP, plan.socket.path == nil, plan.replay == nil { setPeer(of: address) }
        guard plan.mayListen || isPeer(address) else { return CURL_SOCKET_BAD }
        socketsOpened += 1
        let kind = address.pointee
        let fd = Glibc.socket(kind.family, kind.socktype | CInt(NETDIAG_CLOSE_ON_EXEC), kind.protocol)
        socket = fd >= 0 ? fd : nil
        if fd >= 0 { guardSocket(fd) }
        return fd
    }

    /// Makes libcurl connect to the peer. All transfers share the addresses of names, so that a transfer to another address of the
    /// same name replaces the one of this transfer.
    private func setPeer(of address: UnsafeMutablePointer<curl_sockaddr>) {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return }
        let peer = plan.socket.peer
        SocketAddress(peer.address.unmapped, port: peer.port).withSockaddr { source, length in
            address.pointee.family = CInt(source.pointee.sa_family)
            address.pointee.addrlen = length
            (UnsafeMutableRawPointer(address) + offset).copyMemory(from: source, byteCount: Int(length))
        }
    }

    private func isPeer(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        guard plan.socket.path == nil, plan.replay == nil else { return address.pointee.family == AF_UNIX }
        return Self.address(address)?.bytes == plan.socket.peer.address.unmapped.bytes
    }

    /// The actual address extends beyond the end of the structure that C declares.
    private static func address(_ of: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        let size = of.pointee.family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        guard of.pointee.addrlen >= size else { return nil }
        return SocketAddress((UnsafeRawPointer(of) + offset).assumingMemoryBound(to: sockaddr.self))?.address.unmapped
    }

    // MARK: - TLS

    private func setTLS() throws(ProbeError) {
        guard plan.usesTLS else { return }
        let files = [plan.tls.certificateAuthorityFile, plan.tls.clientCertificateFile, plan.tls.clientKeyFile]
        for file in files.compactMap(\.self) { try Self.requireRegular(file) }
        let settings = plan.tls
        try handle.set(CURLOPT_SSL_VERIFYPEER, plan.verifiesPeer)
        try handle.set(CURLOPT_SSL_VERIFYHOST, plan.verifiesPeer ? 2 : 0)
        if !plan.offersProtocols { try handle.set(CURLOPT_SSL_ENABLE_ALPN, false) }
        try setAuthorities(settings.certificateAuthorityFile)
        // A certificate is never sent to an unverified server: the client's identity is for the intended server.
        if plan.verifiesPeer, let file = settings.clientCertificateFile {
            try handle.set(CURLOPT_SSLCERT, file)
            try handle.set(CURLOPT_SSLKEY, settings.clientKeyFile ?? file)
        }
        if settings.minVersion != nil || settings.maxVersion != nil {
            let least = settings.minVersion.map(Self.curlVersion) ?? Int(CURL_SSLVERSION_DEFAULT)
            let most = settings.maxVersion.map(Self.curlVersion) ?? 0
            // The value is formed like CURL_SSLVERSION_MAX_TLSv1_2 and similar.
            try handle.set(CURLOPT_SSLVERSION, least | most << 16)
            // The signatures of TLS 1.0 and 1.1 are too weak for every higher level (SSL_CTX_set_security_level(3)).
            if let version = settings.minVersion ?? settings.maxVersion, version < .tls12 {
                try handle.set(CURLOPT_SSL_CIPHER_LIST, "DEFAULT@SECLEVEL=0")
            }
        }
        try handle.set(CURLOPT_SSL_CTX_DATA, pointer: handle.context(self))
        _ = netdiag_curl_set_tls_context(handle.easy) { _, library, context in
            netdiag_tls_request_status(library)
            guard let context else { return CURLE_OK }
            let connection = Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue()
            connection.tlsBegan = .now
            netdiag_tls_observe(library, connection.observation, connection.plan.verifiesPeer ? 1 : 0)
            return CURLE_OK
        }
    }

    private func setRequestBegins() throws(ProbeError) {
        try handle.set(CURLOPT_PREREQDATA, pointer: handle.context(self))
        _ = netdiag_curl_set_request_begins(handle.easy) { context, _, _, _, _ in
            guard let context else { return CURL_PREREQFUNC_ABORT }
            Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue().requestBegins()
            return CURL_PREREQFUNC_OK
        }
    }

    /// Sets the trusted authorities. libcurl only keeps the parsed authorities for later connections if it searches no
    /// directory for more.
    private func setAuthorities(_ file: String?) throws(ProbeError) {
        guard let file = file ?? Self.systemAuthorities else { return }
        try handle.set(CURLOPT_CAINFO, file)
        try handle.set(CURLOPT_CAPATH, pointer: nil)
    }

    /// Requires a regular file, since opening a FIFO would wait for a writer, on the loop of all checks.
    private static func requireRegular(_ path: String) throws(ProbeError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw ProbeError("open \(SafeText.escaped(path))", errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ProbeError("open \(SafeText.escaped(path))", reason: "it is not a regular file")
        }
    }

    private static let systemAuthorities = TrustStore.readableFile

    private static func curlVersion(_ version: TLSSettings.Version) -> Int {
        switch version {
        case .tls10: Int(CURL_SSLVERSION_TLSv1_0)
        case .tls11: Int(CURL_SSLVERSION_TLSv1_1)
        case .tls12: Int(CURL_SSLVERSION_TLSv1_2)
        case .tls13: Int(CURL_SSLVERSION_TLSv1_3)
        }
    }

    private func requestBegins() {
        whenRequestBegins?()
        guard requestBegan == nil else { return }
        requestBegan = .now
        readTLS()
    }

    /// Reads the TLS state in the first call after the handshake, for protocols that exchange data before a request.
    func readTLS() {
        guard tls == nil else { return }
        tls = netdiag_curl_get_tls(handle.easy).flatMap { TLSFacts($0) }
    }

    /// The TLS state after the end of the transfer. Of a connection whose certificates were refused, OpenSSL's callback has kept
    /// them. A further connection may lead to another server, with other certificates.
    func facts(after code: CURLcode) -> TLSFacts? {
        guard tls == nil, code == CURLE_PEER_FAILED_VERIFICATION else { return tls }
        return observation.flatMap { TLSFacts(refusedBy: $0) }
    }

    // MARK: - The proxy, and who asks

    private func setProxy() throws(ProbeError) {
        guard let proxy = plan.proxy else {
            // Empty instead of absent, since libcurl would otherwise use the environment.
            try handle.set(CURLOPT_PROXY, "")
            return
        }
        try handle.set(CURLOPT_PROXY, "\(proxy.kind.rawValue)://\(proxy.host.inASCII.bracketed):\(proxy.port)")
        try handle.set(CURLOPT_NOPROXY, "")
        try handle.set(CURLOPT_HTTPPROXYTUNNEL, plan.tunnels)
        if proxy.kind == .https, let file = plan.tls.certificateAuthorityFile ?? Self.systemAuthorities {
            try handle.set(CURLOPT_PROXY_CAINFO, file)
        }
        guard let login = plan.proxyLogin else { return }
        if case .password(let user, let password) = login.secret.content {
            try handle.set(CURLOPT_PROXYUSERNAME, user)
            try handle.set(CURLOPT_PROXYPASSWORD, password)
        } else {
            try handle.set(CURLOPT_PROXYUSERPWD, ":")
        }
        // SOCKS5 has two authentication methods of its own (RFC 1928 section 3). The type of the credentials selects one.
        if proxy.kind == .http || proxy.kind == .https {
            try handle.set(CURLOPT_PROXYAUTH, login.mask)
        }
    }

    /// Requires text without line ends: Digest and Bearer copy it, so that a line end would begin another field (RFC 7617
    /// section 2, RFC 7616 section 3.4).
    private static func requireText(_ login: HTTPProbe.Login?) throws(ProbeError) {
        let texts: [String] =
            switch login?.secret.content {
            case .password(let user, let password): [user, password]
            case .token(let token): [token]
            case .tickets, nil: []
            }
        guard !texts.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7f } }) else {
            throw ProbeError("the login", reason: "it contains a control character, which cannot be sent")
        }
    }

    private func setLogin() throws(ProbeError) {
        try Self.requireText(plan.login)
        try Self.requireText(plan.proxyLogin)
        if let login = plan.login {
            switch login.secret.content {
            case .password(let user, let password):
                try handle.set(CURLOPT_USERNAME, user)
                try handle.set(CURLOPT_PASSWORD, password)
            case .token(let token):
                try handle.set(CURLOPT_XOAUTH2_BEARER, token)
            case .tickets:
                try handle.set(CURLOPT_USERPWD, ":")
            }
            if plan.isHTTP { try handle.set(CURLOPT_HTTPAUTH, login.mask) }
        }
        guard plan.isHTTP, plan.login != nil || plan.proxyLogin != nil else { return }
        // The evidence is what was really sent, not what was intended.
        try handle.set(CURLOPT_VERBOSE, true)
        try handle.set(CURLOPT_DEBUGDATA, pointer: handle.context(self))
        _ = netdiag_curl_set_debug(handle.easy) { _, kind, bytes, count, context in
            guard let context, let bytes else { return 0 }
            let connection = Unmanaged<CurlConnection>.fromOpaque(context).takeUnretainedValue()
            connection.record(kind, UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
    }

    private func record(_ kind: curl_infotype, _ bytes: UnsafeBufferPointer<CChar>) {
        guard kind == CURLINFO_HEADER_OUT || kind == CURLINFO_TEXT else { return }
        let text = String(decoding: bytes.prefix(65_536).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if kind == CURLINFO_TEXT {
            if text.hasPrefix("gss_init_sec_context() failed") || text.hasPrefix("SPNEGO") {
                ticketProblem = String(text.prefix(300).prefix { !$0.isNewline })
            }
            return
        }
        for line in text.split(whereSeparator: \.isNewline) {
            func scheme(behind name: String) -> String? {
                guard line.count > name.count, line.prefix(name.count).lowercased() == name else { return nil }
                return line.dropFirst(name.count).split(separator: " ").first.map { $0.lowercased() }
            }
            if let found = scheme(behind: "authorization:") { serverScheme = found }
            if let found = scheme(behind: "proxy-authorization:") { proxyScheme = found }
        }
    }
}

/// The properties of a connection to establish.
struct CurlPlan: Sendable {
    /// A host and port with their address.
    struct Place: Sendable {
        var host: Host
        var port: UInt16
        var address: IPAddress
    }

    var url: String
    /// The socket, which is connected to the target or to the proxy.
    var socket: ConnectedSocket
    /// The name of the abstract socket (unix(7)) of a ``ReplayedConnection``, which libcurl uses in place of the socket.
    var replay: String?
    /// The addresses of hosts that libcurl would resolve, so that nothing is resolved again.
    var places: [Place]
    var tls = TLSSettings()
    var verifiesPeer = true
    /// Whether ALPN offers HTTP.
    var offersProtocols = true
    var login: HTTPProbe.Login?
    var proxy: Proxy?
    var proxyLogin: HTTPProbe.Login?
    var tunnels = false
    /// Whether a socket may be opened to which the peer connects (FTP's active mode).
    var mayListen = false
    /// Whether the data after the head belongs to another protocol, in both directions.
    var isUpgrade = false
    /// Whether the first byte is HTTP/2's, or an upgrade to it is asked for.
    var beginsHTTP2 = false
    var limit: Duration

    var mayBeHTTP2: Bool { isHTTP && (usesTLS || beginsHTTP2) }
    var isHTTP: Bool { url.hasPrefix("http") }
    var usesTLS: Bool { url.hasPrefix("https:") || url.hasPrefix("ftps:") || requiresTLS || proxy?.kind == .https }
    /// Whether TLS is required in a protocol that begins without it.
    var requiresTLS = false

    var resolveEntries: [String] {
        places.compactMap { place in
            guard case .name(let name) = place.host else { return nil }
            // The zone is omitted, since libcurl does not accept one here, and the connection already exists.
            let plain = IPAddress(bytes: place.address.bytes)?.description ?? ""
            return "\(name):\(place.port):\(place.address.family == .ipv6 ? "[\(plain)]" : plain)"
        }
    }
}
