import HTTPTypes
import NetworkModel
import ServiceDiscovery
import NetworkDiagnostics

/// Services on the link: the current ones as an array, or changes as lines of JSON.
struct ServicesEndpoint: Endpoint {
    let known: KnownServices
    let path = "/v1/services"
    let summary =
        "Services on the link; readers get only types that are already browsed, privileged clients get all; with follow or once, a stream of events, one JSON object per line; "
        + "the events unavailable (with a reason) and available report the state of avahi-daemon, "
        + "and cut (with a reason) is the last event of a stream that cannot continue"
    let query = [
        (key: "type", meaning: "a service type such as _http._tcp; by default, all types"),
        (key: "domain", meaning: "the domain to browse; local by default"),
        (key: "resolve", meaning: "true: with host, port, addresses and TXT"),
        (key: "follow", meaning: "true: events until the client disconnects"),
        (key: "once", meaning: "true: events until everything that is known has been sent"),
        (key: "check", meaning: "true: resolved, and marked as stale if the TCP port does not respond"),
        (key: "timeout", meaning: "the time limit in seconds, 0.1 to 300"),
    ]
    /// The time limit of an array, in case the current instances are never complete.
    private static let maxListTime = Duration.seconds(10)

    var answerSchema: APISchema? { .array(.reference("Service")) }
    let otherMediaTypes = ["application/x-ndjson"]
    var audience: EndpointAudience { .extended(readers: list, privileged: browse) }

    /// The known instances of a type that is browsed for already; sends no packets.
    private func list(_ request: APIRequest) async throws -> APIResponse {
        let isStream = try request.flag("follow") || request.flag("once")
        let isChecked = try request.flag("check")
        let resolve = try request.flag("resolve")
        let domain = request.query["domain"] ?? "local"
        guard let text = request.query["type"], domain == "local", !isStream, !isChecked else {
            throw request.admission.refusal(
                .privileged,
                for:
                    "searching for services sends traffic and, except for a list of a type that is already being browsed,"
            )
        }
        let type: BrowsableType
        do {
            type = try BrowsableType(text)
        } catch {
            throw Problem(.badRequest, "type: \(error)")
        }
        let answer = try await known.knownInstances(type)
        if answer.instances.isEmpty, let reason = answer.unavailable { throw Problem(.serviceUnavailable, reason) }
        let instances = resolve ? answer.instances : answer.instances.map(\.unresolved)
        return APIResponse(json: instances.map { VersionedDocument($0, .service) })
    }

    private func browse(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
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
        var events = try await senders.services.browse(
            request.query["type"], domain: request.query["domain"] ?? "local", resolve: resolve)
        if check {
            events = ReachabilityFilteredServices.events(
                events, by: senders.ports, timing: follow ? .atOnce : .onceChecked)
        }
        guard follow || once else {
            let instances = try await ServiceListing(resolves: resolve).list(events, within: limit ?? Self.maxListTime)
            return APIResponse(json: instances.map { VersionedDocument($0, .service) })
        }
        let queue = LineQueue(for: request.client, within: request.budget)
        let task = Task {
            let listing = ServiceListing(resolves: resolve)
            await listing.lines(events, once: once, within: limit) { queue.add($0) }
            queue.finish()
        }
        queue.onCompletion { task.cancel() }
        return APIResponse(.stream(queue.chunks, end: { queue.finish() }), type: "application/x-ndjson")
    }
}

extension ServiceInstance {
    /// The instance without what resolving it adds.
    fileprivate var unresolved: ServiceInstance {
        ServiceInstance(name: name, type: type, domain: domain, interface: interface)
    }
}
