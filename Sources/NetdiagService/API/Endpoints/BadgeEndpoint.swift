import HTTPTypes
import NetworkModel

/// The state of a target as a small image.
struct BadgeEndpoint: Endpoint {
    let store: StatusStore
    let access: AccessRules
    let path = "/badge"
    let parameter: String? = "name"
    let summary = "The state of a target as an image: /badge/NAME.svg; of this machine if NAME is netdiag"
    let mediaType = "image/svg+xml"
    var audience: EndpointAudience { .readers(handle) }

    private func handle(_ request: APIRequest) throws -> APIResponse {
        let text = request.parameter ?? ""
        guard text.hasSuffix(".svg") else {
            throw Problem(.notFound, "a badge is at /badge/NAME.svg, with a configured target's name")
        }
        let name = String(text.dropLast(4))
        let document = store.document
        let badge: StatusBadge
        if let target = document.targets.first(where: { $0.key == name }) {
            badge = StatusBadge(name: name, mark: TargetState(target))
        } else if name == "netdiag" {
            badge = StatusBadge(name: document.host, mark: TargetState(document.status, isDegraded: document.degraded))
        } else {
            throw Problem(.notFound, "\(SafeText.shown(name)) is not a configured target; the targets are at /")
        }
        var response = APIResponse(text: badge.svg.text, type: mediaType)
        response.fields[.contentSecurityPolicy] = "default-src 'none'"
        if access.sharesBadges { response.fields[RequestAdmission.resourcePolicy] = "cross-origin" }
        return response
    }
}
