import HTTPTypes
import NetworkModel
import ServiceDiscovery

/// Services on the link: those there are now as an array, or what comes and goes as lines of JSON.
struct ServicesEndpoint: Endpoint {
    let services: ServiceSource
    let ports: PortCheck
    let path = "/v1/services"
    let summary =
        "Services on the link; with follow or once, a stream of events, a JSON object a line; "
        + "the events unavailable (with a reason) and available say how it stands with avahi-daemon, "
        + "and cut (with a reason) is the last one of a stream that cannot go on"
    let query = [
        (key: "type", meaning: "a service type such as _http._tcp; all types without it"),
        (key: "domain", meaning: "the domain to browse, local without it"),
        (key: "resolve", meaning: "true: with host, port, addresses and TXT"),
        (key: "follow", meaning: "true: events until the client goes"),
        (key: "once", meaning: "true: events until all that is known has been told"),
        (key: "check", meaning: "true: resolved, and stale where the TCP port does not answer; sends traffic"),
        (key: "timeout", meaning: "seconds after which it ends, 0.1 to 300"),
    ]
    /// An array ends after this, should the cache never be drained.
    private static let longestList = Duration.seconds(10)

    func sendsTraffic(for query: [String: String]) -> Bool { query["check"] != nil && query["check"] != "false" }

    func answer(_ request: APIRequest) async throws -> APIAnswer {
        let (follow, once) = (try request.flag("follow"), try request.flag("once"))
        let check = try request.flag("check")
        let resolve = try check || request.flag("resolve")
        var limit: Duration?
        if let text = request.query["timeout"] {
            guard let seconds = Double(text), (0.1...300).contains(seconds) else {
                throw Problem(
                    .badRequest, "timeout: \"\(SafeText.escaped(text))\" is not a number of seconds from 0.1 to 300")
            }
            limit = .milliseconds(Int(seconds * 1_000))
        }
        var events = try await services.browse(
            request.query["type"], domain: request.query["domain"] ?? "local", resolve: resolve)
        if check { events = CheckedServices.events(events, by: ports, telling: follow ? .atOnce : .onceChecked) }
        guard follow || once else {
            return APIAnswer(
                json: try await ServiceListing(resolves: resolve).list(events, within: limit ?? Self.longestList))
        }
        let queue = LineQueue()
        let task = Task {
            let listing = ServiceListing(resolves: resolve)
            await listing.lines(events, once: once, within: limit) { queue.add($0) }
            queue.finish()
        }
        queue.whenOver { task.cancel() }
        return APIAnswer(.stream(queue.chunks, end: { queue.finish() }), type: "application/x-ndjson")
    }
}
