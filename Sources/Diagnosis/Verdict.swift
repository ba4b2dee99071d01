public import NetworkModel

/// The result of the rules for a check's evidence.
public struct Verdict: Sendable, Hashable {
    /// The status of the target. It is up only if its goal was observed and proven, and no finding is an error.
    public var status: ConnectionStatus
    /// The findings, the cause first. Consequences of a broken layer are not separate findings.
    public var findings: [Finding]
    /// The status of each layer that was observed.
    public var layers: PerLayer<ConnectionStatus>
    /// The further observations that would increase the certainty, for the layers up to the first broken one.
    public var followUps: [FollowUp]

    /// Evaluates all evidence with the rules of every layer, lowest first. The first broken layer names the cause.
    public init(on evidence: Evidence) {
        let hasHealthyLowerLayers = evidence.hasHealthyLowerLayers
        assert(
            !hasHealthyLowerLayers || Self.isPathUnresponsive(in: evidence),
            "a rule has a finding in layers that count as healthy")
        let portal = hasHealthyLowerLayers ? nil : CaptivePortal.finding(in: evidence)
        let isPortal = portal?.severity == .error
        let explained =
            isPortal
            ? Self.explainedByPortal.union(evidence.isLedAway ? Self.explainedByRedirect : [])
            : hasHealthyLowerLayers ? [] : Self.explained(in: evidence)
        let isLost = !hasHealthyLowerLayers && LossRule.explainsSilence(in: evidence)
        var findings: [Finding] = []
        var layers = PerLayer<ConnectionStatus>()
        var followUps: [FollowUp] = []
        /// Adds the findings of a layer.
        ///
        /// - Returns: Whether the layer is broken, so that failures above follow from it.
        func read(_ layer: Layer, _ found: [Finding], otherwise status: ConnectionStatus) -> Bool {
            if !found.isEmpty { findings += found }
            let isBroken = found.contains { $0.severity == .error }
            layers[layer] = isBroken ? .connectionDown : status
            return isBroken
        }
        var isBroken = false
        for layer in Self.order where !isBroken {
            if hasHealthyLowerLayers,
                let status = Self.statusInOrder(of: layer) ?? Self.statusWithoutFindings(of: layer, in: evidence)
            {
                layers[layer] = status
                continue
            }
            let rule = Self.rule(of: layer)
            var found = rule?.findings(in: evidence) ?? []
            if explained.contains(layer) { found.removeAll { $0.severity == .error } }
            if let asked = rule?.followUps(in: evidence), !asked.isEmpty { followUps += asked }
            let status = Self.status(of: layer, in: evidence)
            // A layer whose failure a higher layer explains is not broken itself.
            let isExplained = explained.contains(layer) && status == .connectionDown
            isBroken = read(layer, found, otherwise: isExplained ? .noErr : status)
            // The connections show that the default route needs a gateway, and names none.
            if isBroken, evidence.gateway != nil,
                found.contains(where: { $0.id == GatewayCauses.none.id && $0.severity == .error })
            {
                layers[.gateway] = .connectionDown
            }
            // Packets beyond the gateway show that it does not answer: it is broken itself, and not what is behind it.
            if isBroken, layer == .uplink, evidence.gateway != nil,
                found.contains(where: { $0.id == GatewayCauses.unreachable.id && $0.severity == .error })
            {
                layers[.gateway] = .connectionDown
                layers[.uplink] = .noErr
            }
        }
        if isBroken, let lack = DNSRules.lackOfServer(beside: findings, in: evidence) { findings.append(lack) }
        if isBroken {
            followUps += SecondFaultRule.followUps(beside: findings, in: evidence)
            findings += SecondFaultRule.findings(beside: findings, in: evidence)
        }
        if isBroken { findings += BesidePortalRule.names(beside: findings, in: evidence) }
        if isBroken { findings += BesidePortalRule.portal(beside: findings, in: evidence) }
        if isBroken { findings += FilterBesideNamesRule.findings(beside: findings, in: evidence) }
        if isBroken, evidence.isLedAway, evidence.proxy == nil { followUps.append(.web(.portal)) }
        if !isBroken {
            if !hasHealthyLowerLayers { followUps += CaptivePortal.followUps(in: evidence) }
            let kind = evidence.kind
            let layer = kind.map { type(of: $0).layer } ?? evidence.asked.goal
            let ofPortal = portal.map { [$0] } ?? []
            if isPortal || kind == nil {
                findings += ofPortal
                if isPortal, case .kind = layer, evidence.observed.ofKind != nil { layers[layer] = .connectionDown }
                if !hasHealthyLowerLayers, layers[.tcp] == .connectionUp,
                    CaptivePortal.isSynthesizedAnswer(evidence) || CaptivePortal.isAcceptanceUnverified(evidence)
                {
                    layers[.tcp] = .connectionIndeterminate
                }
            } else if let kind {
                let isDoubtful =
                    !hasHealthyLowerLayers
                    && (portal != nil && CaptivePortal.isContentUnverified(evidence)
                        || CaptivePortal.isSynthesizedAnswer(evidence))
                let isProven = kind.isProven && !isDoubtful
                let status = isProven ? ConnectionStatus.connectionUp : .connectionIndeterminate
                let ofKind = kind.findings(in: evidence).filter { !isLost || $0.severity != .error }
                _ = read(layer, ofPortal + ofKind, otherwise: status)
            }
        }
        if let line = BesidePortalRule.hostsLine(beside: findings, in: evidence) { findings.append(line) }
        findings = GatewayQuality.withoutLostQueries(SameLossRule.corrected(findings, evidence), in: evidence)
        findings = LostQueryPlace.corrected(findings, in: evidence)
        findings = LinkQuality.withoutOversized(findings, evidence)
        if let loop = evidence.path?.traces.lazy.compactMap(\.tunnelLoop).first {
            findings = TunnelRule.withoutLosses(findings, of: loop)
        }
        if !findings.isEmpty { Self.correctSides(of: &findings, in: evidence) }
        SomeAddressesRule.join(&findings, in: evidence)
        RedirectRule.add(to: &findings, in: evidence)
        if !evidence.terms.omitted.isEmpty {
            for index in findings.indices {
                findings[index].confidence = min(findings[index].confidence, Self.maxConfidenceUnasked)
            }
        }
        self.findings = findings.bySeverity
        self.layers = layers
        self.followUps = followUps
        if findings.contains(where: { $0.severity == .error }) {
            status = .connectionDown
        } else {
            // A layer that was not observed is not known to work.
            let isProven = evidence.goals?.allSatisfy { layers[$0] == .connectionUp } == true
            status = isProven ? .connectionUp : .connectionIndeterminate
        }
    }

    /// Corrects the sides that findings have by their causes, if they are on another one here, or on an unknown one.
    private static func correctSides(of findings: inout [Finding], in evidence: Evidence) {
        if evidence.isOfOwnService {
            for index in findings.indices where findings[index].side == .remote { findings[index].side = .machine }
        }
        // If no host at all responds to this machine's connections, the other side is not to blame.
        if evidence.observed.has(UplinkEvidence.self), let indications = evidence.uplink.map(UplinkIndications.init),
            indications.isTCPSilent
                || indications.isNoHostHeard
                    && evidence.pathSubjects.allSatisfy({ $0.destination.address.isOfInternet })
        {
            // An address of the hosts file may be one that nobody has any more.
            for index in findings.indices
            where findings[index].id == TCPCauses.timeout.id && findings[index].facts["listed"] == nil {
                findings[index].side = .upstream
            }
        }
        // A connection that took that long may have waited for a line that is full, and not for the host.
        if evidence.proxy == nil, evidence.hangingPeer != nil,
            let time = evidence.tcp?.winner?.duration.duration, time >= timeOfFullLine
        {
            for index in findings.indices where findings[index].severity == .error && findings[index].side == .remote {
                findings[index].side = nil
            }
        }
    }

    /// The time of a connection beyond which it is not known whose delay that is: the first SYN is then repeated.
    private static let timeOfFullLine = Duration.seconds(1)

    /// The maximum confidence of a finding if follow-up probes were left out that might have shown another cause.
    static let maxConfidenceUnasked = 0.8

    /// The layers that a portal breaks, since it rejects everything that is not its own: DNS queries, connections,
    /// handshakes.
    private static let explainedByPortal: Set<Layer> = [.uplink, .path, .dns, .tcp, .tls]

    /// What this machine may lack for the place that a portal redirects to, such as an IPv4 address for a page that is only
    /// named by its IPv4 address.
    private static let explainedByRedirect: Set<Layer> = [.address, .gateway]

    /// The layers whose failures follow from what a higher one shows.
    private static func explained(in evidence: Evidence) -> Set<Layer> {
        // If only the proxy is allowed to pass, other traffic is rejected in any way.
        if evidence.tcp?.detour?.works == true { return [.path, .tcp] }
        // What is lost on the way says nothing about the server.
        return LossRule.explainsSilence(in: evidence) ? [.tcp, .tls] : []
    }

    /// The layers, lowest first. The proxy comes before TLS with the target behind it.
    private static let order: [Layer] = Layer.shared.flatMap { layer -> [Layer] in
        switch layer {
        case .tls: [.proxy, .tls]
        case .proxy: []
        default: [layer]
        }
    }

    /// The status of a layer whose rules are skipped if the route is in order; `nil` for a layer whose rules are always
    /// evaluated.
    private static func statusInOrder(of layer: Layer) -> ConnectionStatus? {
        switch layer {
        case .link, .address, .gateway: .connectionUp
        case .local, .uplink, .path, .mdns, .proxy: .noErr
        case .dns, .tcp, .tls, .kind: nil
        }
    }

    /// The status of a layer above the route whose rules find nothing if the route is in order: it was not observed, or nothing that was
    /// observed there matters to them; `nil` for others.
    private static func statusWithoutFindings(of layer: Layer, in evidence: Evidence) -> ConnectionStatus? {
        let observed = evidence.observed
        return switch layer {
        case .dns: observed.read(DNSEvidence.self) { evidence.isSimplyAnswered($0) ? .connectionUp : nil } ?? .noErr
        case .tcp: observed.read(TCPEvidence.self) { $0.isProven ? .connectionUp : nil } ?? .noErr
        case .tls: observed.has(TLSEvidence.self) ? nil : .noErr
        case .local, .link, .address, .gateway, .uplink, .path, .mdns, .proxy, .kind: nil
        }
    }

    /// Whether the skipped rules have indeed no findings.
    private static func isPathUnresponsive(in evidence: Evidence) -> Bool {
        let isSilent = order.allSatisfy { layer in
            guard let status = statusInOrder(of: layer) ?? statusWithoutFindings(of: layer, in: evidence) else {
                return true
            }
            return status == self.status(of: layer, in: evidence)
                && rule(of: layer).map { $0.findings(in: evidence).isEmpty && $0.followUps(in: evidence).isEmpty }
                    != false
        }
        return isSilent && explained(in: evidence).isEmpty && CaptivePortal.finding(in: evidence) == nil
            && CaptivePortal.followUps(in: evidence).isEmpty
    }

    /// The rule of a layer; `nil` for that of a kind, whose evidence has its own.
    private static func rule(of layer: Layer) -> (any Rule.Type)? {
        switch layer {
        case .local: LocalRules.self
        case .link: LinkRules.self
        case .address: AddressRules.self
        case .gateway: GatewayRules.self
        case .uplink: UplinkRules.self
        case .path: PathRules.self
        case .dns: DNSRules.self
        case .mdns: MulticastRules.self
        case .tcp: TCPRules.self
        case .proxy: ProxyRules.self
        case .tls: TLSRules.self
        case .kind: nil
        }
    }

    /// The status of a layer without findings.
    private static func status(of layer: Layer, in evidence: Evidence) -> ConnectionStatus {
        switch layer {
        case .local:
            return evidence.local.map { _ in .connectionUp } ?? .noErr
        case .link:
            return evidence.link.map { $0.carriers.isEmpty ? .connectionIndeterminate : .connectionUp } ?? .noErr
        case .address:
            return evidence.address.map { _ in .connectionUp } ?? .noErr
        case .gateway:
            return evidence.gateway.map { gatewayStatus($0, evidence) } ?? .noErr
        case .uplink:
            return evidence.uplink.map { UplinkRules.status(of: $0, in: evidence) } ?? .noErr
        case .path:
            return evidence.path.map(pathStatus) ?? .noErr
        case .dns:
            return evidence.observed.read(DNSEvidence.self) { proofStatus($0) } ?? .noErr
        case .mdns:
            guard evidence.mdns != nil else { return .noErr }
            let isFound = !evidence.isAboutMulticast || evidence.dns.map { !$0.resolution.answers.isEmpty } ?? true
            return isFound ? .connectionUp : .connectionIndeterminate
        case .tcp:
            return evidence.observed.read(TCPEvidence.self) { proofStatus($0) } ?? .noErr
        case .tls:
            return evidence.observed.read(TLSEvidence.self) { proofStatus($0) } ?? .noErr
        case .proxy:
            return evidence.observed.read(ProxyEvidence.self) {
                $0.outcome == .passed ? .connectionUp : .connectionIndeterminate
            } ?? .noErr
        case .kind:
            return .noErr
        }
    }

    private static func proofStatus(_ evidence: some JudgedEvidence) -> ConnectionStatus {
        evidence.isProven ? .connectionUp : .connectionIndeterminate
    }

    /// The status of the path. If something is silent, that may be the path or the host. A router that refuses packets is no
    /// fault by itself, but shows that they do not arrive.
    private static func pathStatus(_ path: PathEvidence) -> ConnectionStatus {
        guard path.isObserved else { return .noErr }
        let isUnreached =
            !path.traces.isEmpty
            && path.traces.allSatisfy { trace in
                switch trace.outcome {
                case .answered: false
                case .refused: trace.error?.reporter.map { $0.bytes != trace.address.bytes } ?? false
                case .silent, .unsent: true
                }
            }
        return isUnreached ? .connectionIndeterminate : .connectionUp
    }

    private static func gatewayStatus(_ gateway: GatewayEvidence, _ evidence: Evidence) -> ConnectionStatus {
        if gateway.isOnLink || evidence.provesForwarding { return .connectionUp }
        return gateway.hops.contains { GatewayRules.condition(of: $0) == .alive }
            ? .connectionUp : .connectionIndeterminate
    }
}
