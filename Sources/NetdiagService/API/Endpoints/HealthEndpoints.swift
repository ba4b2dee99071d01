import HTTPTypes

/// Whether the daemon responds at all.
struct HealthEndpoint: Endpoint {
    let path = "/healthz"
    let isBrief = true
    let summary = "Whether the daemon answers"
    let mediaType = "text/plain; charset=utf-8"
    var audience: EndpointAudience { .open { _ in APIResponse(text: "ok\n") } }
}

/// Whether the daemon is ready: 503 until the first observation of the machine is complete and the listeners are up.
struct ReadyEndpoint: Endpoint {
    let isReady: @Sendable () -> Bool
    let path = "/readyz"
    let isBrief = true
    let summary = "Whether the first observation has been made; 503 before"
    let mediaType = "text/plain; charset=utf-8"
    var audience: EndpointAudience { .open(handle) }

    private func handle(_ request: APIRequest) throws -> APIResponse {
        guard isReady() else { throw Problem(.serviceUnavailable, "the machine has not been observed yet") }
        return APIResponse(text: "ready\n")
    }
}
