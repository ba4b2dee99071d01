import NIOCore
import NetworkModel
import Synchronization
import TargetKinds

/// A target's last report as it is kept: the parts that the status needs, and the report itself.
///
/// What fails is kept as its JSON, encoded at once: that is a fraction of its evidence in memory, and everything may fail at
/// once. What works is encoded when somebody asks for it first, and kept so from then on. Either way all readers share the
/// same bytes.
final class StoredReport: Sendable {
    /// The target's key.
    let target: String
    let started: Timestamp
    let status: ConnectionStatus
    let degraded: Bool
    let cause: Finding?
    let duration: Milliseconds
    let certificateDays: Int?
    let isProxied: Bool
    /// When the first of the certificates ends that were seen; `nil` if none were.
    let certificateEnd: Timestamp?

    private enum Content: Sendable {
        case report(Report)
        /// Not a `ByteBuffer`, which rounds its size up to a power of two.
        case json([UInt8])
    }

    private let content: Mutex<Content>

    init(_ report: Report) {
        target = report.key
        started = report.started
        status = report.status
        degraded = report.degraded
        cause = report.cause
        duration = report.duration
        certificateDays = report[TLSEvidence.self]?.daysLeft
        isProxied = report[ProxyEvidence.self] != nil
        certificateEnd = report[TLSEvidence.self]?.chain.compactMap(\.notAfter).min()
        content = Mutex(report.findings.isEmpty ? .report(report) : .json(Self.encoded(report)))
    }

    /// The report on a line, without the newline.
    var json: ByteBuffer {
        content.withLock { content in
            switch content {
            case .json(let json): return ByteBuffer(bytes: json)
            case .report(let report):
                let json = Self.encoded(report)
                content = .json(json)
                return ByteBuffer(bytes: json)
            }
        }
    }

    /// The report itself; decoded anew where it is kept as JSON.
    var report: Report? {
        let json: [UInt8]
        switch content.withLock({ $0 }) {
        case .report(let report): return report
        case .json(let bytes): json = bytes
        }
        return try? JSON.decode(from: json, kinds: TargetKinds.builtIn.evidence)
    }

    private static func encoded(_ report: Report) -> [UInt8] {
        // Only a non-finite number cannot be encoded, and no report has one.
        (try? JSON.line(report)) ?? Array("null".utf8)
    }
}
