import Diagnosis
import EventLoopKit
import HostResolution
import LinkFacts
import NetworkModel
import Probes
import ServiceDiscovery
import TargetKinds

/// A check of a target. It collects evidence layer by layer, and stops if a broken layer makes those above meaningless.
struct CheckRun: Sendable {
    let engine: DiagnosticEngine
    let target: Target
    let options: CheckOptions
    /// Receives the report after each layer, for a user who is waiting.
    var progress: (@Sendable (Report) -> Void)?
    /// The resolution of a name that need not be resolved again: if its servers were so late that everything else had to begin again, or
    /// for the destination of a redirect.
    var resolution: Resolution?
    /// The addresses that were silent at earlier places.
    var silence = EarlierSilence()
    /// The responses of DNS servers that were late.
    let late = LateAnswers()
    /// The answers to questions that were asked while the peer was still silent.
    let early = EarlyAnswers()

    /// The observations, with the time of each layer.
    struct CheckObservations: Sendable {
        var evidence: Evidence
        var durations = PerLayer<Duration>()
        /// The reason why the check itself could not be completed.
        var failure: Finding?
        var isLocal = false
        /// The secrets that were read for the check, including those of earlier places.
        var secrets: [Secret] = []

        /// The same check without observations.
        var blank: CheckObservations { CheckObservations(evidence: evidence.blank) }
    }

    func report() async throws -> Report {
        let started = Timestamp()
        let start = ContinuousClock.now
        let mark = engine.loop.loadMark()
        var gathered = CheckObservations(evidence: Evidence(target: target, terms: options.terms, now: started))
        var verdict: Verdict?
        defer { late.close() }
        do {
            let limit = Limit(mark: mark, start: start, deadline: start + options.timeout - timeToConclude)
            try await observe(into: &gathered, limit)
            let found = try await concluded(&gathered, limit)
            engine.recordLosses(in: gathered.evidence, found)
            verdict = found
        } catch let error as ProbeError {
            gathered.failure = .machineFailure(error.description)
        } catch let error as SettingsError {
            // The settings of a kind contradict each other.
            throw CheckError.unsuitable(error.reason)
        } catch let error as EventLoopError {
            gathered.failure = .machineFailure(error.description)
        } catch let error as LinkFactsError {
            gathered.failure = .machineFailure(error.description)
        } catch HostResolutionError.unavailable(let reason) {
            gathered.failure = .machineFailure(reason)
        } catch let error as HostResolutionError {
            throw CheckError.notAName(error.description)
        } catch let error as ServiceDiscoveryError {
            gathered.failure = .machineFailure(error.description)
        }
        return ReportBuilder(
            target: target, gathered: gathered, verdict: verdict ?? Verdict(on: gathered.evidence), started: started
        )
        .report(duration: start.duration(to: .now))
    }

    /// The part of the time limit for the verdict about what is still silent then, and for a program to start and to end.
    var timeToConclude: Duration { min(options.timeout / 50, .milliseconds(100)) }

    /// The time limit of a check, and its begin.
    struct Limit: Sendable {
        let mark: LoadMark
        let start: ContinuousClock.Instant
        var deadline: ContinuousClock.Instant
    }

    /// Collects the evidence, before any question.
    func observe(into gathered: inout CheckObservations, _ limit: Limit) async throws {
        try await gather(into: &gathered, until: limit.deadline)
        gathered.maskSecrets()
        gathered.evidence.ownDelay = ownDelay(since: limit.mark, limit.start)
        if gathered.evidence.ownDelay > .zero {
            gathered.evidence.ownStall = engine.loop.longestStall(since: limit.mark)
        }
        engine.recallLosses(into: &gathered.evidence)
    }

    /// The part of the durations that this process may have caused. Values that are too small to look like a slow server are
    /// omitted, since they differ from check to check.
    private func ownDelay(since mark: LoadMark, _ start: ContinuousClock.Instant) -> Duration {
        let least = Duration.milliseconds(10)
        guard start.duration(to: .now) >= least else { return .zero }
        let delay = engine.loop.occupiedTime(since: mark)
        return delay < least ? .zero : delay
    }

    /// Reports the progress.
    func reportProgress(_ gathered: CheckObservations) {
        guard let progress else { return }
        let verdict = Verdict(on: gathered.evidence)
        progress(
            ReportBuilder(target: target, gathered: gathered, verdict: verdict, started: gathered.evidence.now)
                .report(duration: .zero))
    }

    private func gather(into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant) async throws {
        var visit = RequestDestination(target, options.boxedProbe)
        // This is for callers that give target and route together; settings of the configuration were bound when they were
        // read.
        if visit.settings.isUnbound { visit.settings.bind(to: target) }
        guard target.isPage, visit.settings.http.maxRedirects > 0 else {
            _ = try await self.performRequest(visit, into: &gathered, until: deadline)
            return
        }
        try await followRedirects(from: visit, into: &gathered, until: deadline)
    }

    /// Visits a place: the target, or the destination of a redirect. There is no other way to send requests, so that secrets
    /// are only released here.
    func performRequest(
        _ visit: RequestDestination, into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant
    ) async throws -> KindObservation? {
        guard visit.target.isOnNetwork else {
            return try await performLocalRequest(visit, into: &gathered, until: deadline)
        }
        let begun = ContinuousClock.now
        let routedSnapshot = try await engine.routedSnapshot()
        gathered.durations[.link] = begun.duration(to: .now)

        let proxy: Proxy?
        do {
            proxy = try engine.proxy(for: visit.target, visit.settings.proxy)
        } catch {
            recordMisconfiguredProxy(of: visit.target, error.reason, routedSnapshot, into: &gathered)
            return nil
        }
        if let proxy, proxy.resolvesNames, let address = visit.settings.address {
            throw CheckError.unsuitable(
                "\(address) cannot be chosen: the proxy \(proxy) (\(proxy.origin)) resolves the target's name; go without it"
            )
        }
        let place = Place(proxy: proxy, target: visit.target, address: visit.settings.address)
        let resolving = ContinuousClock.now
        let destinations: [SocketAddress]
        switch try await locate(place, in: routedSnapshot, into: &gathered, until: deadline) {
        case .nowhere: return nil
        case .at(let found): destinations = found
        }
        var addressBehind: IPAddress?
        if let proxy, !proxy.resolvesNames, case .name = visit.target.host {
            // The state of the route to the proxy's name says nothing about this one.
            gathered.evidence.observed.remove(GatewayEvidence.self)
            let behind = Place(proxy: nil, target: visit.target, address: visit.settings.address)
            switch try await locate(behind, in: routedSnapshot, into: &gathered, until: deadline) {
            case .nowhere: return nil
            case .at(let found): addressBehind = found.first?.address
            }
        }
        let resolved = resolving.duration(to: .now)

        if !visit.mayBeHere || !visit.mayBeOfMetadata {
            var reached = proxy == nil ? destinations.map(\.address) : [addressBehind].compactMap(\.self)
            if case .address(let literal) = visit.target.host { reached.append(literal) }
            try await requireAllowed(reached, for: visit, in: routedSnapshot.snapshot)
        }
        let transport = proxy == nil ? visit.target.scheme?.transport : .tcp
        let flow = destinations.first.flatMap { RouteFlow(transport, port: $0.port) }
        let selection = try await engine.routes(to: destinations.map(\.address), for: flow, in: routedSnapshot)
        record(selection, into: &gathered)
        reportProgress(gathered)
        guard !routedSnapshot.isCutOff(from: selection, gathered.evidence) else { return nil }
        let unrouted = selection.familiesWithoutRoute
        let reachable = destinations.filter { !unrouted.contains($0.address.family) }
        let route = RouteToPlace(
            proxy: proxy, timeToResolve: resolved, destinations: reachable, addressBehind: addressBehind)
        let (kind, exchange) = try exchange(visit, over: route, into: &gathered, until: deadline)
        let before = gathered.evidence
        let others = mayRepeat(visit, to: reachable) && proxy == nil ? maxOtherAddresses : 0
        let doubts =
            proxy == nil
            ? impersonation(of: visit, at: reachable, gathered.evidence, selection) : .impossible
        let (observed, signs) = try await noticingPortals(doubts, before, in: routedSnapshot, selection) {
            try await watchingGateways(of: selection, in: routedSnapshot, into: &gathered) {
                try await askingAboutSilence(of: visit.target, at: reachable, before, until: deadline) {
                    try await exchange.observe(kind, besides: others)
                }
            }
        }
        record(observed, signs, visit.settings.tls.expectation, into: &gathered)
        if !exchange.doubtful.isEmpty, proxy == nil, let tcp = gathered.evidence.tcp {
            gathered.evidence.tcp = silence.completing(tcp, to: reachable)
        }
        reportProgress(gathered)
        return observed
    }

    /// Records the result of a request. Unlike an asynchronous function, this one has its copies of evidence on the stack, where
    /// they take no memory from each check that runs.
    @inline(never)
    private func record(
        _ observed: KindObservation?, _ signs: PortalIndications, _ expectation: TLSEvidence.Expectation?,
        into gathered: inout CheckObservations
    ) {
        if let observed {
            gathered.add(observed)
            gathered.addFailures(of: observed.others)
        }
        signs.control?(&gathered.evidence)
        if let met = signs.uplink?.as(UplinkEvidence.self) {
            // A portal explains a page that arrived, and a failing transparent proxy one that did not.
            let isEnded = met.interception?.isEndedByDevice == true && gathered.evidence.http?.isEndedUnanswered == true
            let isFailure = isEnded || gathered.evidence.http?.status.map { $0 == met.interception?.status } == true
            let isOfPortal = met.interception?.isOfPortal == true
            if isOfPortal ? observed?.hasSucceeded == true : isFailure { gathered.evidence.uplink = met }
        }
        if gathered.evidence.observed.has(TLSEvidence.self) { gathered.evidence.tls?.expectation = expectation }
    }

    @inline(never)
    private func recordMisconfiguredProxy(
        of target: Target, _ reason: String, _ routedSnapshot: RoutedSnapshot, into gathered: inout CheckObservations
    ) {
        let origin = engine.environment.setting(for: target)?.name ?? ""
        var proxy = ProxyEvidence(url: "", origin: origin, outcome: .misconfigured)
        proxy.detail = reason
        gathered.evidence.proxy = proxy
        // The destination is not known, so that no gateway is to blame.
        let selection = routedSnapshot.routes(to: [])
        gathered.evidence.observed.set(selection.$link)
        gathered.evidence.observed.set(selection.$address)
    }

    /// Visits a place on this machine, which needs neither links nor names.
    private func performLocalRequest(
        _ visit: RequestDestination, into gathered: inout CheckObservations, until deadline: ContinuousClock.Instant
    ) async throws -> KindObservation? {
        if let address = visit.settings.address {
            throw CheckError.unsuitable("\(address) cannot be chosen: a socket of this machine has no address")
        }
        gathered.isLocal = true
        gathered.evidence.local = LocalEvidence()
        let (kind, exchange) = try exchange(visit, over: RouteToPlace(), into: &gathered, until: deadline)
        let observed = try await exchange.observe(kind)
        gathered.add(observed)
        reportProgress(gathered)
        return observed
    }

    /// The route to a place; empty without a network.
    private struct RouteToPlace {
        var proxy: Proxy?
        var timeToResolve = Duration.zero
        var destinations: [SocketAddress] = []
        var addressBehind: IPAddress?
    }

    private func exchange(
        _ visit: RequestDestination, over route: RouteToPlace, into gathered: inout CheckObservations,
        until deadline: ContinuousClock.Instant
    ) throws -> (any TargetKind.Type, KindExchange) {
        let released = visit.released
        let omission = visit.omission ?? released.omission
        if gathered.evidence.terms.omission != omission { gathered.evidence.terms.omission = omission }
        guard let kind = engine.kinds.kind(of: visit.target) else {
            throw CheckError.unsuitable("no kind of target is registered for \(SafeText.escaped(visit.target.text))")
        }
        let exchange = KindExchange(
            resources: engine.resources, target: visit.target, released: released, cookies: visit.cookies,
            proxy: route.proxy, timeToResolve: route.timeToResolve, destinations: route.destinations,
            addressBehind: route.addressBehind, doubtful: silence.doubtful(of: route.destinations), deadline: deadline,
            isEndAwaited: options.followUps == .always
        ) { [early] in early.connected(to: $0) }
        return (kind, exchange)
    }

    func record(_ selection: RouteSelection, into gathered: inout CheckObservations) {
        gathered.isLocal = selection.isLocal
        gathered.evidence.observed.set(selection.$link)
        gathered.evidence.observed.set(selection.$address)
        gathered.evidence.observed.set(selection.$gateway)
    }
}

/// The destination of a request, and the settings for it.
struct RequestDestination: Sendable {
    var target: Target
    @Boxed var settings: ProbeSettings
    /// The cookies of earlier places.
    var cookies: [String] = []
    /// What was left out because of earlier places.
    var omission: Omission?
    /// Whether the place may be this machine itself. Redirects of other hosts must not lead here.
    var mayBeHere = true
    /// Whether the place may be a cloud's metadata service. Redirects of other hosts must not lead there.
    var mayBeOfMetadata = true

    init(_ target: Target, _ settings: Boxed<ProbeSettings>) {
        self.target = target
        _settings = settings
    }

    /// The settings that may be used for the destination.
    var released: ReleasedSettings { _settings.released(to: target) }
}

extension RouteFlow {
    /// The properties of a target's packets; `nil` if they have no port.
    fileprivate init?(_ transport: RegisteredScheme.Transport?, port: UInt16) {
        switch transport {
        case .tcp, .tls: self.init(ipProtocol: 6, port: port)
        case .udp: self.init(ipProtocol: 17, port: port)
        case .icmp, .unix, nil: return nil
        }
    }
}

/// The result of one or several layers.
protocol LayerResult: Sendable {
    /// Whether the work was completed as intended.
    var hasSucceeded: Bool { get }
}
