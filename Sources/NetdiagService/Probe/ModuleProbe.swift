import HTTPTypes
import HostResolution
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

/// A probe of a target with a module of blackbox_exporter: a check of one address of the target, reported in blackbox_exporter's
/// metrics.
struct ModuleProbe: Sendable {
    let engine: DiagnosticEngine
    let thresholds: Thresholds
    let module: BlackboxModule
    let target: Target
    let limit: Duration
    var series: ProbeSeries

    /// - Parameter isDebugging: Whether notes are kept in addition to the metrics.
    init(
        engine: DiagnosticEngine, thresholds: Thresholds, module: BlackboxModule, target: Target, limit: Duration,
        isDebugging: Bool
    ) {
        series = ProbeSeries(keepsNotes: isDebugging)
        self.engine = engine
        self.thresholds = thresholds
        self.module = module
        self.target = target
        self.limit = limit
    }

    /// - Returns: Whether the probe succeeded, by the module's rules.
    /// - Throws: ``Problem`` for a target that cannot be checked; `CancellationError`.
    mutating func run() async throws -> Bool {
        begin()
        var settings = ProbeSettings()
        settings.proxy = .direct
        do throws(SettingsError) {
            try apply(to: &settings)
        } catch {
            series.log(error.reason)
            return false
        }
        var lookup = ProbedAddress(duration: .zero)
        if selectsAddress {
            lookup = try await self.lookUp()
            record(lookup)
            if case .name = target.host, !throughProxy(settings.proxy) { settings.address = lookup.address }
        }
        settings.source = module.selection.source
        let report = try await check(settings)
        record(report)
        // For a name without an address, the check explains the failure; nothing was sent to the target.
        guard !selectsAddress || lookup.address != nil else {
            recordUnresolved(lookup.duration)
            return false
        }
        switch module.prober {
        case .http(let http): return evaluate(http, report, lookup.duration)
        case .tcp(let conversation): return evaluate(conversation, report)
        case .unix(let conversation): return evaluateSocket(conversation, report)
        case .icmp: return evaluateEcho(report, lookup.duration)
        case .dns(let dns): return evaluate(dns, report, lookup.duration)
        case .grpc(let grpc): return evaluate(grpc, report, lookup.duration)
        }
    }

    private func check(_ settings: ProbeSettings) async throws -> Report {
        var options = CheckOptions(timeout: checkLimit, thresholds: thresholds, probe: settings)
        options.followUps = .asBudgeted
        do {
            return try await engine.check(CheckRequest(target, settings: options))
        } catch let error as CheckError {
            throw Problem(.badRequest, "target: \(error.description)")
        }
    }

    /// The time limit of the check. Follow-up probes take up to a fifth of it in addition, and at most a second.
    private var checkLimit: Duration { limit > .seconds(6) ? limit - .seconds(1) : limit * 5 / 6 }

    private func throughProxy(_ choice: ProxyChoice) -> Bool {
        switch choice {
        case .direct: false
        case .through: target.mayUseProxy
        case .environment: (try? engine.proxy(for: target, choice)) != nil
        }
    }

    private mutating func record(_ report: Report) {
        if let cause = report.cause { series.set(.cause, [("cause", cause.id.rawValue)], 1) }
        guard series.keepsNotes else { return }
        series.log("netdiag: \(report.status.rawValue)")
        for finding in report.findings { series.log("\(finding.severity.rawValue) \(finding.id): \(finding.summary)") }
        for layer in report.layers {
            guard let evidence = layer.evidence else { continue }
            series.log("\(layer.layer.rawValue): \(evidence.value.summary) (\(layer.duration.value) ms)")
        }
    }
}
