import HTTPTypes
import NetworkModel

/// The format of a shared file.
enum ShareForm: String, Sendable {
    case page = "html"
    case picture = "svg"

    /// - Returns: `nil` if no file is asked for.
    /// - Throws: 400 for another word.
    init?(_ request: APIRequest) throws(Problem) {
        guard let text = request.query["share"] else { return nil }
        guard let form = ShareForm(rawValue: text) else {
            throw Problem(.badRequest, "share: \(SafeText.shown(text)) is neither html nor svg")
        }
        self = form
    }
}
