import Diagnosis
import NIOCore
import NetworkModel
import Synchronization
import TargetKinds

/// The stored last report of a target: the parts that the status needs, and the report itself.
///
/// A report with findings is stored as its JSON, encoded immediately: this needs a fraction of the memory of its
/// evidence, and all targets may fail at once. Other reports are encoded at the first request, and stored so from then
/// on. In both cases all readers share the same bytes.
final class StoredReport: Sendable {
    /// The target's key.
    let target: String
    let started: Timestamp
    let status: ConnectionStatus
    let degraded: Bool
    let cause: Finding?
    let secondFindings: [Finding]
    /// The time of its response (``Report/responseTime``).
    let duration: Milliseconds
    let certificateDays: Int?
    let isProxied: Bool
    /// Whether a host of the Internet was reached directly, and has proven its identity: no portal responded in its place.
    let isOfInternet: Bool
    /// Whether a host was reached by a link-local address.
    let isOfNeighbour: Bool
    /// The host of the Internet that was reached directly; `nil` for none.
    let reached: StatusDocument.ReachedHost?
    /// The earliest end of validity of the server's certificates; `nil` if there were none.
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
        secondFindings = report.secondFindings
        duration = report.responseTime
        certificateDays = report[TLSEvidence.self]?.daysLeft
        isProxied = report[ProxyEvidence.self] != nil
        isOfInternet = report.connectionToInternet != nil && report[TLSEvidence.self]?.outcome == .established
        isOfNeighbour = report.isOfNeighbour
        reached = report.reachedHost
        certificateEnd = report[TLSEvidence.self]?.chain.compactMap(\.notAfter).min()
        content = Mutex(report.findings.isEmpty ? .report(report) : .json(Self.encoded(report)))
    }

    /// Whether it changes the status of the target that an earlier report has shown; `nil` if there was none.
    func isNews(after earlier: StoredReport?) -> Bool {
        // The facts of a warning, such as how much was lost, differ from check to check.
        earlier?.status != status || earlier?.degraded != degraded || earlier?.cause != cause
            || earlier?.secondFindings.map(\.id) != secondFindings.map(\.id)
    }

    /// The report on one line, without the newline.
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

    /// The report itself; decoded on each call if it is stored as JSON.
    var report: Report? {
        let json: [UInt8]
        switch content.withLock({ $0 }) {
        case .report(let report): return report
        case .json(let bytes): json = bytes
        }
        return try? JSON.decode(from: json, kinds: TargetKinds.builtIn.evidence)
    }

    private static func encoded(_ report: Report) -> [UInt8] {
        // Only a non-finite number cannot be encoded, and reports contain none.
        (try? JSON.line(report)) ?? Array("null".utf8)
    }
}
