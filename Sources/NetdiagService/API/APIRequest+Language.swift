import HTTPTypes
import Translations

extension APIRequest {
    /// What the reader's browser prefers of the languages that there are.
    var language: Language { Language(acceptLanguage: fields[.acceptLanguage]) }

    /// What people read, made in the language of this request, and marked as such: another reader's is another.
    func localized(_ make: () async throws -> APIAnswer) async rethrows -> APIAnswer {
        let language = language
        var answer = try await Language.$current.withValue(language) { try await make() }
        answer.fields[.contentLanguage] = language.tag
        answer.fields[.vary] = "Accept-Language"
        return answer
    }
}
