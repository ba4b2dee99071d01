import HTTPTypes
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// Checks that somebody asks for: run at once, a bounded number at a time.
final class CheckDesk: Sendable {
    /// At the same time; more are told to come back.
    static let mostAtOnce = 64
    private let running = Mutex(0)
    private let engine: DiagnosticEngine
    private let store: StatusStore
    private let certificateDays: Mutex<Int>
    /// Targets of the configuration, by their text: a check of one is made as it is configured there.
    private let configured = Mutex<[String: CheckOptions]>([:])

    init(engine: DiagnosticEngine, store: StatusStore, certificateDays: Int) {
        self.engine = engine
        self.store = store
        self.certificateDays = Mutex(certificateDays)
    }

    func configure(_ configuration: Configuration) {
        certificateDays.withLock { $0 = configuration.thresholds.certificateDays }
        configured.withLock { known in
            known = Dictionary(
                configuration.targets.map { ($0.target.text, $0.options(configuration.thresholds)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// - Throws: 429 when too many are running, 400 for a target that cannot be checked.
    func check(_ target: Target, families: Set<AddressFamily>?, timeout: Duration?) async throws -> Report {
        let isAdmitted = running.withLock { running in
            guard running < Self.mostAtOnce else { return false }
            running += 1
            return true
        }
        guard isAdmitted else {
            throw Problem(
                .tooManyRequests, "\(Self.mostAtOnce) checks are running already", fields: [.retryAfter: "1"])
        }
        defer { running.withLock { $0 -= 1 } }
        var options =
            configured.withLock { $0[target.text] } ?? CheckOptions(certificateDays: certificateDays.withLock { $0 })
        if let families { options.families = families }
        if let timeout { options.timeout = timeout }
        do {
            let report = try await engine.check(target, options: options)
            // One that was asked for in another way says nothing of the target as it is configured.
            if families == nil, timeout == nil { store.add(report) }
            return report
        } catch let error as CheckError {
            throw Problem(.badRequest, error.description)
        }
    }
}

extension Configuration.TargetSettings {
    func options(_ thresholds: Configuration.Thresholds) -> CheckOptions {
        CheckOptions(
            families: families, timeout: timeout, certificateAuthorityFile: certificateAuthorityFile,
            certificateDays: thresholds.certificateDays)
    }
}
