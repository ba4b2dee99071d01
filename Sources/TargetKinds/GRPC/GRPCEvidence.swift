public import Diagnosis
public import NetworkModel

/// What a gRPC server has said of its health.
public struct GRPCEvidence: LayerEvidence {
    public static let layer = Layer.kind("grpc")

    public enum Outcome: String, Sendable, Hashable, Codable {
        /// It has ended the call with a status of gRPC; with OK, what it says of the service is there as well.
        case answered
        /// Nothing of an answer came in time, or not all of it.
        case silent
        case closed
        case reset
        /// Another error of the connection.
        case failed
        /// It speaks HTTP, and not gRPC.
        case http
        /// It does not speak HTTP/2.
        case notHTTP2 = "not-http2"
        /// It speaks gRPC, and its status or its message is none.
        case malformed
    }

    public var outcome: Outcome
    /// The service that was asked for; empty: the server as a whole.
    public var service: String
    /// 0: OK.
    public var status: GRPCStatus?
    /// `grpc-message`, 300 Unicode scalars at most.
    public var message: String?
    public var health: GRPCHealth?
    public var httpStatus: Int?
    public var httpVersion: String?
    public var contentType: String?
    /// What was wrong, in words of ours or of libcurl.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case outcome, service, status, message, health
        case httpStatus = "http_status"
        case httpVersion = "http_version"
        case contentType = "content_type"
        case detail
    }

    init(_ outcome: Outcome, service: String) {
        self.outcome = outcome
        self.service = service
    }

    public var summary: String {
        let name = service.isEmpty ? "server" : "\"\(SafeText.cut(service, to: 60))\""
        switch outcome {
        case .answered:
            if let health { return "\(name) \(health.words)" }
            return "\(name): \(status?.words ?? "no status")\(message.map { ", \(SafeText.cut($0, to: 80))" } ?? "")"
        case .http: return "HTTP/\(httpVersion ?? "?") \(httpStatus.map { "\($0)" } ?? "?"), no gRPC"
        case .notHTTP2: return "no HTTP/2"
        case .silent, .closed, .reset, .failed, .malformed:
            return ([outcome.rawValue] + [detail].compactMap(\.self)).joined(separator: ": ")
        }
    }

    public mutating func mapServerText(_ change: (String) -> String) {
        message = message.map(change)
        contentType = contentType.map(change)
        detail = detail.map(change)
    }
}

extension GRPCEvidence: JudgedEvidence {
    public var datagrams: DatagramEvidence? { nil }
    public var hasStalled: Bool { outcome == .silent }

    public var isProven: Bool { outcome == .answered && status == .ok && health == .serving }

    public func findings(in evidence: Evidence) -> [Finding] { GRPCRules.findings(self, in: evidence) }
}
