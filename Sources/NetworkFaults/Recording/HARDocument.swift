/// What is read of an HTTP archive (HAR 1.2), as browsers, proxies and `record:` write it.
struct HARDocument: Decodable, Sendable {
    struct Log: Decodable, Sendable {
        var entries: [Entry]
    }

    struct Entry: Decodable, Sendable {
        var startedDateTime: String
        var request: Request
        var response: Response
        /// Files beside the archive; of `record:` alone.
        var _raw: Raw?
    }

    struct Request: Decodable, Sendable {
        var method: String
        var url: String
    }

    struct Response: Decodable, Sendable {
        var status: Int
        var headers: [Field]
        var content: Content?
    }

    struct Field: Decodable, Sendable {
        var name: String
        var value: String
    }

    struct Content: Decodable, Sendable {
        var text: String?
        /// `base64`, or nothing for text as it is.
        var encoding: String?
    }

    struct Raw: Decodable, Sendable {
        /// The body as it was sent, its content coding still on it.
        var body: String?
    }

    var log: Log
}
