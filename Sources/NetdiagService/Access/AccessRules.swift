import Glibc
import HTTPTypes
import NetworkModel
import Synchronization
import NetdiagConfiguration

/// Determines the access level of clients: strangers, readers, and clients that may send packets.
///
/// A local client is known by its user and groups, whom the kernel names (`SO_PEERCRED` of unix(7)); a remote one by its
/// address, the token, or the session that a browser was given for it.
final class AccessRules: Sendable {
    private struct State {
        var access: Configuration.Access
        /// Lower-case names and addresses that the daemon serves.
        var names: Set<String>
        /// The token's file as it was read last; `nil`: not yet.
        var tokenFile: TokenFile?
        var sessions = Sessions()
        var attempts = AttemptLimit()
    }

    static let cookieName = "netdiag-session"

    private let state: Mutex<State>
    /// The user that the daemon runs as.
    private let ownUser: uid_t

    init(_ access: Configuration.Access, ownUser: uid_t) {
        state = Mutex(State(access: access, names: []))
        self.ownUser = ownUser
    }

    /// Takes new rules. Sessions end with the token that they were given for.
    func update(_ access: Configuration.Access) {
        state.withLock { state in
            if state.access.token != access.token { state.sessions.endAll() }
            state.access = access
            state.tokenFile = nil
        }
    }

    /// The rules, with the token as its file has it now: one that was changed, or taken away, counts from then on. The file
    /// is examined when somebody shows a token or a session, and read where it is another one.
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

    /// Takes the names and addresses that this machine has now.
    func serve(host: String, links: [Link]) {
        let short = host.split(separator: ".").first.map(String.init) ?? host
        var names: Set<String> = ["localhost", "127.0.0.1", "::1", host.lowercased(), short.lowercased()]
        names.insert(short.lowercased() + ".local")
        for address in links.flatMap(\.addresses) {
            // A zone has no meaning outside this machine, and browsers leave it out.
            names.insert(IPAddress(bytes: address.address.bytes)?.description ?? "\(address.address)")
        }
        state.withLock { $0.names = names }
    }

    // MARK: Who may come in

    /// Whether a host may connect at all. Asked when its connection is accepted, before anything of it is read.
    func isAdmitted(_ address: IPAddress) -> Bool {
        state.withLock { $0.access.networks }.contains { address.isIn(prefix: $0.prefix, length: $0.length) }
    }

    static let foreignAddress = Problem(
        .forbidden, "your address is in none of the networks that may ask (access: networks:)")

    /// What the client of a request is.
    ///
    /// - Throws: ``Problem``: 403 for an address outside the networks, a page of another site, and a token in the clear;
    ///   400 and 421 for the Host (RFC 9110 section 7.4).
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

    /// Whether pages of other sites may show badges: where all who may connect may read, they tell nobody anything new.
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
                "\"\(SafeText.escaped(SafeText.cut(text, to: 100)))\" is no HOST or HOST:PORT, as the Host field has it"
            )
        }
        // A page of another site that had its name resolve to this machine would ask under its own name.
        let isOwn =
            state.withLock { $0.names.contains(authority.host) }
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
        let cookies = isPrivate ? ShownSecret.cookies(Self.cookieName, in: fields) : []
        if !cookies.isEmpty,
            state.withLock({ state in cookies.contains { state.sessions.isValid($0, at: .now) } })
        {
            // What a browser sends by itself must never have effects: a session reads, and nothing else.
            admission.accessLevel = max(admission.accessLevel, .reader)
            admission.hasSession = true
        }
        guard let token = ShownSecret.bearer(fields) else { return admission }
        guard isPrivate else { throw Self.inTheClear }
        switch examine(token, address, access) {
        case .right: admission.accessLevel = .privileged
        case .wrong: break
        case .notLookedAt(let pause): admission.pause = pause
        }
        return admission
    }

    /// Whether nobody can read on the way what is sent: what goes no further than the loopback is in the clear, too.
    private static func isPrivate(_ address: IPAddress, _ transport: Client.Transport) -> Bool {
        transport == .tls || address.isLoopback
    }

    private static let inTheClear = Problem(
        .forbidden,
        "the token is refused over plain HTTP from another host, where it can be read on the way: ask over https "
            + "(listen: https:) or through ssh -L, and make a new one")

    /// What is found of a token that is shown.
    private enum Finding {
        case right, wrong
        /// There were too many wrong ones from the address.
        case notLookedAt(Duration)
    }

    /// Wrong ones are counted.
    private func examine(_ token: String, _ address: IPAddress, _ access: Configuration.Access) -> Finding {
        guard let wanted = access.token else { return .wrong }
        let now = ContinuousClock.now
        return state.withLock { state in
            if let pause = state.attempts.pause(for: address, at: now) { return .notLookedAt(pause) }
            if ConstantTime.isEqual(token, wanted) { return .right }
            state.attempts.recordFailure(of: address, at: now)
            return .wrong
        }
    }

    private func isPrivileged(_ uid: uid_t, groups: [gid_t]) -> Bool {
        if uid == 0 { return true }
        // Everybody who is unknown in the daemon's user namespace has this number (user_namespaces(7)).
        guard uid != Self.overflow else { return false }
        let access = state.withLock { $0.access }
        if uid == ownUser || uid == access.owner { return true }
        return access.group.map { $0 != Self.overflow && groups.contains($0) } ?? false
    }

    /// `/proc/sys/kernel/overflowuid` and `overflowgid`, as they are on every machine.
    private static let overflow: UInt32 = 65_534

    // MARK: Browsers

    /// Gives a browser a session for the token.
    ///
    /// - Returns: Its cookie's value; `nil` for a wrong token.
    /// - Throws: 403 for a token in the clear, 429 after too many wrong ones.
    func signIn(_ token: String, from client: Client) throws(Problem) -> String? {
        guard case .remote(let address, let transport) = client else { return nil }
        guard Self.isPrivate(address, transport) else { throw Self.inTheClear }
        let access = refreshed()
        switch examine(token, address, access) {
        case .right: break
        case .wrong: return nil
        case .notLookedAt(let pause): throw Admission.tooMany(pause)
        }
        return state.withLock { state in
            // The token may have changed meanwhile.
            state.access.token == access.token ? state.sessions.begin(at: .now) : nil
        }
    }

    /// Ends the session that the request is part of.
    func signOut(_ fields: HTTPFields) {
        let cookies = ShownSecret.cookies(Self.cookieName, in: fields)
        state.withLock { state in
            for cookie in cookies { state.sessions.end(cookie) }
        }
    }

    /// The cookie of a session: for this host alone, kept from scripts and from pages of other sites (RFC 6265bis
    /// section 4.1.2), and from plain HTTP where the browser came over TLS.
    ///
    /// - Parameter session: Its value; `nil` has the browser forget it.
    static func cookie(_ session: String?, for request: APIRequest) -> String {
        var isSecure = request.fields[forwardedScheme]?.lowercased() == "https"
        if case .remote(_, .tls) = request.client { isSecure = true }
        let age = session == nil ? 0 : Sessions.lifetime.components.seconds
        return "\(cookieName)=\(session ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    // MARK: Fields

    private static let forwardedScheme = HTTPField.Name("X-Forwarded-Proto")!

    /// Fields with which proxies tell that somebody else is asking (RFC 7239, RFC 9110 section 7.6.3, and before them).
    private static let forwarding = [
        "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "X-Real-IP",
        "Via",
    ].compactMap { HTTPField.Name($0) }

    static func isForwarded(_ fields: HTTPFields) -> Bool { forwarding.contains { fields.contains($0) } }
}
