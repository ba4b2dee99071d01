import Glibc
import LinkFacts
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery
import TargetKinds
import Translations

/// Finds possible targets, and checks each of them once, because a target that has never worked is useless.
struct SetupDiscovery: Sendable {
    /// The time limit for finding services and for each check.
    private static let patience = Duration.seconds(3)
    /// The maximum number of services in the list, which the user must read.
    private static let maxServices = 12
    /// The maximum number of DNS servers in the list.
    private static let maxServers = 6

    let local: LocalDiagnostics

    func findings() async throws -> SetupFindings {
        var findings = SetupFindings()
        let snapshot = try await local.engine.links.snapshot()
        for route in snapshot.preferredDefaultRoutes {
            guard let gateway = route.gateway else { continue }
            add("icmp://\(host(gateway, on: route.interface))", .gateway(interface: route.interface), to: &findings)
        }
        for resolver in snapshot.resolvers.servers.prefix(Self.maxServers) {
            let port = resolver.port == 53 ? "" : ":\(resolver.port)"
            add("dns://\(host(resolver.address, on: nil))\(port)/a.root-servers.net", .resolver, to: &findings)
        }
        findings.proxy = Self.proxy()
        if let proxy = findings.proxy {
            add("tcp://\(proxy.host.bracketed):\(proxy.port)", .proxy(setting: proxy.origin), to: &findings)
        }
        if let page = NetworkManagerFile.connectivity()?.uri { add(page, .connectivityPage, to: &findings) }
        findings.networks = Self.networks(of: snapshot)
        let (services, notice) = await services()
        for service in services { add(service.name, .service(type: service.type), to: &findings) }
        if let notice { findings.notices.append(notice) }
        findings.candidates = await checked(findings.candidates)
        return findings
    }

    private func host(_ address: IPAddress, on interface: String?) -> String {
        let zone = address.zone == nil && address.isLinkLocal && address.family == .ipv6 ? interface : nil
        let text = address.description + (zone.map { "%\($0)" } ?? "")
        return address.family == .ipv6 ? "[\(text)]" : text
    }

    /// Adds a candidate. Text that is not a valid target is ignored: it comes from files of the system and from the network.
    private func add(_ text: String, _ origin: SetupCandidate.CandidateOrigin, to findings: inout SetupFindings) {
        guard let target = try? Target(text), !findings.candidates.contains(where: { $0.target.text == text }),
            !text.unicodeScalars.contains(where: SafeText.isUnsafe)
        else { return }
        findings.candidates.append(SetupCandidate(target: target, origin: origin))
    }

    /// The proxy from the environment or, since sudo(8) removes that, from /etc/environment.
    private static func proxy() -> Proxy? {
        let names = TargetKinds.builtIn.proxyVariables
        var own: [String: String] = [:]
        for name in names { own[name] = Environment.value(name) }
        var common: [String: String] = [:]
        let text = String(decoding: SystemFile.read("/etc/environment"), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { !" \t\"'".contains($0) } }
            guard parts.count == 2 else { continue }
            let name = parts[0].hasPrefix("export") ? String(parts[0].dropFirst(6)) : parts[0]
            if names.contains(name) { common[name] = parts[1] }
        }
        guard let page = try? Target("https://example.org/") else { return nil }
        for variables in [own, common] {
            if let proxy = ProxyEnvironment(variables).spareProxy(for: page)?.proxy { return proxy }
        }
        return nil
    }

    /// The private networks of the interfaces that are up.
    private static func networks(of snapshot: NetworkSnapshot) -> [String] {
        var networks: [String] = []
        for link in snapshot.links where !link.isLoopback && link.isAdminUp && link.hasCarrier {
            for address in link.addresses where address.scope == .global && address.address.isPrivate {
                let bytes = address.address.bytes.enumerated().map { index, byte in
                    byte & UInt8(truncatingIfNeeded: 0xff00 >> min(8, max(0, address.prefixLength - index * 8)))
                }
                guard let prefix = IPAddress(bytes: bytes) else { continue }
                let text = "\(prefix)/\(address.prefixLength)"
                if !networks.contains(text) { networks.append(text) }
            }
        }
        return networks
    }

    /// The services over TCP that are currently announced, except those of netdiag.
    private func services() async -> (found: [(name: String, type: String)], notice: LocalSentence?) {
        let (lines, continuation) = AsyncStream.makeStream(
            of: BrowseLine.self, bufferingPolicy: .bufferingOldest(4_096))
        let end: ServiceListing.End
        do {
            let events = try await local.services.browse(type: nil, domain: "local", resolve: false)
            end = await ServiceListing(resolves: false).lines(events, once: true, within: Self.patience) {
                continuation.yield($0)
            }
        } catch {
            return ([], Self.notSearched("\(error)"))
        }
        continuation.finish()
        switch end {
        case .unavailable(let reason), .cut(let reason):
            return ([], Self.notSearched(reason))
        case .over: break
        }
        var found: [(name: String, type: String)] = []
        for await line in lines {
            guard case .event(let event) = line, event.event == .added else { continue }
            let instance = event.instance
            let name = ServiceName(instance: instance.name, type: instance.type, domain: instance.domain).description
            guard instance.type.hasSuffix("._tcp"), instance.type != "_netdiag._tcp",
                !found.contains(where: { $0.name == name })
            else { continue }
            found.append((name, instance.type))
        }
        return (Array(found.sorted { $0.name < $1.name }.prefix(Self.maxServices)), nil)
    }

    private static func notSearched(_ reason: String) -> LocalSentence {
        LocalSentence(.servicesNotSearched, ["reason": FactWords.local(reason)])
    }

    private func checked(_ candidates: [SetupCandidate]) async -> [SetupCandidate] {
        await withTaskGroup(of: (Int, SetupCandidate.State).self) { group in
            for (index, candidate) in candidates.enumerated() {
                group.addTask { (index, await state(of: candidate.target)) }
            }
            var result = candidates
            for await (index, state) in group { result[index].state = state }
            return result
        }
    }

    private func state(of target: Target) async -> SetupCandidate.State {
        guard let report = await report(on: target) else { return .down }
        if report.status == .connectionUp { return .up }
        guard let resolution = report[DNSEvidence.self]?.resolution else { return .down }
        let isAnswered =
            !resolution.answers.isEmpty
            || resolution.failures.contains { failure in
                switch failure.reason {
                case .nxdomain, .noData, .servfail, .refused: true
                case .timeout, .closed, .malformed: false
                }
            }
        return isAnswered ? .answering : .down
    }

    /// Returns the reason why a typed name cannot be resolved; `nil` if it has an address. The parser accepts any word as a
    /// host name.
    func unknownName(_ target: Target) async -> String? {
        guard let cause = await report(on: target)?.cause, [.dns, .mdns].contains(cause.layer) else { return nil }
        return cause.translated().summary
    }

    private func report(on target: Target) async -> Report? {
        var request = CheckRequest(target)
        request.timeout = Self.patience
        return try? await local.engine.check(request)
    }
}
