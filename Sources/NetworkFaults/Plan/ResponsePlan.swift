package import NIOCore

/// What a route answers, before there is a request.
package struct ResponsePlan: Sendable {
    /// What stands behind the head.
    package enum Body: Sendable {
        case empty
        case text(ResponseTemplate)
        /// Values are escaped as within a JSON string.
        case json(ResponseTemplate)
        case file(path: String)
        case directory(DirectoryRoot, isWritable: Bool)
        case repeated(ByteBuffer, count: Int)
        case random(count: Int)
        /// Server-sent events (WHATWG HTML section 9.2), one each interval, so many times all of them.
        case events([ResponseTemplate], interval: Duration, rounds: Int)
        /// Parts of a body in chunks, one each interval.
        case chunks([ResponseTemplate], interval: Duration)
        /// The request, as JSON.
        case echo
        /// What an upstream answers.
        case forward(Upstream)
        /// A text that is kept, and a page on loopback that edits it.
        case kept(KeptText)
        case editor(KeptText)
        /// What was received, described.
        case upload(UploadPlan)
        /// What an OpenAPI document describes.
        case api(APIService)
        /// A table, and its rows below it.
        case resource(Resource)
    }

    package var status: UInt = 200
    package var headers: [(name: String, value: ResponseTemplate)] = []
    package var body: Body = .empty
    package var firstByte: Delay?
    package var pace: Pace?

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
