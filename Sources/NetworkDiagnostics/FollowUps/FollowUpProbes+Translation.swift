import Diagnosis
import HostResolution
import NetworkModel
import Probes
import TargetKinds

extension FollowUpProbes {
    private static let maxServers = 3
    private static let limit = Duration.milliseconds(700)

    /// Queries the resolvers for IPv6 addresses of a name that only has IPv4 addresses (RFC 7050). A resolver that returns
    /// some provides DNS64, and they contain the NAT64 prefix. If none does, a router may announce it (RFC 8781).
    func translation() async throws -> Amendment {
        let snapshot = try await engine.routedSnapshot().snapshot
        let servers = snapshot.resolvers.selected(for: NAT64Prefix.knownName).servers
        let limit = min(Self.limit, ContinuousClock.now.duration(to: deadline))
        let answers = try await withThrowingTaskGroup(of: (Int, DNSAnswer).self) { group in
            for (place, server) in servers.prefix(Self.maxServers).enumerated() {
                group.addTask {
                    let answer = try await engine.resolver.client.query(
                        NAT64Prefix.knownName + ".", type: .aaaa, of: server, timeout: limit)
                    return (place, answer)
                }
            }
            return try await group.reduce(into: [(Int, DNSAnswer)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }
        }
        var found = TranslationEvidence()
        for (place, answer) in answers {
            let server = servers[place]
            if let prefix = answer.addresses.lazy.compactMap(NAT64Prefix.init(fromKnownName:)).first {
                if found.prefix == nil { (found.prefix, found.server) = (prefix, server.address) }
            } else if answer.failure == .noData || answer.failure == .nxdomain || answer.failure == .refused {
                found.without.append(server.address)
            }
        }
        if found.prefix == nil, let announced = snapshot.translations?.last {
            (found.prefix, found.router) = (announced.prefix, announced.router)
        }
        let evidence = found
        return { $0.gateway?.translation = evidence }
    }

    /// Connects to a server of DNS over TLS, with the same handshake as systemd-resolved.
    func encrypted(_ server: EncryptedDNS) async throws -> Amendment {
        let asked = try await engine.handshake(server, until: min(deadline, .now + .seconds(1)))
        return { evidence in
            guard let place = evidence.dns?.encrypted?.firstIndex(of: server) else { return }
            evidence.dns?.encrypted?[place] = asked
        }
    }
}

extension DiagnosticEngine {
    /// The result of a connection and a handshake with a server of DNS over TLS. Its certificate is verified for the
    /// configured name, or else for its address.
    ///
    /// - Throws: `CancellationError`, and errors of this machine.
    func handshake(_ server: EncryptedDNS, until deadline: ContinuousClock.Instant) async throws -> EncryptedDNS {
        let named = server.serverName.flatMap { try? Target("tls://\($0):\(server.port)").host }
        let probe = TLSProbe(engine: curl, host: named ?? .address(server.server), port: server.port)
        let (tcp, upper) = try await TCPProbe(
            addresses: [SocketAddress(server.server, port: server.port)], loop: loop
        ).observe(until: deadline) {
            try await probe.observe(
                over: $0, within: max(ContinuousClock.now.duration(to: deadline), .milliseconds(50)))
        }
        var asked = server
        guard let tls = upper?.tls else {
            let isSilent = tcp.attempts.allSatisfy { $0.outcome == .timeout || $0.outcome == .abandoned }
            asked.outcome = isSilent ? .silent : .refused
            return asked
        }
        switch tls.outcome {
        case .established: asked.outcome = .works
        case .timeout: asked.outcome = .silent
        case .certificate: (asked.outcome, asked.reason) = (.untrusted, tls.problem?.words)
        case .notTLS, .version, .alert, .noAuthorities, .reset, .closed, .failed: asked.outcome = .failed
        }
        return asked
    }
}

extension TLSEvidence.CertificateProblem {
    /// The text after "its certificate is not valid for …:".
    fileprivate var words: String {
        switch self {
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .wrongHost: "it is for another name"
        case .selfSigned: "it is self-signed"
        case .untrustedIssuer: "its issuer is not trusted"
        case .incompleteChain: "an intermediate certificate is missing"
        case .tooWeak: "its key or signature is too weak"
        case .wrongPurpose: "it is not for servers"
        case .tooManyIssuers: "its chain has more authorities than one of them allows"
        case .nameNotPermitted: "its authority may not issue certificates for its names"
        case .notByAuthority: "it was not issued by an authority"
        case .other: "it does not stand up to examination"
        }
    }
}
