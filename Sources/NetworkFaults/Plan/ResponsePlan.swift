package import NIOCore

/// The response of a route, independent of a request.
package struct ResponsePlan: Sendable {
    /// The body.
    package enum Body: Sendable {
        case empty
        case text(ResponseTemplate)
        /// JSON. The values of placeholders are escaped for a JSON string.
        case json(ResponseTemplate)
        case file(path: String)
        case directory(DirectoryRoot, isWritable: Bool)
        case repeated(ByteBuffer, count: Int)
        case random(count: Int)
        /// Server-sent events (WHATWG HTML section 9.2), one in each interval. The whole sequence is sent `rounds` times.
        case events([ResponseTemplate], interval: Duration, rounds: Int)
        /// Parts of a chunked body, one in each interval.
        case chunks([ResponseTemplate], interval: Duration)
        /// The request as JSON.
        case echo
        /// The response of an upstream.
        case forward(Upstream)
        /// A stored text, and a page that edits it, which only clients on this machine can use.
        case kept(EditableTextFile)
        case editor(EditableTextFile)
        /// A description of the received body.
        case upload(UploadPlan)
        /// Responses according to an OpenAPI document.
        case api(APIService)
        /// A table, with its rows below its path.
        case resource(Resource)
    }

    package var status: UInt = 200
    package var headers: [(name: String, value: ResponseTemplate)] = []
    package var body: Body = .empty
    package var firstByte: Delay?
    package var pace: SendRate?

    package init(status: UInt = 200, _ body: Body = .empty) {
        self.status = status
        self.body = body
    }

    package static func redirect(to place: String, status: UInt = 302) -> ResponsePlan {
        var plan = ResponsePlan(status: status)
        plan.headers = [("Location", ResponseTemplate(place))]
        return plan
    }
}
