import HTTPTypes
import Translations

extension APIRequest {
    /// The available language that the client prefers.
    var language: Language { Language(acceptLanguage: fields[.acceptLanguage]) }

    /// Creates a response for people in the language of this request, and sets the fields for that, since it differs
    /// between readers.
    func localized(_ make: () async throws -> APIAnswer) async rethrows -> APIAnswer {
        let language = language
        var answer = try await Language.$current.withValue(language) { try await make() }
        answer.fields[.contentLanguage] = language.tag
        answer.fields[.vary] = "Accept-Language"
        return answer
    }
}
