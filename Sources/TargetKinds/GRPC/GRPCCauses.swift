import Diagnosis
import NetworkModel

/// The root causes of faults at gRPC servers with health checks.
enum GRPCCauses {
    static let noAnswer = CauseEntry(
        "grpc.no-answer", .error, "The gRPC server accepts the connection, but does not answer the health check.",
        summary: "{destination} does not answer the health check of {service}",
        advice: [
            "On the server, see whether all its workers are busy or stuck, and what it logs",
            "It may expect TLS from the first byte: netdiag check grpcs://{destination}",
        ],
        evidence: "the connection is established, but the call does not end in time",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let closed = CauseEntry(
        "grpc.closed", .error, "The connection ends before the gRPC server has answered the health check.",
        summary: "{destination} {how} instead of answering the health check",
        advice: [
            "On the server, see why: its log, and whether it was restarted",
            "It may expect TLS from the first byte: netdiag check grpcs://{destination}",
        ],
        evidence: "a FIN, an RST, a GOAWAY or a connection error arrives before the call has ended",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notGRPC = CauseEntry(
        "grpc.not-grpc", .error, "The service on the port does not speak gRPC.",
        summary: "{destination} does not speak gRPC: it answers {detail}",
        advice: [
            "If the server is yours, see what listens on it: ss -ltnp",
            "A proxy in between must forward HTTP/2 and gRPC: grpc_pass in nginx, h2c or h2 towards the backend in others",
        ],
        evidence:
            "the answer is not HTTP/2, or does not have the status 200 and a content type of application/grpc "
            + "(grpc/doc/PROTOCOL-HTTP2.md)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let malformed = CauseEntry(
        "grpc.malformed", .error, "The gRPC server's answer cannot be read.",
        summary: "the answer of {destination} to the health check cannot be read: {detail}",
        advice: [
            "See what it answers: grpc_health_probe -addr={destination}, or grpcurl",
            "See whether something in between changes the answer, such as a proxy that drops trailers",
        ],
        evidence: "grpc-status is missing or not a status, or the message is not a HealthCheckResponse",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let notServing = CauseEntry(
        "grpc.not-serving", .error, "The gRPC server says that it is not serving.",
        summary: "{destination} says that {service} is not serving: {health}",
        advice: [
            "On the server, see what the service waits for, usually its own dependencies",
            "UNKNOWN: the service has not reported its state since the start",
        ],
        evidence: "the answer's status is not SERVING (grpc/doc/health-checking.md)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unknownService = CauseEntry(
        "grpc.unknown-service", .error, "The gRPC server does not know the requested service.",
        summary: "{destination} does not know {service}{message}",
        advice: [
            "Compare the name with those that the server has registered: grpcurl {destination} list",
            "The name is usually that of the .proto file with its package, as in my.package.Service",
        ],
        evidence: "the call ends with NOT_FOUND, or the answer's status is SERVICE_UNKNOWN",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let unimplemented = CauseEntry(
        "grpc.unimplemented", .error, "The gRPC server does not offer health checks.",
        summary: "{destination} speaks gRPC, but does not implement grpc.health.v1.Health{message}",
        advice: [
            "Have the server register the health service of its gRPC library",
            "If that is not possible, check only its port: netdiag check {destination}",
        ],
        evidence: "the call ends with UNIMPLEMENTED",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "grpc.refused", .error, "The gRPC server refuses the health check, or fails at it.",
        summary: "{destination} answers the health check with {status}{message}",
        advice: [
            "UNAVAILABLE: it is starting or shutting down, or it is a proxy whose backend is down",
            "UNAUTHENTICATED, PERMISSION_DENIED: it requires a login for health checks; allow them without one",
            "Others: see the server's log",
        ],
        evidence: "the call ends with a status other than OK, NOT_FOUND and UNIMPLEMENTED (grpc/doc/statuscodes.md)",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))

    static let all = [
        noAnswer, closed, notGRPC, malformed, notServing, unknownService, unimplemented, refused,
    ]
}
