import NetworkModel

/// Links from a part of a list to others (RFC 8288), which preserve the other parameters.
struct PageLinks {
    /// The value of the field Link; `nil` if the list is complete.
    let field: String?

    init(_ query: ListQuery, _ total: Int, _ request: ServedRequest) {
        let (limit, offset) = (query.limit, query.offset)
        guard offset > 0 || total > limit else {
            field = nil
            return
        }
        let last = total > 0 ? (total - 1) / limit * limit : 0
        var links = [("first", 0)]
        if offset > 0 { links.append(("prev", max(0, offset - limit))) }
        if offset + limit < total { links.append(("next", offset + limit)) }
        links.append(("last", last))
        let kept = request.query.filter { !["limit", "offset", "page", "per_page"].contains($0.name) }
            .map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))&" }.joined()
        field =
            links.map { name, start in
                let part =
                    query.paging == .page
                    ? "page=\(start / limit + 1)&per_page=\(limit)" : "limit=\(limit)&offset=\(start)"
                return "<\(request.path)?\(kept)\(part)>; rel=\"\(name)\""
            }.joined(separator: ", ")
    }
}
