import NetworkModel
import Translations

/// The reason why a document could not be decoded, on one line.
enum DecodingProblem {
    static func text(_ error: any Error) -> String {
        let (what, path): (String, [any CodingKey]) =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context):
                (ToolPhrase.memberIsMissing.text(["name": key.stringValue]), context.codingPath)
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.debugDescription, context.codingPath)
            // The decoder says no more about bytes that are not JSON, as a sentence.
            case .dataCorrupted(let context) where context.debugDescription.hasSuffix("was not valid JSON."):
                (ToolPhrase.isNotJSON.text, [])
            case .dataCorrupted(let context): (context.debugDescription, context.codingPath)
            default: ("\(error)", [])
            }
        let place = path.map(\.stringValue).joined(separator: ".")
        return Text.shown(place.isEmpty ? what : place + Phrase.detailSeparator + what)
    }
}
