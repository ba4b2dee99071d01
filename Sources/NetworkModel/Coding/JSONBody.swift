/// An error in a JSON object from a client, with the name of the field.
public struct BodyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence with the field, what is wrong with it, and what would be right.
    public let description: String

    /// Creates an error with its text.
    public init(description: String) {
        self.description = description
    }
}

/// A JSON object from a client, which is validated strictly. Errors name the field.
package enum JSONBody {
    /// The names of the fields of an object.
    private struct Fields: Decodable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
        }
    }

    /// Decodes an object.
    ///
    /// - Parameters:
    ///   - keys: The known fields.
    ///   - example: What would be right, if the text is no JSON object at all.
    ///   - groups: Further known fields.
    ///   - hints: What would be right, by field.
    package static func read<Body: Decodable, Keys: CodingKey & CaseIterable>(
        _ json: some Collection<UInt8>, _ keys: Keys.Type, and groups: [String] = [], like example: String,
        hints: [String: String] = [:]
    ) throws(BodyError) -> Body {
        do {
            let known = Keys.allCases.map(\.stringValue) + groups
            // A misspelt field would silently have no effect.
            let names = try JSON.decode(Fields.self, from: json).names.sorted()
            if let unknown = names.first(where: { !known.contains($0) }) {
                let meant = KeySuggestion.nearest(to: unknown, among: known).map { " did you mean \"\($0)\"?" } ?? ""
                throw BodyError(
                    description: "the field \(SafeText.shown(unknown)) is unknown;\(meant) known are: "
                        + known.joined(separator: ", "))
            }
            return try JSON.decode(Body.self, from: json)
        } catch let error as BodyError {
            throw error
        } catch DecodingError.keyNotFound(let key, _) {
            throw BodyError(description: "the field \"\(key.stringValue)\" is missing")
        } catch DecodingError.typeMismatch(let type, let context) where !context.codingPath.isEmpty {
            throw wrongValue(context, hints, otherwise: "expected \(words(for: type))")
        } catch DecodingError.valueNotFound(let type, let context) where !context.codingPath.isEmpty {
            throw wrongValue(context, hints, otherwise: "expected \(words(for: type)), and not null")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            // The standard library names Swift's types.
            let isOfSwift = context.debugDescription.hasPrefix("Cannot initialize")
            throw wrongValue(
                context, hints,
                otherwise: isOfSwift
                    ? "it is not one of the possible values" : SafeText.escaped(context.debugDescription))
        } catch {
            throw BodyError(description: "the body is not a JSON object like \(example)")
        }
    }

    private static func wrongValue(
        _ context: DecodingError.Context, _ hints: [String: String], otherwise words: String
    ) -> BodyError {
        var path = ""
        for key in context.codingPath {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        let hint = context.codingPath.first.flatMap { hints[$0.stringValue] }
        return BodyError(
            description: "the field \(SafeText.shown(path)) has a wrong value: "
                + (hint.map { "expected \($0)" } ?? words))
    }

    /// What JSON has for a type of Swift.
    private static func words(for type: Any.Type) -> String {
        if type == String.self { return "a text" }
        if type == Bool.self { return "true or false" }
        if type is any BinaryInteger.Type { return "a whole number" }
        if type is any BinaryFloatingPoint.Type { return "a number" }
        let name = "\(type)"
        if name.hasPrefix("Array") || name.contains("Unkeyed") { return "a list" }
        if name.hasPrefix("Dictionary") || name.contains("Keyed") { return "an object" }
        return "another type"
    }
}
