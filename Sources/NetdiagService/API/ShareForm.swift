import HTTPTypes
import NetworkModel

/// The format of a shared file.
enum ShareForm: String, Sendable {
    case page = "html"
    case image = "svg"

    /// - Returns: `nil` if no file is requested.
    /// - Throws: 400 for another value.
    init?(_ request: APIRequest) throws(Problem) {
        guard let text = request.query["share"] else { return nil }
        guard let form = ShareForm(rawValue: text) else {
            throw Problem(.badRequest, "share: \(SafeText.shown(text)) is neither html nor svg")
        }
        self = form
    }
}
