import NIOCore
import NIOHTTP1
import NetworkModel

/// The faults that consist of a status.
extension HTTPFaults {
    static let statuses: [FaultDefinition] = [
        FaultDefinition("http.forbidden", "Answers 403.") { _ in statusFault(403) },
        FaultDefinition("http.not-found", "Answers 404, or 410.", arguments: [status("404", "410")]) {
            statusFault(Int($0.text("status")) ?? 404)
        },
        FaultDefinition(
            "http.rate-limited", "Answers 429 with Retry-After.",
            arguments: [FaultArgument("after", .integer(0...86_400, default: 120), "seconds in Retry-After")]
        ) {
            statusFault(429, ["Retry-After": "\($0.integer("after"))"])
        },
        FaultDefinition(
            "http.client-error", "Answers with another 4xx status.",
            arguments: [
                status(
                    "400", "402", "405", "406", "408", "409", "411", "413", "414", "415", "418", "422", "423", "426",
                    "428", "431", "451")
            ]
        ) {
            statusFault(Int($0.text("status")) ?? 400)
        },
        FaultDefinition(
            "http.gateway-error", "Answers 502, 503 or 504.", arguments: [status("502", "503", "504")]
        ) {
            statusFault(Int($0.text("status")) ?? 502)
        },
        FaultDefinition(
            "http.server-error", "Answers with another 5xx status.",
            arguments: [status("500", "501", "505", "507", "508")]
        ) {
            statusFault(Int($0.text("status")) ?? 500)
        },
    ]

    static let logins: [FaultDefinition] = [
        FaultDefinition("http.auth-required", "Answers 401 to requests without credentials.") { _ in login("Basic") },
        FaultDefinition(
            "http.auth-rejected", "Answers 401 to all credentials.",
            checkArguments: { context throws(FaultError) in try credentials(context) }
        ) { _ in
            login("Basic")
        },
        FaultDefinition(
            "http.auth-scheme", "Answers 401 and offers a scheme that the credentials do not allow.",
            checkArguments: { context throws(FaultError) in try credentials(context) }
        ) { _ in
            login("Hawk")
        },
        FaultDefinition(
            "http.auth-unavailable", "Answers 401 to a check whose netrc(5) has no entry for the server.",
            checkArguments: { context throws(FaultError) in
                _ = try context.directory.write([], as: ".netrc")
                return ["--netrc"]
            }
        ) { _ in
            login("Basic")
        },
    ]

    private static func status(_ statuses: String...) -> FaultArgument {
        FaultArgument("status", .choice(statuses, default: statuses[0]), "the status")
    }

    private static func statusFault(_ status: Int, _ headers: HTTPHeaders = [:]) -> ExchangeFault {
        var response = ServedResponse.problem(HTTPResponseStatus(statusCode: status), "on purpose")
        response.headers.add(contentsOf: headers)
        return .replaced(response)
    }

    private static func login(_ scheme: String) -> ExchangeFault {
        statusFault(401, ["WWW-Authenticate": "\(scheme) realm=\"netdiag\""])
    }

    /// Writes credentials that no server accepts, and returns the arguments for them.
    private static func credentials(_ context: FaultContext) throws(FaultError) -> [String] {
        ["--credentials", try context.directory.write(Array("alice:mistaken\n".utf8), as: "login")]
    }
}
