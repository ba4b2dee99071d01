import HTTPTypes
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks that somebody asks for: run at once, a bounded number at a time.
final class CheckDesk: Sendable {
    /// At the same time, by the share of each client (``ConnectionLimits/requests``).
    static let mostAtOnce = ConnectionLimits.requests.total
    /// How a check is to differ from the target's configuration.
    struct Wish: Sendable, Hashable {
        var families: Set<AddressFamily>?
        var timeout: Duration?
        var address: IPAddress?
        var proxy: ProxyChoice?
        var kind = SettingValues()
    }

    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let defaults: Mutex<CheckOptions>
    /// A check of a configured target is made as it is configured.
    private let configured = Mutex(Configured())

    /// The targets of the configuration, which are shared with it, and the place of each among them by its text.
    private struct Configured {
        var targets: [Configuration.TargetSettings] = []
        var places: [String: Int] = [:]
        var thresholds = Thresholds()

        func options(_ target: String) -> CheckOptions? { places[target].map { targets[$0].options(thresholds) } }
    }

    init(engine: DiagnosticEngine, store: StatusStore, thresholds: Thresholds) {
        self.engine = engine
        self.store = store
        defaults = Mutex(CheckOptions(thresholds: thresholds))
    }

    func configure(_ configuration: Configuration) {
        defaults.withLock { defaults in
            defaults.thresholds = configuration.thresholds
            defaults.probe.proxy = configuration.proxy
            defaults.probe.portalURL = configuration.portalURL
        }
        configured.withLock { known in
            known.targets = configuration.targets
            known.thresholds = configuration.thresholds
            known.places = Dictionary(
                configuration.targets.enumerated().map { ($1.target.text, $0) }, uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// - Throws: 400 for a target that cannot be checked.
    ///
    /// - Parameter wish: What is different from the configuration.
    func check(_ target: Target, _ wish: Wish) async throws -> Report {
        var options = configured.withLock { $0.options(target.text) } ?? defaults.withLock { $0 }
        if let families = wish.families { options.families = families }
        if let timeout = wish.timeout { options.timeout = timeout }
        if let address = wish.address { options.probe.address = address }
        options.probe.kind.merge(wish.kind)
        if let proxy = wish.proxy {
            if case .through(let other) = options.probe.proxy, proxy == .direct { options.probe.spareProxy = other }
            options.probe.proxy = proxy
        }
        do {
            let report = try await engine.check(target, options: options)
            // One that was asked for in another way says nothing of the target as it is configured.
            if wish == Wish() { store.add(report) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}

extension Configuration.TargetSettings {
    /// How the target is checked. What is secret is bound to the target and the route of the configuration: whatever else is
    /// asked for of these options, it goes nowhere else.
    func options(_ thresholds: Thresholds) -> CheckOptions {
        var probe = probe
        probe.bind(to: target)
        return CheckOptions(families: families, timeout: timeout, thresholds: thresholds, probe: probe)
    }

    /// As ``options(_:)``, for checks that go on by themselves.
    func scheduledOptions(_ thresholds: Thresholds) -> CheckOptions {
        var options = options(thresholds)
        options.followUps = .asBudgeted
        return options
    }
}
