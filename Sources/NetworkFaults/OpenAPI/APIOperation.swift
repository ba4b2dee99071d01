/// An operation of an OpenAPI document: one method of a path.
package struct APIOperation: Sendable {
    package enum Place: String, Sendable, Hashable {
        case path, query, header, cookie
    }

    /// The separator of several values in one text; `nil` if each value is a parameter of its own.
    package enum Separator: String, Sendable, Hashable {
        case comma = ",", blank = " ", pipe = "|"
    }

    package struct Parameter: Sendable {
        package var name: String
        package var place: Place
        package var isRequired: Bool
        package var schema: Int?
        /// The separator; `nil` if each value has a parameter of its own.
        package var separator: Separator?
        /// Whether the text is JSON (`content: application/json`).
        package var isJSON = false

        package init(_ name: String, in place: Place, isRequired: Bool, schema: Int?) {
            (self.name, self.place, self.isRequired, self.schema) = (name, place, isRequired, schema)
        }
    }

    /// A body in one media type.
    package struct Media: Sendable {
        package var type: String
        package var schema: Int?
        /// The examples with their names. The first one is the default.
        package var examples: [(name: String, value: JSONNode)] = []

        package init(_ type: String, schema: Int?) {
            (self.type, self.schema) = (type, schema)
        }
    }

    /// A header field of a response.
    package struct Field: Sendable {
        package var name: String
        package var example: JSONNode?
        package var schema: Int?

        package init(name: String, example: JSONNode?, schema: Int?) {
            (self.name, self.example, self.schema) = (name, example, schema)
        }
    }

    package struct Response: Sendable {
        package var status: UInt
        /// Whether the response applies to all statuses that the document does not list.
        package var isDefault = false
        package var media: [Media] = []
        package var headers: [Field] = []

        package init(status: UInt) { self.status = status }
    }

    package var method: String
    package var path: APIPath
    package var parameters: [Parameter] = []
    package var body: [Media] = []
    package var bodyIsRequired = false
    /// The responses, successful ones first. The default is the first below 400, or 204 if there is none.
    package var responses: [Response] = []

    package init(method: String, path: APIPath) {
        (self.method, self.path) = (method, path)
    }

    /// Whether a media type is JSON.
    package static func isJSON(_ type: String) -> Bool { APIOutput.isJSON(type) }
}
