import HTTPTypes
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks on request: run immediately, a limited number at a time.
final class OnDemandChecks: Sendable {
    /// At the same time, by the share of each client (``ConnectionLimits/requests``).
    static let maxAtOnce = ConnectionLimits.requests.total

    /// The modules of `/probe`.
    let probes = ProbeModules()
    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let defaults: Mutex<CheckOptions>
    /// A check of a configured target is made as it is configured.
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

    /// Reads a request, whose target may be the name of a configured one, and makes the check with the settings that the
    /// configuration has for the target.
    ///
    /// - Throws: 400 for a body that is none, and for a target that cannot be checked.
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
            // One that was asked for in another way says nothing of the target as it is configured.
            if request.isAsConfigured { store.add(report) }
            if settings == nil { targets.explain(&report, of: request.target) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}
