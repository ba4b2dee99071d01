import HTTPTypes
import NIOCore
import NetworkDiagnostics
import Synchronization

/// The description of the API, generated from the list of endpoints.
struct OpenAPIEndpoint: Endpoint {
    let endpoints: [any Endpoint]
    let path = "/openapi.json"
    let summary = "This description, in OpenAPI 3.1"
    private let encoded = CachedEncoding()

    init(endpoints: [any Endpoint]) { self.endpoints = endpoints }

    var answerSchema: APISchema? { .object(["openapi": .text(), "info": .anything, "paths": .map(.anything)]) }
    var audience: EndpointAudience {
        .readers { _ in
            APIResponse(
                encoded.bytes { ByteBuffer(jsonLine: OpenAPIDocument(endpoints + [self])) }, type: "application/json")
        }
    }
}

/// A document that never changes, and takes long to encode: many requests for it would keep others waiting.
private final class CachedEncoding: Sendable {
    private let buffer = Mutex<ByteBuffer?>(nil)

    func bytes(_ encode: () -> ByteBuffer?) -> APIResponse.Body {
        .bytes(
            buffer.withLock { known in
                if let known { return known }
                let encoded = encode() ?? ByteBuffer(string: "null\n")
                known = encoded
                return encoded
            })
    }
}
