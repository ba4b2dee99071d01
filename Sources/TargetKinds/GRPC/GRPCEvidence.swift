public import Diagnosis
public import NetworkModel

/// The result of a gRPC server's health check.
public struct GRPCEvidence: LayerEvidence {
    /// The layer `grpc`.
    public static let layer = Layer.kind("grpc")

    /// How the call of `grpc.health.v1.Health/Check` ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
        /// It has ended the call with a status of gRPC; with OK, what it says of the service is there as well.
        case answered
        /// Nothing of an answer came in time, or not all of it.
        case silent
        /// The server ended the connection.
        case closed
        /// The connection was reset.
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

    /// How the call ended.
    public var outcome: Outcome
    /// The service that was asked for; empty: the server as a whole.
    public var service: String
    /// 0: OK.
    public var status: GRPCStatus?
    /// `grpc-message`, 300 Unicode scalars at most.
    public var message: String?
    /// What the server says of the service (`HealthCheckResponse.status`); `nil` if it does not say.
    public var health: GRPCHealth?
    /// The status code of HTTP; `nil` if there was no answer of HTTP. JSON key: `http_status`.
    public var httpStatus: Int?
    /// The version of HTTP that was spoken, as in `2`; `nil` if that is not known. JSON key: `http_version`.
    public var httpVersion: String?
    /// The field `content-type` of the answer; `nil` if it has none. JSON key: `content_type`.
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

    /// One line for people, as in `server SERVING`, without the layer's name.
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

    /// Changes the texts of the server: message, content type and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        message = message.map(change)
        contentType = contentType.map(change)
        detail = detail.map(change)
    }
}

extension GRPCEvidence: JudgedEvidence {
    /// `nil`: gRPC is spoken over TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server accepted the connection and did not answer, or not to the end.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the server has said OK, and that the service is serving.
    public var isProven: Bool { outcome == .answered && status == .ok && health == .serving }

    /// Findings about the gRPC server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { GRPCRules.findings(self, in: evidence) }
}
