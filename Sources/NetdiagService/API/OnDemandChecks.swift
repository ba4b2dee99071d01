import HTTPTypes
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks that somebody asks for: run at once, a bounded number at a time.
final class OnDemandChecks: Sendable {
    /// At the same time, by the share of each client (``ConnectionLimits/requests``).
    static let maxAtOnce = ConnectionLimits.requests.total

    /// The modules of `/probe`.
    let probes = ProbeModules()
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
        probes.configure(configuration)
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

    /// Makes a check with the settings that the configuration has for the target, whichever the request has.
    ///
    /// - Throws: 400 for a target that cannot be checked.
    func check(_ request: CheckRequest) async throws -> Report {
        var request = request
        request.settings = configured.withLock { $0.options(request.target.text) } ?? defaults.withLock { $0 }
        do {
            let report = try await engine.check(request)
            // One that was asked for in another way says nothing of the target as it is configured.
            if request.isAsConfigured { store.add(report) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}
