/// The parts of an HTTP archive (HAR 1.2) that are read. Browsers, proxies and `record:` write such files.
struct HARDocument: Decodable, Sendable {
    struct Log: Decodable, Sendable {
        var entries: [Entry]
    }

    struct Entry: Decodable, Sendable {
        var startedDateTime: String
        var request: Request
        var response: Response
        /// The files next to the archive, which only `record:` writes.
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
        /// `base64`; `nil` for plain text.
        var encoding: String?
    }

    struct Raw: Decodable, Sendable {
        /// The file with the body as it was sent, with its content coding.
        var body: String?
    }

    var log: Log
}
