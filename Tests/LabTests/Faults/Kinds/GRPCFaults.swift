import Lab

import struct NetworkModel.CauseID

/// Faults of gRPC servers with health checks: grpcio, and other servers in its place.
enum GRPCFaults: LabKind {
    private static let target = "grpc://www.lab.example:50051"

    private static func fault(
        _ cause: CauseID, _ fault: String, _ facts: [String] = [], path: String = "", _ words: String
    ) -> Fault {
        Fault(cause, .connectionDown, target + path, facts, name: "a gRPC server that \(words)") {
            try await $0.office.server.startServer(of: "grpc", port: 50_051, fault: fault)
        }
    }

    static let healthyTargets: [HealthyTarget] = [HealthyTarget(target)]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startServer(of: "grpc", port: 50_051)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, target, name: "a gRPC server") {
            try await $0.office.server.startServer(of: "grpc", port: 50_051)
        },
        Fault(nil, .connectionUp, "grpcs://www.lab.example:50051/lab.Ready", name: "a gRPC server in TLS") {
            try await $0.office.server.startServer(of: "grpc", port: 50_051, certificate: $0.certificate())
        },
        fault("grpc.not-serving", "not-serving", ["NOT_SERVING", "server as a whole"], "is not serving"),
        fault(
            "grpc.not-serving", "", ["NOT_SERVING", "lab.Broken"], path: "/lab.Broken",
            "has a service that is not serving"),
        fault("grpc.not-serving", "starting", ["UNKNOWN"], "is starting"),
        fault("grpc.unknown-service", "", ["lab.Other"], path: "/lab.Other", "does not have the service"),
        fault("grpc.unimplemented", "unimplemented", [], "does not implement health checks"),
        fault("grpc.refused", "denied", ["PERMISSION_DENIED", "\\u{1b}[31m"], "denies permission"),
        fault("grpc.refused", "unavailable", ["UNAVAILABLE", "backend"], "is a proxy without a backend"),
        fault("grpc.malformed", "garbage", [], "answers garbage"),
        fault("grpc.no-answer", "silent", [], "does not answer"),
        fault("grpc.closed", "closes", [], "closes the connection"),
        fault("grpc.closed", "resets", [], "resets the connection"),
        Fault(
            "grpc.not-grpc", .connectionDown, target, ["no HTTP/2"], name: "a web server with HTTP/1.1 instead of gRPC"
        ) {
            try await $0.office.server.startNginx([Site(port: 50_051)])
        },
        Fault(
            "grpc.not-grpc", .connectionDown, target, ["status 404"], name: "a web server with HTTP/2 instead of gRPC"
        ) {
            try await $0.office.server.startNginx([Site(port: 81, options: ["listen 50051 http2;"])])
        },
        Fault(
            "grpc.not-grpc", .connectionDown, "grpcs://www.lab.example", ["HTTP/1.1 with status 404"],
            name: "a web server in TLS with HTTP/1.1 instead of gRPC"
        ),
        Fault("grpc.not-grpc", .connectionDown, "grpc://www.lab.example:22", name: "SSH instead of gRPC") {
            try await $0.office.server.startSSH()
        },
        Fault(
            "tls.self-signed", .connectionDown, "grpcs://www.lab.example:50051",
            name: "gRPC with a self-signed certificate"
        ) {
            let certificate = try await Certificate.selfSigned(["www.lab.example"], on: $0.office.server)
            try await $0.office.server.startServer(of: "grpc", port: 50_051, certificate: certificate)
        },
        Fault("tls.not-tls", .connectionDown, "grpcs://www.lab.example:50051", name: "gRPC without TLS") {
            try await $0.office.server.startServer(of: "grpc", port: 50_051)
        },
        Fault("tcp.refused", .connectionDown, target, ["50051"], name: "no gRPC server"),
    ]
}

extension GRPCFaults {
    static func blackboxModule(for check: PeerCheck) -> (text: String, target: String)? {
        let tls = check.target.beginsWithTLS ? ", tls: true" : ""
        return ("{prober: grpc, timeout: 5s, grpc: {service: '\(check.target.path.dropFirst())'\(tls)}}", check.place)
    }

    static let culprits: [String: [String]] = [
        "grpc.not-serving": ["not serving", "not_serving"], "grpc.unknown-service": ["notfound", "unknown service"],
        "grpc.refused": ["permissiondenied", "unavailable"], "grpc.malformed": ["unmarshal"],
        "grpc.no-answer": ["deadlineexceeded", "deadline exceeded"], "grpc.not-grpc": ["http"],
    ]
}
