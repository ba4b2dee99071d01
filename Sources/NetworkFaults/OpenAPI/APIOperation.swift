/// One method of a path of an OpenAPI document.
package struct APIOperation: Sendable {
    package enum Place: String, Sendable, Hashable {
        case path, query, header, cookie
    }

    /// How several values stand in one text; `nil` in several of the same name.
    package enum Separator: String, Sendable, Hashable {
        case comma = ",", blank = " ", pipe = "|"
    }

    package struct Parameter: Sendable {
        package var name: String
        package var place: Place
        package var isRequired: Bool
        package var schema: Int?
        /// `nil` if each value has the name before it.
        package var separator: Separator?
        /// Whether its text is JSON (`content: application/json`).
        package var isJSON = false

        package init(_ name: String, in place: Place, isRequired: Bool, schema: Int?) {
            (self.name, self.place, self.isRequired, self.schema) = (name, place, isRequired, schema)
        }
    }

    /// What a body or an answer is in one media type.
    package struct Media: Sendable {
        package var type: String
        package var schema: Int?
        /// By their names; the first is the one that is given.
        package var examples: [(name: String, value: JSONNode)] = []

        package init(_ type: String, schema: Int?) {
            (self.type, self.schema) = (type, schema)
        }
    }

    /// A field of an answer's head.
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
        /// Whether it stands for all statuses that the document does not name.
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
    /// The good ones first; the first below 400 is given, 204 where there is none.
    package var responses: [Response] = []

    package init(method: String, path: APIPath) {
        (self.method, self.path) = (method, path)
    }

    /// Whether a media type is JSON.
    package static func isJSON(_ type: String) -> Bool { APIOutput.isJSON(type) }
}
