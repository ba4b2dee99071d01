import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel
import Translations

/// Creates a session for a browser in exchange for the token, which its user enters once.
struct SignInEndpoint: Endpoint {
    let store: StatusStore
    let access: AccessRules
    let path = "/login"
    let method = HTTPRequest.Method.post
    let summary = "Exchanges the token, as the form token=TOKEN, for a session cookie that lets a browser read"
    let successes: [HTTPResponse.Status] = [.seeOther]
    let mediaType = "text/html; charset=utf-8"
    let bodyType: String? = "application/x-www-form-urlencoded"
    var bodySchema: JSONSchema? {
        .object(["token": .init(type: "string", "The token of the configuration.")], required: ["token"])
    }
    /// A token has at most 1,024 bytes, each of which may be encoded as three.
    let maxBodyBytes = 4 * 1_024
    var audience: EndpointAudience { .open(signIn) }

    private func signIn(_ request: APIRequest) async throws -> APIResponse {
        let (_, fields) = try RequestTarget.split("/?" + String(buffer: request.body))
        guard let token = fields["token"]?.first else { throw Problem(.badRequest, "token: is missing") }
        guard let session = try access.signIn(token, from: request.client, request.fields) else {
            return await request.localized {
                let complaint = request.admission.hasToken ? Phrase.notTheToken : .noTokenHere
                return APIResponse(
                    signIn: request.admission, status: PublicStatus(store.document), complaint: complaint.text)
            }
        }
        var response = APIResponse(text: "", type: mediaType, status: .seeOther)
        response.fields[.location] = "/"
        response.fields[.setCookie] = AccessRules.cookie(session, for: request)
        return response
    }
}

/// Ends a browser's session.
struct SignOutEndpoint: Endpoint {
    let access: AccessRules
    let path = "/logout"
    let method = HTTPRequest.Method.post
    let summary = "Ends the session of the cookie"
    let successes: [HTTPResponse.Status] = [.seeOther]
    let mediaType = "text/html; charset=utf-8"
    var audience: EndpointAudience { .open(signOut) }

    private func signOut(_ request: APIRequest) -> APIResponse {
        access.signOut(request.fields)
        var response = APIResponse(text: "", type: mediaType, status: .seeOther)
        response.fields[.location] = "/"
        response.fields[.setCookie] = AccessRules.cookie(nil, for: request)
        return response
    }
}
