import HTTPTypes
import NIOCore
import NetdiagConfiguration
import NetworkDiagnostics
import NetworkModel

/// Probes a target as blackbox_exporter does, by the modules of its own file.
struct ProbeEndpoint: Endpoint {
    let path = "/probe"
    let summary =
        "Probes a target by a module of the file that blackbox: names, and answers with blackbox_exporter's metrics"
    let mediaType = MetricText.mediaType
    let required: Set = ["target"]
    let query = [
        (key: "target", meaning: "what is probed, as the module's prober takes it: a URL, host:port, a host, a path"),
        (key: "module", meaning: "the module; http_2xx without it"),
        (key: "debug", meaning: "true: what was found, the metrics and the module, as text"),
        (key: "hostname", meaning: "the Host field of http, and the name in the certificate of tcp"),
    ]
    var audience: EndpointAudience { .privileged(probe) }
    let isBrief = true

    private static let timeoutField = HTTPField.Name("X-Prometheus-Scrape-Timeout-Seconds")
    /// The time for the response to reach Prometheus in seconds, as in blackbox_exporter's `--timeout-offset`.
    private static let offset = 0.5
    /// The time limit in seconds if the scrape has none.
    private static let defaultTimeout = 120.0

    private func probe(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        let current = senders.checks.probes.now
        let name = request.query["module"].flatMap { $0.isEmpty ? nil : $0 } ?? "http_2xx"
        guard let blackbox = current.blackbox else {
            throw Problem(
                .badRequest, "no modules are configured; name a file of blackbox_exporter with blackbox: FILE")
        }
        guard var module = blackbox.modules[name] else {
            let known = blackbox.modules.keys.sorted()
            let meant =
                KeySuggestion.nearest(to: name, among: known).map { "; did you mean \(SafeText.shown($0))?" } ?? ""
            throw Problem(
                .badRequest,
                "module: \(SafeText.shown(name)) is unknown\(meant); \(SafeText.escapedPath(blackbox.file)) has the modules"
            )
        }
        guard let text = request.query["target"], !text.isEmpty else {
            throw Problem(.badRequest, "target: is missing; add ?target= and what is to be probed")
        }
        if let host = request.query["hostname"], !host.isEmpty { try module.setHostName(host) }
        let limit = try Self.limit(request, module)
        let isDebugging = try request.flag("debug")
        let target: ProbeTarget
        do {
            target = try ProbeTarget(text, for: module.prober)
        } catch {
            // Like blackbox_exporter, so that an alert for failed probes also notices a mistake in the scrape.
            return failure(error.detail, text, name, module, limit, isDebugging: isDebugging)
        }
        let new = ModuleProbe(
            engine: senders.engine, thresholds: current.thresholds, module: module, target: target.target, limit: limit,
            isDebugging: isDebugging)
        // Uses the loop of the check, since each switch of threads would cost as much as part of the check. Pattern
        // matching may take too long for that loop.
        let executor: any TaskExecutor =
            module.hasPatternsOfItsOwn ? globalConcurrentExecutor : senders.engine.loop
        let (run, metrics) = try await withTaskExecutorPreference(executor) {
            let begun = ContinuousClock.now
            var run = new
            let isSuccess = try await run.run()
            run.series.set(.duration, begun.duration(to: .now))
            run.series.set(.timeout, limit)
            run.series.set(.success, isSuccess)
            return (run, run.series.text)
        }
        guard isDebugging else { return APIResponse(.bytes(metrics.buffer), type: mediaType) }
        return APIResponse(text: Self.debug(run.series, run.module, run.target.text, name, metrics), type: "text/plain")
    }

    /// The response for a target that the prober does not accept.
    private func failure(
        _ reason: String, _ target: String, _ name: String, _ module: BlackboxModule, _ limit: Duration,
        isDebugging: Bool
    ) -> APIResponse {
        var series = ProbeSeries(keepsNotes: isDebugging)
        series.log(reason)
        if case .tcp = module.prober {
            series.set(.failedByPattern, false)
            series.set(.failedByBytes, false)
        }
        series.set(.duration, .zero)
        series.set(.timeout, limit)
        series.set(.success, false)
        guard isDebugging else { return APIResponse(.bytes(series.text.buffer), type: mediaType) }
        return APIResponse(text: Self.debug(series, module, target, name, series.text), type: "text/plain")
    }

    /// The text for debugging a module; it contains no secrets.
    private static func debug(
        _ series: ProbeSeries, _ module: BlackboxModule, _ target: String, _ name: String, _ metrics: MetricText
    ) -> String {
        let notes = series.notes.map { SafeText.escaped($0) + "\n" }.joined()
        return "Logs for the probe:\n\(notes)\n\n\nMetrics that would have been returned:\n"
            + String(buffer: metrics.buffer) + "\n\n\nModule configuration:\n"
            + "\(SafeText.escaped(name)): prober \(module.proberName), target \(SafeText.escaped(target))\n"
    }

    /// The time limit of the probe: that of the module, but no longer than the scrape's.
    private static func limit(_ request: APIRequest, _ module: BlackboxModule) throws(Problem) -> Duration {
        var scrape = defaultTimeout
        if let name = timeoutField, let text = request.fields[name], !text.isEmpty {
            guard let seconds = Double(text), seconds.isFinite, seconds >= 0, seconds <= 86_400 else {
                throw Problem(
                    .badRequest,
                    "X-Prometheus-Scrape-Timeout-Seconds: \(SafeText.shown(text)) is not a number of seconds")
            }
            if seconds > 0 { scrape = seconds }
        }
        let left = Duration.seconds(scrape - offset)
        if let timeout = module.timeout, timeout < left || left < .zero { return timeout }
        return max(left, .zero)
    }
}

extension BlackboxModule {
    /// The prober's name in the file.
    var proberName: String {
        switch prober {
        case .http: "http"
        case .tcp: "tcp"
        case .unix: "unix"
        case .icmp: "icmp"
        case .dns: "dns"
        case .grpc: "grpc"
        }
    }

    /// Whether patterns are matched after the check.
    fileprivate var hasPatternsOfItsOwn: Bool {
        switch prober {
        case .http(let http): !http.fieldRules.isEmpty
        case .dns: true
        case .tcp, .unix, .icmp, .grpc: false
        }
    }

    /// Sets the name in the query.
    fileprivate mutating func setHostName(_ host: String) throws(Problem) {
        switch prober {
        case .http(var http):
            if let given = http.settings.fields.first(where: { $0.name.lowercased() == "host" }), given.value != host {
                throw Problem(
                    .badRequest,
                    "hostname: \(SafeText.shown(host)) is not the Host field of the module, \(SafeText.shown(given.value))"
                )
            }
            do throws(SettingsError) {
                http.settings.fields.removeAll { $0.name.lowercased() == "host" }
                http.settings.fields.append(try .init(name: "Host", value: host))
            } catch {
                throw Problem(.badRequest, "hostname: \(error.reason)")
            }
            prober = .http(http)
        case .tcp(var conversation):
            guard conversation.tls.serverName == nil else { return }
            do throws(SettingsError) {
                conversation.tls.serverName = try HostSetting.parse(host)
            } catch {
                throw Problem(.badRequest, "hostname: \(error.reason)")
            }
            prober = .tcp(conversation)
        case .unix, .icmp, .dns, .grpc: break
        }
    }
}
