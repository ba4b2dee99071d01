/// Detects the type of data by its first bytes, regardless of its name (similar to the MIME Sniffing Standard, section 6).
enum MagicNumber {
    private struct Signature {
        var offset = 0
        var bytes: [UInt8]
        var type: String

        init(_ bytes: [UInt8], at offset: Int = 0, _ type: String) {
            (self.bytes, self.offset, self.type) = (bytes, offset, type)
        }

        init(_ text: StaticString, at offset: Int = 0, _ type: String) {
            self.init(
                Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)), at: offset, type)
        }
    }

    private static let signatures = [
        Signature([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "image/png"),
        Signature([0xff, 0xd8, 0xff], "image/jpeg"), Signature("GIF87a", "image/gif"), Signature("GIF89a", "image/gif"),
        Signature("BM", "image/bmp"), Signature([0x49, 0x49, 0x2a, 0x00], "image/tiff"),
        Signature([0x4d, 0x4d, 0x00, 0x2a], "image/tiff"), Signature([0x00, 0x00, 0x01, 0x00], "image/x-icon"),
        Signature("WEBP", at: 8, "image/webp"), Signature("ftypavif", at: 4, "image/avif"),
        Signature("ftypheic", at: 4, "image/heic"), Signature("ftypqt", at: 4, "video/quicktime"),
        Signature("ftyp", at: 4, "video/mp4"), Signature([0x1a, 0x45, 0xdf, 0xa3], "video/webm"),
        Signature("WAVE", at: 8, "audio/wav"), Signature("OggS", "audio/ogg"), Signature("ID3", "audio/mpeg"),
        Signature([0xff, 0xfb], "audio/mpeg"), Signature("fLaC", "audio/flac"), Signature("%PDF-", "application/pdf"),
        Signature([0x50, 0x4b, 0x03, 0x04], "application/zip"), Signature([0x50, 0x4b, 0x05, 0x06], "application/zip"),
        Signature([0x1f, 0x8b], "application/gzip"), Signature("BZh", "application/x-bzip2"),
        Signature([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "application/x-xz"),
        Signature([0x28, 0xb5, 0x2f, 0xfd], "application/zstd"),
        Signature([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "application/x-7z-compressed"),
        Signature("ustar", at: 257, "application/x-tar"), Signature([0x7f, 0x45, 0x4c, 0x46], "application/x-elf"),
        Signature("MZ", "application/vnd.microsoft.portable-executable"),
        Signature([0x00, 0x61, 0x73, 0x6d], "application/wasm"),
        Signature("SQLite format 3", "application/vnd.sqlite3"),
        Signature("wOFF", "font/woff"), Signature("wOF2", "font/woff2"),
    ]

    /// All types that can be detected, for `types:`.
    package static let types = Set(signatures.map(\.type))
        .union(["text/html", "image/svg+xml", "application/xml", "application/json", "text/plain", unknown])

    private static let unknown = "application/octet-stream"

    /// Returns the type of a body. Texts are distinguished by their beginning. An unknown type is `application/octet-stream`.
    static func type(of bytes: some RandomAccessCollection<UInt8>) -> String {
        let head = Array(bytes.prefix(512))
        for signature in signatures
        where head.count >= signature.offset + signature.bytes.count
            && head[signature.offset...].starts(with: signature.bytes)
        {
            // Both are RIFF containers, which begin with `RIFF`.
            if signature.offset == 8, !head.starts(with: Array("RIFF".utf8)) { continue }
            return signature.type
        }
        guard !bytes.isEmpty, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            return unknown
        }
        return textType(text, bytes)
    }

    private static func textType(_ text: String, _ bytes: some RandomAccessCollection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
        let start = String(decoding: text.utf8.drop(while: isBlank).prefix(256), as: UTF8.self).lowercased()
        if ["<!doctype html", "<html", "<head", "<body", "<script"].contains(where: start.hasPrefix) {
            return "text/html"
        }
        if start.hasPrefix("<svg") || start.hasPrefix("<?xml") && start.contains("<svg") { return "image/svg+xml" }
        if start.hasPrefix("<?xml") { return "application/xml" }
        if start.hasPrefix("{") || start.hasPrefix("["), (try? JSONReader.read(bytes)) != nil {
            return "application/json"
        }
        return "text/plain"
    }
}
