import NIOCore
import NIOHTTP1
import NetworkModel

/// Responds from a directory: files with ranges and conditions, an index or a listing, and optionally uploads.
struct StaticFiles {
    let root: DirectoryRoot
    let isWritable: Bool

    /// Returns the response to a request.
    ///
    /// - Parameter segments: The segments of the path after the fixed part of the route.
    func response(_ segments: [String], to request: ServedRequest) -> ServedResponse {
        switch request.method {
        case "GET", "HEAD": return read(segments, request)
        case "PUT" where isWritable, "DELETE" where isWritable:
            guard !request.isOfReboundPage else {
                return .problem(
                    .forbidden,
                    "pages can change files only under localhost or the server's address, and only from their own origin"
                )
            }
            if request.method == "PUT" { return store(segments, request) }
            return root.remove(segments) ? ServedResponse(.noContent) : .problem(.notFound, "there is no such file")
        case "OPTIONS": return ServedResponse(.noContent, headers: ["Allow": methods])
        default:
            var response = ServedResponse.problem(.methodNotAllowed, "files are for \(methods)")
            response.headers.add(name: "Allow", value: methods)
            return response
        }
    }

    private var methods: String { isWritable ? "GET, HEAD, PUT, DELETE, OPTIONS" : "GET, HEAD, OPTIONS" }

    private func read(_ segments: [String], _ request: ServedRequest) -> ServedResponse {
        let isDirectory = segments.last == ""
        let names = isDirectory ? Array(segments.dropLast()) : segments
        switch root.entry(names) {
        case .file(let file) where !isDirectory: return Self.response(file, named: names.last ?? "", to: request)
        case .directory(let entries):
            // Without the slash at the end, relative links of the page would lead elsewhere.
            guard isDirectory || segments.isEmpty else { return Self.redirect(request) }
            if case .file(let index) = root.entry(names + ["index.html"]) {
                return Self.response(index, named: "index.html", to: request)
            }
            return Self.listing(entries, of: names)
        case .file, nil: return .problem(.notFound, "there is no such file")
        }
    }

    private static func redirect(_ request: ServedRequest) -> ServedResponse {
        // The location is encoded and relative, since two slashes at the beginning would denote another host.
        let last = request.path.split(separator: "/").last.map(String.init) ?? ""
        return ServedResponse(.movedPermanently, headers: ["Location": "\(last)/".hasPrefix("/") ? "./" : "./\(last)/"])
    }

    private func store(_ segments: [String], _ request: ServedRequest) -> ServedResponse {
        guard let isNew = root.store(request.body.readableBytesView, at: segments) else {
            return .problem(.conflict, "the file cannot be stored there")
        }
        return ServedResponse(isNew ? .created : .noContent)
    }

    private static func listing(_ entries: [String], of names: [String]) -> ServedResponse {
        let title = HTMLText.escaped(SafeText.escaped("/" + names.joined(separator: "/")))
        let lines = (names.isEmpty ? [] : ["../"]) + entries
        let items = lines.map { name in
            let isDirectory = name.hasSuffix("/")
            let link = isDirectory ? String(name.dropLast()) : name
            let target = name == "../" ? "../" : "./" + PercentEncoding.encoded(link) + (isDirectory ? "/" : "")
            return "<li><a href=\"\(target)\">\(HTMLText.escaped(SafeText.escaped(name)))</a>"
        }
        var response = ServedResponse.text(
            .ok,
            """
            <!doctype html>
            <meta charset="utf-8">
            <title>\(title)</title>
            <h1>\(title)</h1>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>

            """, type: "text/html; charset=utf-8")
        response.headers.add(name: "Content-Security-Policy", value: "default-src 'none'; style-src 'unsafe-inline'")
        response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        return response
    }

    /// Returns the response for a file according to RFC 9110: conditions (section 13) come before ranges (section 14).
    static func response(_ file: OpenFile, named name: String, to request: ServedRequest) -> ServedResponse {
        let type = MediaTypes.type(of: name)
        var headers: HTTPHeaders = [
            "ETag": file.entityTag, "Last-Modified": HTTPDate.text(file.modified), "Accept-Ranges": "bytes",
            "X-Content-Type-Options": "nosniff",
        ]
        if isUnchanged(file, request) { return ServedResponse(.notModified, headers: headers) }
        headers.add(name: "Content-Type", value: type)
        switch range(of: file, request) {
        case .whole: break
        case .part(let range):
            headers.add(name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
            return ServedResponse(.partialContent, headers: headers, body: .file(file, range))
        case .outside:
            return ServedResponse(.rangeNotSatisfiable, headers: ["Content-Range": "bytes */\(file.size)"])
        }
        if MediaTypes.isText(type) { headers.add(name: "Vary", value: "Accept-Encoding") }
        if MediaTypes.isText(type), Gzip.isAccepted(request.headers), file.size <= 1 << 20,
            let bytes = file.read(at: 0, count: max(file.size, 1)), bytes.readableBytes == file.size,
            let packed = Gzip.compressed(bytes)
        {
            headers.add(name: "Content-Encoding", value: "gzip")
            // A different representation than that of the file needs a different tag.
            headers.replaceOrAdd(name: "ETag", value: String(file.entityTag.dropLast()) + "-gzip\"")
            return ServedResponse(.ok, headers: headers, body: .bytes(packed))
        }
        return ServedResponse(.ok, headers: headers, body: .file(file, 0..<file.size))
    }

    private static func isUnchanged(_ file: OpenFile, _ request: ServedRequest) -> Bool {
        let tags = request.headers[canonicalForm: "if-none-match"]
        guard tags.isEmpty else {
            let own = [file.entityTag, String(file.entityTag.dropLast()) + "-gzip\""]
            return tags.contains { tag in
                let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
                return tag == "*" || own.contains { $0[...] == strong }
            }
        }
        return request.headers.first(name: "if-modified-since").flatMap(HTTPDate.seconds).map { file.modified <= $0 }
            ?? false
    }

    private enum Part {
        case whole, part(Range<Int>), outside
    }

    /// Returns the requested part of the file. Several ranges get the whole file, which is allowed (RFC 9110 section 14.2).
    private static func range(of file: OpenFile, _ request: ServedRequest) -> Part {
        guard request.method == "GET", let field = request.headers.first(name: "range"), field.hasPrefix("bytes="),
            !field.contains(",")
        else { return .whole }
        if let condition = request.headers.first(name: "if-range"),
            condition != file.entityTag, HTTPDate.seconds(condition) != file.modified
        {
            return .whole
        }
        let parts = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return .whole }
        let number = { (text: Substring) -> Int? in
            text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }
        if parts[0].isEmpty {
            guard let count = number(parts[1]) else { return .whole }
            guard count > 0, file.size > 0 else { return .outside }
            return .part(max(0, file.size - count)..<file.size)
        }
        guard let first = number(parts[0]) else { return .whole }
        guard first < file.size else { return .outside }
        if parts[1].isEmpty { return .part(first..<file.size) }
        guard let last = number(parts[1]), last >= first else { return .whole }
        return .part(first..<min(last + 1, file.size))
    }
}
