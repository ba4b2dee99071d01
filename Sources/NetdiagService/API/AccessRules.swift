import HTTPTypes
import NetworkModel
import Synchronization

/// Who may ask what over TCP. The Unix socket's own permissions decide who may use it.
final class AccessRules: Sendable {
    /// What a client may do.
    enum Right: Sendable {
        /// Learn what the daemon knows.
        case read
        /// Have it find out more.
        case sendTraffic
    }

    private struct State {
        var access: Configuration.Access
        /// Lower-case names and addresses that the daemon serves.
        var names: Set<String>
    }

    private let state: Mutex<State>

    init(_ access: Configuration.Access) {
        state = Mutex(State(access: access, names: []))
    }

    func update(_ access: Configuration.Access) {
        state.withLock { $0.access = access }
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

    /// - Parameters:
    ///   - sendsTraffic: Whether answering does.
    ///   - peer: Of the TCP connection.
    /// - Returns: The right that the token gives, or its lack leaves.
    /// - Throws: 403 for an address outside the networks, 400 and 421 for the Host (RFC 9110 section 7.4), 401 or 403
    ///   where the answer sends traffic and the token is missing, wrong or not configured.
    func admit(
        sendsTraffic: Bool, from peer: IPAddress?, authority: String?, authorization: String?
    ) throws(Problem) -> Right {
        let (access, names) = state.withLock { ($0.access, $0.names) }
        guard let peer, access.networks.contains(where: { peer.isIn(prefix: $0.prefix, length: $0.length) })
        else {
            throw Problem(.forbidden, "your address is in none of the networks that may ask (access: networks:)")
        }
        guard let authority, !authority.isEmpty else { throw Problem(.badRequest, "the Host field is missing") }
        let host = Self.host(authority)
        // A page of another site that had its name resolve to this machine would ask under its own name.
        guard names.contains(host) || access.hosts.contains(where: { $0.lowercased() == host }) else {
            throw Problem(
                .misdirectedRequest,
                "\"\(SafeText.escaped(SafeText.cut(host, to: 100)))\" is not a name of this host; add it to access: hosts:"
            )
        }
        if let token = access.token, Self.isBearer(authorization, of: token) { return .sendTraffic }
        guard sendsTraffic else { return .read }
        guard access.token != nil else {
            throw Problem(
                .forbidden,
                "this sends traffic and is for the Unix socket; no token is configured (access: token_file:)")
        }
        throw Problem(
            .unauthorized, "this sends traffic and needs the token, as Authorization: Bearer TOKEN",
            fields: [.wwwAuthenticate: "Bearer realm=\"netdiag\""])
    }

    /// The host without its port, in lower case, without brackets, zone and final dot.
    static func host(_ authority: String) -> String {
        var host = authority.lowercased()[...]
        if host.hasPrefix("["), let close = host.firstIndex(of: "]") {
            host = host[host.index(after: host.startIndex)..<close]
            return String(host.prefix { $0 != "%" })
        }
        if let colon = host.lastIndex(of: ":") { host = host[..<colon] }
        return String(host.hasSuffix(".") ? host.dropLast() : host)
    }

    /// Compares all bytes whatever they are, so that the time says nothing about the token.
    private static func isBearer(_ authorization: String?, of token: String) -> Bool {
        let parts = (authorization ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return false }
        let (given, wanted) = (Array(parts[1].utf8), Array(token.utf8))
        var difference = UInt8(given.count == wanted.count ? 0 : 1)
        for index in wanted.indices { difference |= wanted[index] ^ (index < given.count ? given[index] : 0) }
        return difference == 0
    }
}
