import NetworkModel

/// The faults of mail servers that follow a script.
enum ScriptFaults {
    private static let greeting = "send 220 mail.example.test ESMTP"

    static let all: [FaultDefinition] = [
        fault("smtp.no-greeting", "Accepts the connection, but sends no greeting.", ["hang"], isSilent: true),
        fault("smtp.not-smtp", "Greets like another service.", ["send SSH-2.0-netdiag"]),
        fault("smtp.refused", "Greets with 554.", ["send 554 no service here", "expect QUIT", "close"]),
        fault("smtp.closed", "Ends the connection instead of answering EHLO.", [greeting, "expect EHLO", "close"]),
        fault("smtp.no-answer", "Sends a greeting, but does not answer EHLO.", [greeting, "hang"], isSilent: true),
        fault(
            "smtp.starttls-refused", "Offers STARTTLS, but refuses it.",
            [
                greeting, "expect EHLO", "send 250-mail.example.test", "send 250 STARTTLS", "expect STARTTLS",
                "send 454 not now", "expect QUIT", "send 221 bye", "close",
            ]),
        fault("imap.no-greeting", "Accepts the connection, but sends no greeting.", ["hang"], isSilent: true),
        fault("imap.not-imap", "Greets like another service.", ["send SSH-2.0-netdiag"]),
        fault("imap.bye", "Greets with BYE.", ["send * BYE no service here", "close"]),
    ]

    private static func fault(
        _ cause: CauseID, _ summary: String, _ lines: [String], isSilent: Bool = false
    ) -> FaultDefinition {
        FaultDefinition(cause, summary) { context in
            let listener = try await ScriptServer.start(ServerScript(lines), context)
            let scheme = cause.rawValue.prefix { $0 != "." }
            return FaultEndpoint(
                target: "\(scheme)://\(context.hostAndPort(listener.port))",
                checkArguments: isSilent ? ["--timeout", "2"] : [], close: { await listener.close() })
        }
    }
}
