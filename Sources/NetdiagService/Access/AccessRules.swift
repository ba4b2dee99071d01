import Glibc
import HTTPTypes
import Logging
import NetworkModel
import Synchronization
import NetdiagConfiguration

/// Determines the access level of clients: strangers, readers, and clients that may send packets.
///
/// A local client is identified by its user and groups, which the kernel provides (`SO_PEERCRED` of unix(7)); a remote
/// one by its address, the token, or the session that a browser received for it.
final class AccessRules: Sendable {
    private struct State {
        var access: Configuration.Access
        /// The lower-case names and addresses that the daemon serves.
        var names: Set<String>
        /// The name that Avahi has claimed for this machine on the link, in lower case.
        var multicastName: String?
        /// The version of the token's file that was last read; `nil` before the first read.
        var tokenFile: TokenFile?
        var sessions = Sessions()
        var attempts = AttemptLimit()
    }

    static let cookieName = "netdiag-session"

    private let state: Mutex<State>
    /// The user of the daemon.
    private let ownUser: uid_t
    private let logger: Logger?
    /// Whether this machine resolves a name to its addresses without asking other hosts.
    private let leadsHere: @Sendable (_ name: String, _ addresses: [IPAddress]) -> Bool

    init(
        _ access: Configuration.Access, ownUser: uid_t, logger: Logger? = nil,
        leadsHere: @escaping @Sendable (_ name: String, _ addresses: [IPAddress]) -> Bool
    ) {
        state = Mutex(State(access: access, names: []))
        self.ownUser = ownUser
        self.logger = logger
        self.leadsHere = leadsHere
    }

    /// Sets new rules. Sessions end when their token changes.
    func update(_ access: Configuration.Access) {
        state.withLock { state in
            if state.access.token != access.token { state.sessions.endAll() }
            state.access = access
            state.tokenFile = nil
        }
    }

    /// The rules with the current token: a changed or deleted file takes effect immediately. The file is checked when a
    /// request has a token or a session, and read if it has changed.
    private func refreshed() -> Configuration.Access {
        state.withLock { state in
            guard let path = state.access.tokenFile else { return state.access }
            let file = TokenFile(path: path)
            if file == nil || file != state.tokenFile {
                let token = try? TokenSetting.read(path)
                if token != state.access.token { state.sessions.endAll() }
                (state.access.token, state.tokenFile) = (token, file)
            }
            return state.access
        }
    }

    /// Sets the current names and addresses of this machine. A name for which other hosts are asked is not its own: whoever
    /// answers can lead it to a page of theirs, and rebind it to this machine.
    func serve(host: String, links: [Link]) {
        let host = host.lowercased()
        let short = host.split(separator: ".").first.map(String.init) ?? host
        let own = links.flatMap(\.addresses).map(\.address)
        var names: Set<String> = ["localhost", "127.0.0.1", "::1"]
        if leadsHere(short, own) { names.insert(short) }
        // Only the name that multicast DNS gives this machine needs a claim. A domain below .local may be a unicast one.
        if host != short, host != short + ".local", leadsHere(host, own) { names.insert(host) }
        for address in own {
            // A zone has no meaning outside this machine, and browsers omit it.
            names.insert(IPAddress(bytes: address.bytes)?.description ?? "\(address)")
        }
        state.withLock { $0.names = names }
    }

    /// Sets the name of this machine in multicast DNS, as in `h1.local`; `nil` while it has none. Any host of the link can claim
    /// a name below `.local` that nobody has, and rebind it to this machine.
    func serve(multicastName name: String?) {
        let name = name?.lowercased()
        state.withLock { $0.multicastName = name?.hasSuffix(".") == true ? name.map { String($0.dropLast()) } : name }
    }

    // MARK: Admission

    /// Whether a host may connect at all; checked when its connection is accepted, before anything is read.
    func isAdmitted(_ address: IPAddress) -> Bool {
        state.withLock { $0.access.networks }.contains { address.isIn(prefix: $0.prefix, length: $0.length) }
    }

    static let foreignAddress = Problem(
        .forbidden, "your address is in none of the networks that may ask (access: networks:)")

    /// The access level of a request's client.
    ///
    /// - Throws: ``Problem``: 403 for an address outside the networks, a page of another site, and a token in plain
    ///   text; 400 and 421 for the Host (RFC 9110 section 7.4).
    func admit(_ client: Client, _ request: HTTPRequest) throws(Problem) -> Admission {
        switch client {
        case .local(let uid, let gid, let groups):
            let accessLevel: AccessLevel = isPrivileged(uid, groups: groups + [gid]) ? .privileged : .reader
            return Admission(accessLevel: accessLevel, isLocal: true)
        case .remote(let address, let transport):
            let showsSecret = request.headerFields.contains(.cookie) || request.headerFields.contains(.authorization)
            let access = showsSecret ? refreshed() : state.withLock { $0.access }
            guard access.networks.contains(where: { address.isIn(prefix: $0.prefix, length: $0.length) }) else {
                throw Self.foreignAddress
            }
            let authority = try authority(of: request, access)
            if !Self.isPicture(request) || !access.isReadByAll { try FetchMetadata.check(request, to: authority) }
            return try remote(address, transport, request.headerFields, access)
        }
    }

    /// Whether pages of other sites may show badges: if every client that may connect may also read, badges disclose
    /// nothing.
    var sharesBadges: Bool { state.withLock { $0.access.isReadByAll } }

    private static func isPicture(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && request.path?.hasPrefix("/badge/") == true
    }

    private func authority(
        of request: HTTPRequest, _ access: Configuration.Access
    ) throws(Problem) -> Authority {
        guard let text = request.authority, !text.isEmpty else {
            throw Problem(.badRequest, "the Host field is missing")
        }
        guard let authority = Authority(text) else {
            throw Problem(
                .badRequest,
                "\"\(SafeText.escaped(SafeText.cut(text, to: 100)))\" is neither HOST nor HOST:PORT, as the Host field requires"
            )
        }
        // Prevents DNS rebinding: a page of another site whose name resolves to this machine sends its own name.
        let isOwn =
            state.withLock { $0.names.contains(authority.host) || $0.multicastName == authority.host }
            || access.hosts.contains { $0.lowercased() == authority.host }
        guard isOwn else {
            throw Problem(
                .misdirectedRequest,
                "\"\(SafeText.escaped(SafeText.cut(authority.host, to: 100)))\" is not a name of this host; add it to access: hosts:"
            )
        }
        return authority
    }

    private func remote(
        _ address: IPAddress, _ transport: Client.Transport, _ fields: HTTPFields, _ access: Configuration.Access
    ) throws(Problem) -> Admission {
        let isForwarded = Self.isForwarded(fields)
        let isHere = address.isLoopback && (!isForwarded || access.trustsProxy)
        let isPrivate = Self.isPrivate(address, transport)
        var admission = Admission(
            accessLevel: isHere || access.isReader(address) ? .reader : .stranger, isLocal: false,
            takesToken: access.token != nil && isPrivate, hasToken: access.token != nil)
        let cookies = isPrivate ? PresentedSecret.cookies(Self.cookieName, in: fields) : []
        if !cookies.isEmpty,
            state.withLock({ state in cookies.contains { state.sessions.isValid($0, at: .now) } })
        {
            // Browsers send cookies automatically, so that these must never have effects: a session permits only
            // reading.
            admission.accessLevel = max(admission.accessLevel, .reader)
            admission.hasSession = true
        }
        guard let token = PresentedSecret.bearer(fields) else { return admission }
        guard isPrivate else { throw Self.inTheClear }
        switch examine(token, address, isForwarded: isForwarded, access) {
        case .right: admission.accessLevel = .privileged
        case .wrong: break
        case .notLookedAt(let pause): admission.pause = pause
        }
        return admission
    }

    /// Whether the connection cannot be read by others: over TLS, or over the loopback interface.
    private static func isPrivate(_ address: IPAddress, _ transport: Client.Transport) -> Bool {
        transport == .tls || address.isLoopback
    }

    private static let inTheClear = Problem(
        .forbidden,
        "the token is refused over plain HTTP from another host, where it can be read on the way: ask over https "
            + "(listen: https:) or through ssh -L, and make a new one")

    /// The result of checking a token.
    private enum TokenCheck {
        case right, wrong
        /// The token was not checked, after too many wrong ones from the address.
        case notLookedAt(Duration)
    }

    /// Checks a token, and counts wrong ones.
    private func examine(
        _ token: String, _ address: IPAddress, isForwarded: Bool, _ access: Configuration.Access
    ) -> TokenCheck {
        guard let wanted = access.token else { return .wrong }
        let now = ContinuousClock.now
        let (check, isNews): (TokenCheck, Bool) = state.withLock { state in
            if let pause = state.attempts.pause(for: address, isForwarded: isForwarded, at: now) {
                return (.notLookedAt(pause), false)
            }
            if ConstantTime.isEqual(token, wanted) { return (.right, false) }
            return (.wrong, state.attempts.recordFailure(of: address, isForwarded: isForwarded, at: now))
        }
        if isNews { logger?.warning("a wrong token came from \(address)\(isForwarded ? ", through a proxy" : "")") }
        return check
    }

    private func isPrivileged(_ uid: uid_t, groups: [gid_t]) -> Bool {
        if uid == 0 { return true }
        // All users without a mapping in the daemon's user namespace have this number (user_namespaces(7)).
        guard uid != Self.overflow else { return false }
        let access = state.withLock { $0.access }
        if uid == ownUser || uid == access.owner { return true }
        return access.group.map { $0 != Self.overflow && groups.contains($0) } ?? false
    }

    /// The default of `/proc/sys/kernel/overflowuid` and `overflowgid`.
    private static let overflow: UInt32 = 65_534

    // MARK: Browsers

    /// Creates a session for a browser with the token.
    ///
    /// - Parameter fields: The fields of the request.
    /// - Returns: The cookie's value; `nil` for a wrong token.
    /// - Throws: 403 for a token in plain text, 429 after too many wrong ones.
    func signIn(_ token: String, from client: Client, _ fields: HTTPFields = [:]) throws(Problem) -> String? {
        guard case .remote(let address, let transport) = client else { return nil }
        guard Self.isPrivate(address, transport) else { throw Self.inTheClear }
        let access = refreshed()
        switch examine(token, address, isForwarded: Self.isForwarded(fields), access) {
        case .right: break
        case .wrong: return nil
        case .notLookedAt(let pause): throw Admission.tooMany(pause)
        }
        return state.withLock { state in
            // The token may have changed meanwhile.
            state.access.token == access.token ? state.sessions.begin(at: .now) : nil
        }
    }

    /// Ends the session of the request.
    func signOut(_ fields: HTTPFields) {
        let cookies = PresentedSecret.cookies(Self.cookieName, in: fields)
        state.withLock { state in
            for cookie in cookies { state.sessions.end(cookie) }
        }
    }

    /// The cookie of a session: for this host only, hidden from scripts and from pages of other sites (RFC 6265bis
    /// section 4.1.2), and not sent over plain HTTP if the browser used TLS.
    ///
    /// - Parameter session: The value; `nil` to delete the cookie.
    static func cookie(_ session: String?, for request: APIRequest) -> String {
        var isSecure = request.fields[forwardedScheme]?.lowercased() == "https"
        if case .remote(_, .tls) = request.client { isSecure = true }
        let age = session == nil ? 0 : Sessions.lifetime.components.seconds
        return "\(cookieName)=\(session ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    // MARK: Fields

    private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!

    /// The fields of proxies that forward requests (RFC 7239, RFC 9110 section 7.6.3, and earlier conventions).
    private static let forwarding = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP",
        "Via",
    ].compactMap { HTTPField.Name($0) }

    static func isForwarded(_ fields: HTTPFields) -> Bool { forwarding.contains { fields.contains($0) } }
}
