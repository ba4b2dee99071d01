import NIOCore
import NIOHTTP1
import NetworkModel

/// The faults of `http.*`.
enum HTTPFaults {
    static let all: [FaultDefinition] =
        redirects + logins + statuses + transfers
        + [
            FaultDefinition(
                "http.captive-portal", "Answers as a captive portal does: 511, Network Authentication Required."
            ) { _ in
                .replaced(.text(HTTPResponseStatus(statusCode: 511), "Please log in.\n"))
            },
            FaultDefinition(
                "http.malformed", "Answers with data that is not HTTP, or that violates its framing.",
                arguments: [
                    FaultArgument(
                        "kind", .choice(MalformedResponse.allCases.map(\.rawValue), default: "status-line"),
                        "what is wrong")
                ]
            ) { arguments in
                .raw((MalformedResponse(rawValue: arguments.text("kind")) ?? .statusLine).bytes, then: .close)
            },
            FaultDefinition(
                "http.unexpected-status", "Answers 200 although a check expects 204.",
                checkArguments: { _ throws(FaultError) in ["--status", "204"] }
            ) { _ in
                .replaced(.text(.ok, "As usual.\n"))
            },
            FaultDefinition(
                "http.unexpected-body", "Answers with a body other than the one that a check expects.",
                checkArguments: { _ throws(FaultError) in ["--contains", "Welcome"] }
            ) { _ in
                .replaced(.text(.ok, "Another page.\n"))
            },
        ]

    private static let redirects: [FaultDefinition] = [
        FaultDefinition("http.redirect-loop", "Redirects to the same page endlessly.") { _ in
            .replaced(ServedResponse(.found, headers: ["Location": "?again"]))
        },
        FaultDefinition(
            "http.redirect-refused", "Redirects to a destination that no client may follow.",
            arguments: [
                FaultArgument(
                    "to", .choice(["file", "nowhere"], default: "file"), "a file of the client, or without a Location")
            ]
        ) { arguments in
            .replaced(
                ServedResponse(
                    .found, headers: arguments.text("to") == "file" ? ["Location": "file:///etc/passwd"] : [:]))
        },
        FaultDefinition("http.redirect-downgrade", "Redirects from HTTPS to HTTP.", start: DowngradeServer.start),
    ]

    private static let transfers: [FaultDefinition] = [
        FaultDefinition("http.no-answer", "Accepts the request and never answers.", checkArguments: shortTimeout) { _ in
            .silent(.hang)
        },
        FaultDefinition(
            "http.stalled", "Stops in the middle of the body.", arguments: [share], checkArguments: shortTimeout
        ) {
            .cut(thousandths: $0.integer("percent") * 10, then: .hang)
        },
        FaultDefinition(
            "http.truncated", "Closes in the middle of the body.",
            arguments: [
                share,
                FaultArgument("ending", .choice(["close", "reset"], default: "close"), "by a FIN or by an RST"),
            ]
        ) {
            .cut(thousandths: $0.integer("percent") * 10, then: $0.text("ending") == "close" ? .close : .reset)
        },
        FaultDefinition(
            "http.slow", "Answers late.",
            arguments: [
                FaultArgument(
                    "delay", .duration(.zero ... .seconds(600), default: .milliseconds(3_300)),
                    "before the first byte; netdiag's threshold is 3s")
            ]
        ) {
            .delayed(.fixed($0.duration("delay")))
        },
    ]

    private static let share = FaultArgument("percent", .integer(1...99, default: 50), "how much of the body is sent")

    private static let shortTimeout: @Sendable (FaultContext) throws(FaultError) -> [String] = { _ throws(FaultError) in
        ["--timeout", "2"]
    }
}
