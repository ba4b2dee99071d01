/// Properties of a route that determine how its requests are processed.
extension RoutePlan {
    /// Whether one of the responses comes from an upstream.
    var forwards: Bool { responses.contains { if case .forward = $0.body { true } else { false } } }

    /// Whether a response or a session value depends on request bodies.
    var readsBodies: Bool {
        session?.values.contains { $0.template.readsBodies } == true || responses.contains { $0.readsBodies }
    }

    /// Whether a response may occupy a thread for long: tables, OpenAPI documents, stored files and uploads.
    var mayTakeLong: Bool {
        responses.contains { response in
            switch response.body {
            case .directory(_, let isWritable): isWritable
            case .kept, .editor, .upload, .api, .resource: true
            case .empty, .text, .json, .file, .repeated, .random, .events, .chunks, .echo, .forward: false
            }
        }
    }

    /// Whether the route has requests with this method.
    package func takes(_ method: String) -> Bool {
        methods.map { $0.contains(method) || (method == "HEAD" && $0.contains("GET")) } ?? true
    }
}

extension ResponsePlan {
    fileprivate var readsBodies: Bool {
        if headers.contains(where: { $0.value.readsBodies }) { return true }
        return switch body {
        case .text(let text), .json(let text): text.readsBodies
        case .events(let parts, _, _), .chunks(let parts, _): parts.contains { $0.readsBodies }
        case .directory(_, let isWritable): isWritable
        case .echo, .editor, .upload, .api, .resource: true
        case .empty, .file, .repeated, .random, .forward, .kept: false
        }
    }
}

extension ResponseTemplate {
    fileprivate var readsBodies: Bool {
        parts.contains { if case .value(.body) = $0 { true } else { false } }
    }
}
