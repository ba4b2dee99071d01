public import Diagnosis
public import NetworkModel

/// The result of a gRPC server's health check.
public struct GRPCEvidence: LayerEvidence {
    /// The layer `grpc`.
    public static let layer = Layer.kind("grpc")

    /// The result of the call `grpc.health.v1.Health/Check`.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The call ended with a gRPC status. If that is OK, the health of the service is present as well.
        case answered
        /// No response, or only a part of it, arrived in time.
        case silent
        /// The server closed the connection.
        case closed
        /// The connection was reset.
        case reset
        /// The connection failed with another error.
        case failed
        /// The server speaks HTTP, but not gRPC.
        case http
        /// The server does not speak HTTP/2.
        case notHTTP2 = "not-http2"
        /// The server speaks gRPC, but its status or message is not valid.
        case malformed
    }

    /// The result of the call.
    public var outcome: Outcome
    /// The requested service; empty for the server as a whole.
    public var service: String
    /// The gRPC status, 0 for OK; `nil` if there is none.
    public var status: GRPCStatus?
    /// The field `grpc-message`, at most 300 Unicode scalars.
    public var message: String?
    /// The health of the service (`HealthCheckResponse.status`); `nil` if it was not reported.
    public var health: GRPCHealth?
    /// The HTTP status code; `nil` if there was no HTTP response. JSON key: `http_status`.
    public var httpStatus: Int?
    /// The HTTP version, as in `2`; `nil` if not known. JSON key: `http_version`.
    public var httpVersion: String?
    /// The field `content-type` of the response; `nil` if there is none. JSON key: `content_type`.
    public var contentType: String?
    /// A description of the error by netdiag or libcurl.
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

    /// A one-line summary, as in `server SERVING`, without the name of the layer.
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

    /// Applies a function to the texts of the server: message, content type and detail.
    public mutating func mapServerText(_ change: (String) -> String) {
        message = message.map(change)
        contentType = contentType.map(change)
        detail = detail.map(change)
    }
}

extension GRPCEvidence: JudgedEvidence {
    /// Always `nil`: gRPC uses TCP.
    public var datagrams: DatagramEvidence? { nil }
    /// Whether the server accepted the connection, but sent no response or an incomplete one.
    public var hasStalled: Bool { outcome == .silent }

    /// Whether the status is OK, and the service is serving.
    public var isProven: Bool { outcome == .answered && status == .ok && health == .serving }

    /// The findings about the gRPC server, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { GRPCRules.findings(self, in: evidence) }
}
