import HTTPTypes
import Translations

extension APIRequest {
    /// The available language that the client prefers.
    var language: Language { Language(acceptLanguage: fields[.acceptLanguage]) }

    /// Creates a response for people in the language of this request, and sets the fields for that, since it differs
    /// between readers.
    func localized(_ make: () async throws -> APIResponse) async rethrows -> APIResponse {
        let language = language
        var response = try await Language.$current.withValue(language) { try await make() }
        response.fields[.contentLanguage] = language.tag
        response.fields[.vary] = "Accept-Language"
        return response
    }
}
