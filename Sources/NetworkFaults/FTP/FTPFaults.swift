import NetworkModel

/// The faults of `ftp.*`: FTP servers with files in memory.
enum FTPFaults {
    static let all: [FaultDefinition] = [
        fault("ftp.login-rejected", "Takes no login (530).", .rejectsLogins),
        fault("ftp.no-tls", "Has no TLS (502), which is asked for.", checkedWith: ["--ftp-tls", "on"]),
        fault(
            "ftp.data-blocked", "Names a port for data on which nothing listens.", .closesDataPorts,
            checkedWith: ["--timeout", "2"]),
        fault("ftp.not-found", "Has no file at the path (550).", path: "missing.txt"),
        fault(
            "ftp.write-denied", "Stores nothing (553).", .deniesWriting, path: "readme.txt",
            checkedWith: ["--ftp-write-in", "/"]),
        fault("ftp.malformed", "Greets like another service.", .greets("SSH-2.0-netdiag\r\n")),
        FaultDefinition(
            "ftp.no-answer", "Says nothing more.",
            arguments: [
                FaultArgument(
                    "at", .choice(["greeting", "data"], default: "greeting"),
                    "instead of greeting, or once the connection for data is made")
            ]
        ) { context in
            let isGreeting = context.arguments.text("at") == "greeting"
            return try await endpoint(context, isGreeting ? .silence : .holdsData, ["--timeout", "2"])
        },
        fault("ftp.failed", "Greets with 421, as a server that is full.", .greets("421 too many connections\r\n")),
    ]

    private static func fault(
        _ cause: CauseID, _ summary: String, _ behaviour: FTPBehaviour = .serves, path: String = "",
        checkedWith arguments: [String] = []
    ) -> FaultDefinition {
        FaultDefinition(cause, summary) { try await endpoint($0, behaviour, arguments, path: path) }
    }

    private static func endpoint(
        _ context: FaultContext, _ behaviour: FTPBehaviour, _ arguments: [String] = [], path: String = ""
    ) async throws -> FaultEndpoint {
        let server = try await FTPFileServer.start(behaviour, context)
        return FaultEndpoint(
            target: "ftp://\(context.place(server.listener.port))/\(path)", checkArguments: arguments,
            close: { await server.close() })
    }
}
