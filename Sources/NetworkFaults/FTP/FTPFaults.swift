import NetworkModel

/// The faults of `ftp.*`: FTP servers with files in memory.
enum FTPFaults {
    /// The files without a fault, of which `ftp.not-found` hides one.
    static let files = FTPFileServer.files.merging(["/missing.txt": "netdiag serve\n"]) { $1 }

    static let all: [FaultDefinition] = [
        fault("ftp.login-rejected", "Rejects every login (530).", .rejectsLogins),
        fault("ftp.no-tls", "Does not support TLS (502), which is required.", checkedWith: ["--ftp-tls", "on"]),
        fault(
            "ftp.data-blocked", "Names a data port on which nothing listens.", .closesDataPorts,
            checkedWith: ["--timeout", "2"]),
        fault("ftp.not-found", "Has no file at the path (550).", .hides("/missing.txt"), path: "missing.txt"),
        fault(
            "ftp.write-denied", "Refuses to store files (553).", .deniesWriting, path: "readme.txt",
            checkedWith: ["--ftp-write-in", "/"]),
        fault("ftp.malformed", "Greets like another service.", .greets("SSH-2.0-netdiag\r\n")),
        FaultDefinition(
            "ftp.no-answer", "Stops answering.", isConditional: true,
            arguments: [
                FaultArgument(
                    "at", .choice(["greeting", "data"], default: "greeting"),
                    "instead of a greeting, or once the data connection is established")
            ]
        ) { context in
            let isGreeting = context.arguments.text("at") == "greeting"
            return try await endpoint(context, isGreeting ? .silence : .holdsData, ["--timeout", "2"])
        },
        fault(
            "ftp.failed", "Greets with 421, like a server with too many clients.",
            .greets("421 too many connections\r\n")),
    ]

    private static func fault(
        _ cause: CauseID, _ summary: String, _ behaviour: FTPBehaviour = .serves, path: String = "",
        checkedWith arguments: [String] = []
    ) -> FaultDefinition {
        FaultDefinition(cause, summary, isConditional: true) {
            try await endpoint($0, behaviour, arguments, path: path)
        }
    }

    private static func endpoint(
        _ context: FaultContext, _ behaviour: FTPBehaviour, _ arguments: [String] = [], path: String = ""
    ) async throws -> FaultEndpoint {
        let server = try await FTPFileServer.start(behaviour, files: files, context)
        return FaultEndpoint(
            target: "ftp://\(context.hostAndPort(server.listener.port))/\(path)", checkArguments: arguments,
            close: { await server.close() })
    }
}
