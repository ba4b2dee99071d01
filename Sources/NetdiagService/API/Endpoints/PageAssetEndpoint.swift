import HTTPTypes
import NetworkModel

/// The style sheet, the script and the icons of the pages.
struct PageAssetEndpoint: Endpoint {
    let path = "/page"
    let parameter: String? = "file"
    let summary = "The style sheet, the script and the icons of the pages; with an ETag"
    let successes: [HTTPResponse.Status] = [.ok, .notModified]
    let mediaType = "text/css; charset=utf-8"
    // The files contain nothing about this machine, and strangers also see a page.
    let otherMediaTypes = ["text/javascript", "image/svg+xml"]
    var audience: EndpointAudience { .open(send) }

    private struct File: Sendable {
        let text: String
        let tag: String
        let type: String
    }

    private static let files: [String: File] = Dictionary(
        uniqueKeysWithValues: PageAsset.all.map {
            ($0.name, File(text: $0.text, tag: $0.entityTag, type: $0.mediaType))
        })

    private func send(_ request: APIRequest) throws -> APIResponse {
        guard let file = request.parameter.flatMap({ Self.files[$0] }) else {
            throw Problem(
                .notFound, "there is no such file; there are \(Self.files.keys.sorted().joined(separator: ", "))")
        }
        let isKnown = (request.fields[.ifNoneMatch] ?? "").split(separator: ",").contains {
            $0.trimmingPrefix { $0 == " " } == file.tag
        }
        var response =
            isKnown
            ? APIResponse(text: "", type: file.type, status: .notModified)
            : APIResponse(text: file.text, type: file.type)
        response.fields[.eTag] = file.tag
        // Revalidated each time, but sent once: a new version of the daemon may have other files.
        response.fields[.cacheControl] = "no-cache"
        return response
    }
}
