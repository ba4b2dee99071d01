import NIOCore
import NIOHTTP1
import NetworkModel

/// Describes the received data as JSON: a body, or the parts of a form.
struct UploadResponse {
    let plan: UploadPlan

    func response(to request: ServedRequest) -> ServedResponse {
        let count = request.body.readableBytes
        guard count <= plan.maxBytes else {
            return .problem(.payloadTooLarge, "the body has \(count) bytes; the maximum is \(plan.maxBytes)")
        }
        let declared = request.headers.first(name: "content-type")
        let bytes = Array(request.body.readableBytesView)
        do throws(MultipartReader.Failure) {
            guard let declared, let boundary = try MultipartReader.boundary(of: declared) else {
                let part = MultipartReader.Part(name: "", fileName: nil, declaredType: declared, body: bytes[...])
                return response([part], isForm: false)
            }
            return response(try MultipartReader.parts(of: bytes, boundary: boundary), isForm: true)
        } catch {
            return .problem(.badRequest, error.reason)
        }
    }

    private func response(_ parts: [MultipartReader.Part], isForm: Bool) -> ServedResponse {
        var json = JSONWriter()
        if isForm { json.raw("{\"parts\":[") }
        for (index, part) in parts.enumerated() {
            let type = MagicNumber.type(of: part.body)
            // A form field without a file name may have any content.
            guard plan.takes(type) || isForm && part.fileName == nil else {
                let what = isForm ? "the part \(SafeText.shown(part.name))" : "the body"
                return .problem(
                    .unsupportedMediaType,
                    "\(what) is \(type) by its first bytes, and \(plan.types.joined(separator: ", ")) is taken")
            }
            guard let digest = MessageDigest.sha256.hexadecimal(part.body) else {
                return .problem(.internalServerError, "libcrypto.so.3 cannot be loaded, which makes the digest")
            }
            if index > 0 { json.raw(",") }
            json.raw("{\"bytes\":")
            json.integer(Int64(part.body.count))
            json.raw(",\"declared_type\":")
            optional(part.declaredType, &json)
            if isForm {
                json.raw(",\"filename\":")
                optional(part.fileName, &json)
                json.raw(",\"name\":")
                json.string(part.name)
            }
            json.raw(",\"sha256\":")
            json.string(digest)
            json.raw(",\"type\":")
            json.string(type)
            json.raw("}")
        }
        json.raw(isForm ? "]}\n" : "\n")
        return ServedResponse(
            .ok, headers: ["Content-Type": "application/json", "X-Content-Type-Options": "nosniff"],
            body: .bytes(json.buffer))
    }

    private func optional(_ text: String?, _ json: inout JSONWriter) {
        if let text { json.string(text) } else { json.raw("null") }
    }
}
