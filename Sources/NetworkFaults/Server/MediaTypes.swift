/// The types of files by their extensions.
enum MediaTypes {
    private static let types = [
        "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8", "json": "application/json",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "xml": "application/xml", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon",
        "pdf": "application/pdf", "wasm": "application/wasm", "woff": "font/woff", "woff2": "font/woff2",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "wav": "audio/wav", "mp4": "video/mp4", "webm": "video/webm",
        "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar", "yaml": "application/yaml",
        "yml": "application/yaml", "log": "text/plain; charset=utf-8", "conf": "text/plain; charset=utf-8",
    ]

    static func type(of name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "application/octet-stream" }
        return types[name[name.utf8.index(after: dot)...].lowercased()] ?? "application/octet-stream"
    }

    /// Whether content of this type is worth compressing.
    static func isText(_ type: String) -> Bool {
        let type = type[..<(type.utf8.firstIndex(of: UInt8(ascii: ";")) ?? type.endIndex)]
        return type.hasPrefix("text/") || type.hasSuffix("+xml") || type.hasSuffix("json")
            || ["application/xml", "application/yaml"].contains(type)
    }
}
