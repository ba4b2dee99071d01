/// What a route does with requests.
extension RoutePlan {
    /// Whether one of its responses comes from an upstream.
    var forwards: Bool { responses.contains { if case .forward = $0.body { true } else { false } } }

    /// Whether an answer, or a value of a session, is made of what stands in bodies.
    var readsBodies: Bool {
        session?.values.contains { $0.template.readsBodies } == true || responses.contains { $0.readsBodies }
    }

    /// Whether an answer of it can keep a thread busy: tables, documents, and what is stored or measured.
    var mayTakeLong: Bool {
        responses.contains { response in
            switch response.body {
            case .directory(_, let isWritable): isWritable
            case .kept, .editor, .upload, .api, .resource: true
            case .empty, .text, .json, .file, .repeated, .random, .events, .chunks, .echo, .forward: false
            }
        }
    }

    func takes(_ method: String) -> Bool {
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
