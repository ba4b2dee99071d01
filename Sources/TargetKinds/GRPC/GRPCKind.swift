import Diagnosis
import NetworkModel

/// A gRPC server that responds to health checks (grpc/doc/health-checking.md), over HTTP/2, with or without TLS.
/// libcurl implements HTTP/2.
enum GRPCKind: TargetKind {
    static let summary = "A gRPC server, which must report SERVING in its health check (grpc.health.v1)."
    static let example = "grpc://host:50051/my.package.Service"
    static let schemes = [
        RegisteredScheme(
            "grpc", layer: GRPCEvidence.layer, transport: .tcp, defaultPort: 80,
            path: .optional(meaning: "the name of the service")
        ).usingLibcurl,
        RegisteredScheme(
            "grpcs", layer: GRPCEvidence.layer, transport: .tls, defaultPort: 443,
            path: .optional(meaning: "the name of the service"), plainProtocol: .http),
    ]
    static let causes = GRPCCauses.all
    static let factPhrases = GRPCPhrases.all
    static let probe = KindProbe<GRPCSettings, GRPCEvidence>.connection(GRPCProbe.observe)
}

struct GRPCSettings: KindSettings {
    static let service = KindSetting<String?>(
        "service", .text(bytes: 1...255), default: nil,
        "The service to check, instead of the one in the target's path; without either, the server as a whole.",
        for: .target)

    static let settings: [any KindSettingDescription] = [service]

    let service: String?

    init(_ values: SettingValues) { service = values[Self.service] }
}
