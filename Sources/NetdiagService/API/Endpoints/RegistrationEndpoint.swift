import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel
import ServiceDiscovery

/// Announces a service for a client: as long as the connection lasts, or by a lease.
struct RegistrationEndpoint: Endpoint {
    let path = "/v1/services"
    let parameter: String? = "name"
    let method = HTTPRequest.Method.put
    let bodyType: String? = "application/json"
    var bodySchema: JSONSchema? {
        .object(
            [
                "types": .init(type: "array", "The service types, at least one, as in _http._tcp."),
                "port": .init(type: "integer", "The port of the service, 0 to 65535."),
                "txt": .init(type: "object", "The TXT record by keys; by default, empty."),
                "subtypes": .init(type: "array", "The subtypes, as in _printer; by default, none."),
                "host": .init(type: "string", "The full name of the host; by default, this one."),
                "lease": .init(
                    type: "integer", "Seconds until it expires, 1 to 3600; by default, it ends with the connection."),
            ], required: ["types", "port"])
    }
    var answerSchema: APISchema? { .reference("RegisteredService") }
    let otherMediaTypes = ["application/json"]
    var audience: EndpointAudience { .privileged(register) }
    let mediaType = "application/x-ndjson"
    let successes: [HTTPResponse.Status] = [.created, .ok]
    let summary =
        "Announces a service: {\"types\": [\"_http._tcp\"], \"port\": 8080, \"txt\": {\"path\": \"/\"}, \"subtypes\": [\"_printer\"], "
        + "\"host\": \"other.local\", \"lease\": 60}. Without a lease, as long as the client reads the response, which has one JSON "
        + "object per line for each state; with a lease of 1 to 3600 seconds, until it expires without being renewed"

    private func register(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        let order: ServiceOrder
        let registration: ServiceRegistration
        do throws(BodyError) {
            order = try ServiceOrder.read(request.body.readableBytesView)
            registration = try order.registration(named: request.parameter ?? "")
        } catch {
            throw Problem(.badRequest, error.description)
        }
        if let lease = order.lease {
            let (service, isNew) = try senders.registrations.lease(
                registration, for: .seconds(lease), by: request.client)
            return APIResponse(json: service, as: .registeredService, status: isNew ? .created : .ok)
        }
        let (states, end) = try senders.registrations.registerWhileConnected(registration, by: request.client)
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(64))
        let task = Task {
            for await state in states {
                if let line = ByteBuffer(jsonLine: VersionedDocument(state, .publication)) { continuation.yield(line) }
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return APIResponse(.stream(stream, end: end), type: mediaType, status: .created)
    }
}

/// Ends a registration by lease.
struct DeregistrationEndpoint: Endpoint {
    let path = "/v1/services"
    let parameter: String? = "name"
    let method = HTTPRequest.Method.delete
    var audience: EndpointAudience { .privileged(remove) }
    let successes: [HTTPResponse.Status] = [.noContent]
    let summary = "Withdraws a service that was registered with a lease"

    private func remove(_ request: APIRequest, with senders: PrivilegedActions) throws -> APIResponse {
        try senders.registrations.remove(request.parameter ?? "")
        return .noContent
    }
}
