package import NetworkModel
import TargetKinds

/// A JSON Schema (2020-12), as far as `/openapi.json` needs one.
package struct JSONSchema: Sendable, Encodable {
    package var type: String?
    package var description: String?
    package var `default`: JSONValue?
    package var minimum: Int?
    package var maximum: Int?
    package var `enum`: [String]?
    package var properties: [String: JSONSchema]?
    package var required: [String]?
    package var additionalProperties: Bool?

    package init(type: String? = nil, _ description: String? = nil) {
        self.type = type
        self.description = description
    }

    /// An object with only these members.
    package static func object(
        _ properties: [String: JSONSchema], required: [String]? = nil, _ description: String? = nil
    ) -> JSONSchema {
        var schema = JSONSchema(type: "object", description)
        (schema.properties, schema.required, schema.additionalProperties) = (properties, required, false)
        return schema
    }
}

extension CheckRequest {
    /// The schema of the JSON form.
    package static var schema: JSONSchema {
        var properties: [String: JSONSchema] = [
            "target": .init(type: "string", "What is checked, as in https://example.org/ or example.org:22."),
            "family": .init(type: "string", "The one family that addresses are tried in: ipv4 or ipv6."),
            "timeout_s": .init(type: "number", "Seconds that the check may take, 0.1 to 300."),
            "address": .init(type: "string", "The address that is asked, instead of those of the target's name."),
            "proxy": .init(type: "string", "The way: off, environment, or a proxy as in http://proxy.example:3128."),
        ]
        properties.merge(KindGroups.schemas) { $1 }
        return .object(properties, required: ["target"])
    }
}

extension KindGroups {
    /// The schemas by the groups' keys.
    static var schemas: [String: JSONSchema] {
        Dictionary(
            uniqueKeysWithValues: groups.map { group in
                let settings = group.members.filter(\.isOpenToRequests).map(\.description)
                guard !group.isSingle else { return (group.key, schema(settings[0])) }
                return (
                    group.key, .object(Dictionary(uniqueKeysWithValues: settings.map { ($0.key, schema($0)) }))
                )
            })
    }

    private static func schema(_ setting: any KindSettingDescription) -> JSONSchema {
        var schema = JSONSchema("\(setting.sentence) The value is \(setting.typeWords).")
        let text = setting.defaultText
        switch setting.jsonForm {
        case .text:
            (schema.type, schema.default) = ("string", text.map(JSONValue.string))
        case .number(let range):
            (schema.type, schema.minimum, schema.maximum) = ("integer", range.lowerBound, range.upperBound)
            schema.default = text.flatMap(Double.init).map(JSONValue.number)
        case .flag:
            (schema.type, schema.default) = ("boolean", text.flatMap(SettingText.boolean).map(JSONValue.bool))
        case .choice(let words):
            (schema.type, schema.enum, schema.default) = ("string", words, text.map(JSONValue.string))
        // A list may also be a single value, which has no type in common with it.
        case .list, .any:
            schema.default = text.map(JSONValue.string)
        }
        return schema
    }
}
