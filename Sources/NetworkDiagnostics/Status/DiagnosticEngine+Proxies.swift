import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes
import TargetKinds

extension DiagnosticEngine {
    /// The time limit for resolving a proxy and connecting to it. The kernel repeats the SYN after one second.
    private static let proxyLimit = Duration.milliseconds(1_400)
    /// The time limit of a check of a proxy's port.
    private static let checkLimit = Duration.milliseconds(1_200)
    /// A proxy that accepts no connection within this time is checked as well, beside the connection.
    private static let leadOfConnection = Duration.milliseconds(100)

    /// Pages of a name that nobody may register (RFC 6761). Nothing is sent to them; they only must not be excepted.
    private static let anyPages = ["http://netdiag.invalid/", "https://netdiag.invalid/"]

    /// The first proxy in the environment of this process that is on another host and accepts a connection; `nil` if
    /// none does. A proxy on this machine accepts connections even if it reaches nothing.
    ///
    /// - Throws: `CancellationError`.
    func reachedProxy(within limit: Duration) async throws -> UplinkEvidence.ReachedProxy? {
        for text in Self.anyPages {
            guard let target = try? Target(text, schemes: .web), let setting = environment.setting(for: target),
                let proxy = try? environment.proxy(for: target),
                case .tried(let evidence) = try await connection(to: proxy, within: limit),
                let winner = evidence.winner, try await !links.snapshot().isOwn(winner.address)
            else { continue }
            return .init(variable: setting.name, url: proxy.description, address: winner.address)
        }
        return nil
    }

    /// The proxies in the environment of this process that do not work. Programs that were started from the same shell do not
    /// work either, however well the network does.
    ///
    /// - Throws: `CancellationError`.
    func deadProxies() async throws -> [EnvironmentProxy] {
        var found: [EnvironmentProxy] = []
        for text in Self.anyPages {
            guard let target = try? Target(text, schemes: .web), let setting = environment.setting(for: target) else {
                continue
            }
            let proxy: Proxy
            do throws(SettingsError) {
                guard let named = try environment.proxy(for: target) else { continue }
                proxy = named
            } catch {
                found.append(
                    EnvironmentProxy(
                        variable: setting.name, url: "", place: "", outcome: .misconfigured(error.reason)))
                continue
            }
            guard !found.contains(where: { $0.url == proxy.description }),
                let (outcome, attempts, report) = try await failure(of: proxy)
            else {
                continue
            }
            var dead = EnvironmentProxy(
                variable: setting.name, url: proxy.description, place: "\(proxy.host.bracketed):\(proxy.port)",
                outcome: outcome)
            if case .unreachable = outcome, let report {
                (dead.cause, dead.isOfOtherNetwork) = try await causeBelow(dead.place, attempts, report)
                let ways = try await routes(to: attempts.map(\.address), in: routedSnapshot()).gateway
                dead.isMissingOnLink =
                    ways.isOnLink
                    && (attempts.allSatisfy { $0.outcome == .hostUnreachable }
                        || ways.hops.contains { $0.neighbour?.state.isUnanswered == true })
            }
            found.append(dead)
        }
        return found
    }

    /// The cause that prevents connections to a proxy, as in a check of a target through it: one on the path, and not at its
    /// port; and whether the proxy is one of another network.
    ///
    /// - Parameters:
    ///   - attempts: The connections that failed. Routers limit their errors, so that another connection may get none.
    ///   - report: A check of the proxy's port.
    private func causeBelow(
        _ place: String, _ attempts: [TCPEvidence.Attempt], _ report: Report
    ) async throws -> (cause: Finding?, isOfOtherNetwork: Bool) {
        guard let target = try? Target(place) else { return (nil, false) }
        // Routers of this network are not to blame for an address of another network, as in a check through the proxy.
        let isOfOtherNetwork = EnvironmentProxy.isOfOtherNetwork(attempts, to: target, report)
        guard let cause = report.cause, cause.severity == .error, let layer = cause.id.layer,
            layer.isNear || layer == .path
        else {
            let routes = try await routes(to: attempts.map(\.address), in: routedSnapshot())
            let cause = EnvironmentProxy.cause(of: attempts, to: target, over: routes.gateway)
            return (cause, isOfOtherNetwork && cause == nil)
        }
        return layer == .path && isOfOtherNetwork ? (nil, true) : (cause, false)
    }

    /// Why a proxy accepts no connection, with a check of its port, or fails in the handshake of TLS; `nil` if it does neither, or
    /// if this machine cannot find out.
    private func failure(
        of proxy: Proxy
    ) async throws -> (outcome: EnvironmentProxy.Outcome, attempts: [TCPEvidence.Attempt], report: Report?)? {
        let (connection, report) = try await tried(proxy)
        switch connection {
        case .unresolved: return (.unresolved, [], nil)
        case .unknown: return nil
        case .tried(let evidence):
            if evidence.winner != nil {
                guard proxy.kind == .https, let problem = try await handshakeProblem(of: proxy) else { return nil }
                return (.tls(problem), [], nil)
            }
            // The packets of one of two connections may have been lost.
            guard let first = evidence.attempts.first, report?.status != .connectionUp else { return nil }
            return (.unreachable(first.outcome), evidence.attempts, report)
        }
    }

    /// The result of a connection to a proxy, and that of a check of its port, unless the connection needs none. Both take their
    /// whole time if the proxy is silent, so that they are made at the same time.
    private func tried(_ proxy: Proxy) async throws -> (ProxyConnection, Report?) {
        let target = try? Target("\(proxy.host.bracketed):\(proxy.port)")
        return try await withThrowingTaskGroup(of: ProxyStep.self) { group in
            group.addTask { [self] in .connection(try await connection(to: proxy, within: Self.proxyLimit)) }
            group.addTask { [self] in
                try await loop.sleep(until: .now + Self.leadOfConnection)
                guard let target else { return .report(nil) }
                return .report(try await directReport(on: target, within: Self.checkLimit))
            }
            var found = ProxyConnection.unknown
            var report: Report?
            for try await step in group {
                switch step {
                case .report(let checked): report = checked
                case .connection(let connection):
                    found = connection
                    guard case .tried(let evidence) = connection, evidence.winner == nil else {
                        group.cancelAll()
                        return (found, nil)
                    }
                }
            }
            return (found, report)
        }
    }

    /// Why the handshake of TLS with a proxy fails; `nil` if it does not, or if this machine cannot find out.
    private func handshakeProblem(of proxy: Proxy) async throws -> String? {
        guard let target = try? Target("tls://\(proxy.host.bracketed):\(proxy.port)"),
            let report = try await directReport(on: target, within: Self.proxyLimit)
        else { return nil }
        guard let cause = report.cause, cause.severity == .error, cause.id.layer == .tls else { return nil }
        return report[TLSEvidence.self]?.detail ?? cause.summary
    }

    /// The report of a check without a proxy; `nil` if this machine cannot check the target.
    ///
    /// - Throws: `CancellationError`.
    private func directReport(on target: Target, within limit: Duration) async throws -> Report? {
        var request = CheckRequest(target)
        request.timeout = limit
        request.proxy = .direct
        do {
            return try await check(request)
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }

    /// The result of a connection to a proxy.
    private enum ProxyConnection: Sendable {
        /// Its name has no address.
        case unresolved
        case tried(TCPEvidence)
        /// This machine cannot find out.
        case unknown
    }

    private enum ProxyStep: Sendable {
        case connection(ProxyConnection)
        case report(Report?)
    }

    private func connection(to proxy: Proxy, within limit: Duration) async throws -> ProxyConnection {
        let deadline = ContinuousClock.now + limit
        let addresses: [IPAddress]
        switch proxy.host {
        case .address(let address): addresses = [address]
        case .socket: return .unknown
        case .name(let name):
            let configuration = try await links.snapshot().resolvers
            guard let resolution = try? await resolver.resolve(name, configuration: configuration, timeout: limit)
            else {
                try Task.checkCancellation()
                return .unresolved
            }
            addresses = resolution.addresses
        }
        guard !addresses.isEmpty else { return .unresolved }
        let probe = TCPProbe(addresses: addresses.map { SocketAddress($0, port: proxy.port) }, loop: loop)
        guard let (evidence, _) = try? await probe.observe(until: deadline, whenConnected: { _ in }) else {
            try Task.checkCancellation()
            return .unknown
        }
        return .tried(evidence)
    }
}
