import HTTPTypes
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks on request: run immediately, a limited number at a time.
final class OnDemandChecks: Sendable {
    /// The maximum number of simultaneous checks, from the shares of clients (``ConnectionLimits/requests``).
    static let maxAtOnce = ConnectionLimits.requests.total

    /// The modules of `/probe`.
    let probes = ProbeModules()
    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let defaults: Mutex<CheckOptions>
    /// The configured targets, whose checks use their settings.
    private let configured = Mutex(ConfiguredTargets())

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
        let targets = ConfiguredTargets(configuration)
        configured.withLock { $0 = targets }
    }

    /// Parses a request, whose target may be the name of a configured one, and runs the check with the configured
    /// settings of the target.
    ///
    /// - Throws: 400 for an invalid body, and for a target that cannot be checked.
    func check(_ body: some Collection<UInt8>) async throws -> Report {
        let targets = configured.withLock { $0 }
        var settings: Configuration.TargetSettings?
        var request: CheckRequest
        do throws(BodyError) {
            request = try CheckRequest.read(body) { (text) throws(SettingsError) in
                let found = try targets.find(text)
                settings = found.settings
                return found.target
            }
        } catch {
            throw Problem(.badRequest, error.description)
        }
        request.settings = settings.map { targets.options(of: $0) } ?? defaults.withLock { $0 }
        do {
            var report = try await engine.check(request)
            report.name = settings?.name
            // A check with other options says nothing about the target as it is configured.
            if request.isAsConfigured { store.add(report) }
            if settings == nil { targets.explain(&report, of: request.target) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}
