import HostResolution
import LinkFacts
package import NetworkModel

/// The query of `netdiag resolve` and `/v1/resolve`, validated before anything is sent.
package struct ResolveRequest: Sendable {
    /// An invalid query, with the field that is wrong.
    package struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String
    }

    private let name: String
    private let address: IPAddress?
    private let families: Set<AddressFamily>
    private let servers: [SocketAddress]?
    private let type: DNSRecordType?

    /// Validates a query.
    ///
    /// - Parameters:
    ///   - server: The server to use instead of the configured ones: `ADDRESS`, `ADDRESS:PORT` or `[ADDRESS]:PORT`.
    ///   - type: A record type such as `MX`, in any case.
    package init(name: String, families: Set<AddressFamily>, server: String? = nil, type: String? = nil) throws(Error) {
        self.name = name
        address = IPAddress(name)
        self.families = families
        servers = try server.map { text throws(Error) in [try Self.server(text)] }
        self.type = try type.map { text throws(Error) in
            guard let type = DNSRecordType(rawValue: text.uppercased()) else {
                let known = DNSRecordType.allCases.map(\.rawValue).joined(separator: ", ")
                throw Error(description: "type: \"\(SafeText.escaped(text))\" is not one of \(known)")
            }
            return type
        }
        if address != nil, let type = self.type, type != .ptr {
            throw Error(description: "type: an address has no \(type.rawValue) records; leave it out, or ask for PTR")
        }
    }

    /// Sends the query.
    ///
    /// - Throws: `CancellationError`; `HostResolutionError` if it is not a valid name.
    package func resolve(by engine: DiagnosticEngine) async throws -> Resolution {
        let configuration = try await engine.links.snapshot().resolvers
        if let address {
            return try await engine.resolver.reverse(address, configuration: configuration, servers: servers)
        }
        if let type {
            let found = try await engine.resolver.records(
                name, type: type, configuration: configuration, servers: servers)
            return try await engine.withAliasEnds(found)
        }
        guard servers == nil, Host.name(name).isMulticastName, !configuration.isForUnicastDNS(name) else {
            return try await engine.withAliasEnds(
                try await engine.resolver.resolve(
                    name, families: families, configuration: configuration, servers: servers))
        }
        return try await linkAnswer(by: engine, configuration)
    }

    /// The addresses of a name below `.local`, by the system resolver or else by avahi-daemon. If neither queried multicast DNS,
    /// the failure is that of the system resolver.
    private func linkAnswer(
        by engine: DiagnosticEngine, _ configuration: ResolverConfiguration
    ) async throws -> Resolution {
        let asked = families.isEmpty ? .all : families
        async let found = engine.resolver.resolve(name, families: asked, configuration: configuration)
        async let seen = engine.resolver.multicast.lookUp(
            name, families: asked, until: .now + HostResolver.maxMulticastTime)
        let system = try await found
        // An answer from the hosts file or from DNS ends the other query, which would last until its deadline.
        guard system.answers.isEmpty else { return system }
        let (answers, view) = try await seen
        var resolution = Resolution(name: system.name, answers: answers, failures: system.failures)
        resolution.system = system.system
        if view.responder == .absent, !view.nameServices.contains("resolve") {
            for index in resolution.failures.indices where resolution.failures[index].source == .mdns {
                resolution.failures[index].source = .system
            }
        }
        return resolution
    }

    fileprivate static func server(_ text: String) throws(Error) -> SocketAddress {
        if let address = IPAddress(text) { return SocketAddress(address, port: 53) }
        var address = text[...]
        var port: UInt16? = 53
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            address = text[..<colon]
            port = UInt16(text[text.index(after: colon)...])
        }
        if address.hasPrefix("["), address.hasSuffix("]") { address = address.dropFirst().dropLast() }
        guard let found = IPAddress(String(address)), let port, port > 0 else {
            throw Error(
                description: "server: \"\(SafeText.escaped(text))\" is not ADDRESS, ADDRESS:PORT or [ADDRESS]:PORT")
        }
        return SocketAddress(found, port: port)
    }
}

extension DiagnosticEngine {
    /// The maximum number of aliases that are followed one by one, and the time limit of all of them.
    private static let maxAliases = 8
    private static let limitForAliases = Duration.seconds(2)

    /// Follows aliases that lead to nothing, since a server's answer may end at one: whether the name behind it exists is then
    /// not known.
    ///
    /// - Throws: `CancellationError`.
    fileprivate func withAliasEnds(_ resolution: Resolution) async throws -> Resolution {
        guard resolution.answers.isEmpty else { return resolution }
        var resolution = resolution
        let deadline = ContinuousClock.now + Self.limitForAliases
        for index in resolution.failures.indices {
            let failure = resolution.failures[index]
            guard failure.aliases?.isEmpty == false, failure.isAliasLoop != true else { continue }
            if failure.reason == .nxdomain { resolution.failures[index].aliasEnd = .nxdomain }
            guard failure.reason == .noData else { continue }
            try await follow(&resolution.failures[index], from: resolution.name, until: deadline)
        }
        return resolution
    }

    /// Queries the name behind the last alias, until one is not an alias, or one occurs twice.
    private func follow(
        _ failure: inout Resolution.Failure, from name: String, until deadline: ContinuousClock.Instant
    ) async throws {
        guard let type = failure.type.flatMap(DNSRecordType.init), type != .cname,
            let server = failure.server.flatMap({ try? ResolveRequest.server($0) })
        else { return }
        var chain = failure.aliases ?? []
        while let last = chain.last, chain.count <= Self.maxAliases, ContinuousClock.now < deadline {
            failure.aliases = chain
            let names = ([failure.question ?? name] + chain).map(\.asKey)
            guard Set(names).count == names.count else {
                failure.isAliasLoop = true
                return
            }
            let answer: DNSAnswer
            do {
                answer = try await resolver.client.query(
                    last, type: type, server: server, timeout: ContinuousClock.now.duration(to: deadline))
            } catch is HostResolutionError {
                return
            }
            chain += answer.aliases
            guard !answer.aliases.isEmpty, answer.failure == .noData || answer.isAliasLoop else {
                failure.aliases = chain
                failure.aliasEnd = answer.failure
                if answer.failure == .noData, let end = chain.last, try await isDenied(end, by: server, until: deadline)
                {
                    failure.aliasEnd = .nxdomain
                }
                return
            }
        }
    }

    /// Whether a name without addresses does not exist: caches of routers (dnsmasq) return an empty answer for what an alias led to,
    /// but do not know its other types.
    private func isDenied(
        _ name: String, by server: SocketAddress, until deadline: ContinuousClock.Instant
    ) async throws -> Bool {
        do {
            let limit = ContinuousClock.now.duration(to: deadline)
            return try await resolver.client.query(name, type: .ns, server: server, timeout: limit).failure == .nxdomain
        } catch is HostResolutionError {
            return false
        }
    }
}

extension String {
    /// A name for comparison, without regard to case and the final dot.
    fileprivate var asKey: String {
        let lower = lowercased()
        return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
    }
}
