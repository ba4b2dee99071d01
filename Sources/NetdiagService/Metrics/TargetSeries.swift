import NetworkModel
import Probes
import TargetKinds

/// The counters of one target, updated with each check.
struct TargetSeries: Sendable {
    /// A phase of a check whose time is measured.
    enum Phase: String, Sendable, CaseIterable {
        case resolve, connect, tls, answer
    }

    /// The key of the target.
    let key: String
    /// The text between the braces.
    let labels: [UInt8]
    /// Whether histograms are kept.
    let hasHistograms: Bool
    /// The number of checks by status.
    private(set) var checks: [ConnectionStatus: UInt64] = [:]
    /// The durations of the phases that occurred.
    private(set) var phases: [Phase: DurationHistogram] = [:]
    /// The round trip times of echo requests.
    private(set) var roundTrips: DurationHistogram?
    private(set) var echoRequests: UInt64 = 0
    private(set) var echoReplies: UInt64 = 0
    /// The fraction of the last check's echo requests without a reply.
    private(set) var loss: Double?
    /// The earliest end of validity among the last certificates.
    private(set) var certificateEnd: Timestamp?
    /// The duration of the last check, in seconds.
    private(set) var duration: Double?

    init(key: String, labels: [UInt8], hasHistograms: Bool) {
        self.key = key
        self.labels = labels
        self.hasHistograms = hasHistograms
    }

    /// Whether these counters can be kept for the new series.
    func continues(_ other: TargetSeries) -> Bool {
        (key, labels, hasHistograms) == (other.key, other.labels, other.hasHistograms)
    }

    mutating func add(_ report: Report) {
        checks[report.status, default: 0] += 1
        duration = report.duration.duration / .seconds(1)
        if let tls = report[TLSEvidence.self], let end = tls.chain.compactMap(\.notAfter).min() {
            certificateEnd = end
        }
        if let echo = report[EchoEvidence.self], echo.sent > 0 {
            echoRequests += UInt64(echo.sent)
            echoReplies += UInt64(max(echo.received, 0))
            loss = 1 - Double(min(echo.received, echo.sent)) / Double(echo.sent)
            if hasHistograms, let time = echo.meanRoundTrip ?? echo.roundTrip {
                roundTrips = roundTrips ?? DurationHistogram()
                roundTrips?.add(time.duration / .seconds(1))
            }
        } else {
            loss = nil
        }
        guard hasHistograms else { return }
        for layer in report.layers where layer.status != .noErr && layer.duration.duration > .zero {
            guard let phase = Phase(layer.layer) else { continue }
            phases[phase, default: DurationHistogram()].add(layer.duration.duration / .seconds(1))
        }
    }
}

extension TargetSeries.Phase {
    /// The phase of a layer; `nil` for layers whose time does not depend on the target.
    fileprivate init?(_ layer: Layer) {
        switch layer {
        case .dns, .mdns: self = .resolve
        case .tcp: self = .connect
        case .tls: self = .tls
        case .kind: self = .answer
        case .local, .link, .address, .gateway, .uplink, .path, .proxy: return nil
        }
    }
}
