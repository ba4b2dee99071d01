import NIOCore
import NetworkModel

/// A text with placeholders for values of the request and the run. Placeholders never contain code.
///
/// The placeholders are `{path.x}`, `{query.x}`, `{header.x}`, `{cookie.x}`, `{body.$.x}`, `{session.x}`, `{count}`, `{uuid}`
/// and `{time}`. All other braces are literal, so that JSON needs no escapes.
package struct ResponseTemplate: Sendable, Hashable {
    package enum Placeholder: Sendable, Hashable {
        case path(String), query(String), header(String), cookie(String), session(String)
        /// The path in the JSON of the body: names, and indexes of array items.
        case body([String])
        case count, uuid, time
    }

    package enum Part: Sendable, Hashable {
        case text(String)
        case value(Placeholder)
    }

    package let parts: [Part]
    /// The bytes, if there are no placeholders; otherwise `nil`.
    let constantBytes: ByteBuffer?

    package init(_ text: String) {
        var parts: [Part] = []
        var plain = ""
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == "{", let end = rest.firstIndex(of: "}"),
                let placeholder = Self.placeholder(String(rest[rest.index(after: rest.startIndex)..<end]))
            {
                if !plain.isEmpty { parts.append(.text(plain)) }
                plain = ""
                parts.append(.value(placeholder))
                rest = rest[rest.index(after: end)...]
            } else {
                plain.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        self.parts = parts
        constantBytes = Self.constant(parts).map { ByteBuffer(string: $0) }
    }

    private static func placeholder(_ text: String) -> Placeholder? {
        switch text {
        case "count": return .count
        case "uuid": return .uuid
        case "time": return .time
        default: break
        }
        guard let dot = text.unicodeScalars.firstIndex(of: ".") else { return nil }
        let name = String(text[text.unicodeScalars.index(after: dot)...])
        let isName = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.$[]".unicodeScalars.contains($0))
        }
        guard !name.isEmpty, isName else { return nil }
        switch text[..<dot] {
        case "path": return .path(name)
        case "query": return .query(name)
        case "header": return .header(name)
        case "cookie": return .cookie(name)
        case "session": return .session(name)
        case "body":
            guard name == "$" || name.hasPrefix("$.") || name.hasPrefix("$[") else { return nil }
            let steps = name.dropFirst().split { ".[]".contains($0) }.map(String.init)
            return .body(steps)
        default: return nil
        }
    }

    /// The kinds of placeholders with a name.
    private static let kinds = ["path", "query", "header", "cookie", "body", "session"]
    /// The placeholders without a name.
    private static let words = ["count", "uuid", "time"]
    /// The maximum length of what may be a misspelt placeholder, in characters.
    private static let maxMisspelt = 64

    /// What looks like a misspelt placeholder and is sent as it is: the text with its braces, and what may be meant. At most
    /// three are returned.
    ///
    /// - Parameter variables: The names of the path's variables.
    package func misspelt(variables: [String] = []) -> [(text: String, meant: String)] {
        var found: [(text: String, meant: String)] = []
        for case .text(let text) in parts {
            var rest = text.unicodeScalars[...]
            while found.count < 3, let start = rest.firstIndex(of: "{") {
                rest = rest[rest.index(after: start)...]
                let inner = rest.prefix(Self.maxMisspelt).prefix { $0 != "{" && $0 != "}" }
                guard inner.endIndex < rest.endIndex, rest[inner.endIndex] == "}" else { continue }
                let word = String(inner)
                guard let meant = Self.meant(by: word, variables), !found.contains(where: { $0.text == "{\(word)}" })
                else { continue }
                found.append(("{\(word)}", meant))
            }
        }
        return found
    }

    /// The placeholder that a text in braces may be meant to be; `nil` if it is none.
    private static func meant(by text: String, _ variables: [String]) -> String? {
        let isWord = text.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.$[]".unicodeScalars.contains($0))
        }
        guard !text.isEmpty, isWord else { return nil }
        guard let dot = text.firstIndex(of: ".") else {
            if variables.contains(text) { return "{path.\(text)}" }
            if kinds.contains(text) { return "{\(text).\(text == "body" ? "$.x" : "x")}" }
            // Short words are one edit away from many others.
            return KeySuggestion.nearest(to: text, among: words, within: text.utf8.count > 4 ? 2 : 1).map { "{\($0)}" }
        }
        let (kind, name) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
        guard let known = kinds.contains(kind) ? kind : KeySuggestion.nearest(to: kind, among: kinds) else {
            return nil
        }
        guard known == "body" else { return "{\(known).\(name.isEmpty ? "x" : name)}" }
        let path = name.drop { $0 == "." || $0 == "$" }
        return "{body.$.\(path.isEmpty ? "x" : String(path))}"
    }

    /// The text, if it has no placeholders; otherwise `nil`.
    package var constant: String? { Self.constant(parts) }

    private static func constant(_ parts: [Part]) -> String? {
        switch parts.count {
        case 0: ""
        case 1: if case .text(let text) = parts[0] { text } else { nil }
        default: nil
        }
    }

    /// The reason why the text cannot be valid JSON, whatever its values are; `nil` if it can. A placeholder may occur inside a
    /// string, or as a number.
    package var problemAsJSON: String? {
        let text = parts.map { if case .text(let text) = $0 { text } else { "0" } }.joined()
        do throws(JSONReadingError) {
            _ = try JSONReader.read(text.utf8)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The names of the path variables that the text uses.
    package var pathNames: [String] {
        parts.compactMap { if case .value(.path(let name)) = $0 { name } else { nil } }
    }

    /// The names of the session values that the text uses.
    package var sessionNames: [String] {
        parts.compactMap { if case .value(.session(let name)) = $0 { name } else { nil } }
    }

    /// Returns the text with its values.
    ///
    /// - Parameter escape: Escapes a value. The literal text is unchanged.
    func filled(_ values: TemplateValues, escape: (String) -> String) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .text(let text): result += text
            case .value(let placeholder): result += escape(values[placeholder])
            }
        }
        return result
    }
}
