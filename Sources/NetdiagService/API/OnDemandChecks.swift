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

        func settings(_ target: String) -> Configuration.TargetSettings? { places[target].map { targets[$0] } }
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
            // Of those that are the same place, the first is what a check of the place is of.
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
        let (settings, thresholds) = configured.withLock { ($0.settings(request.target.text), $0.thresholds) }
        request.settings = settings?.options(thresholds) ?? defaults.withLock { $0 }
        do {
            var report = try await engine.check(request)
            report.name = settings?.name
            // One that was asked for in another way says nothing of the target as it is configured.
            if request.isAsConfigured { store.add(report) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}
