public import NetworkDiagnostics
public import NetworkModel

/// The status document without a daemon: one observation, one check of each configured target.
public struct StatusOnce: Sendable {
    private let engine: DiagnosticEngine
    private let configuration: Configuration
    /// A person waits for it: no target may take longer than this.
    private static let longestCheck = Duration.seconds(5)

    public init(engine: DiagnosticEngine, configuration: Configuration) {
        self.engine = engine
        self.configuration = configuration
    }

    /// - Throws: `CancellationError`; what the kernel refused.
    public func document() async throws -> StatusDocument {
        let store = StatusStore(host: Daemon.hostName)
        store.setTargets(configuration.targets.map(\.target))
        store.setPublication(Publication(state: .off, reason: "netdiagd does not run"))
        async let observation = engine.observeMachine(thresholds: configuration.thresholds)
        await withDiscardingTaskGroup { group in
            for settings in configuration.targets {
                group.addTask {
                    var options = settings.options(configuration.thresholds)
                    options.timeout = min(options.timeout, Self.longestCheck)
                    do {
                        store.add(try await engine.check(settings.target, options: options))
                    } catch {
                        store.add(.failed(settings.target, reason: "\(error)"))
                    }
                }
            }
        }
        store.setMachine(try await observation)
        return store.document
    }
}
