/// Writes an archive in the format of tar(1) (POSIX.1-2001, ustar).
enum TarArchive {
    /// - Parameters:
    ///   - folder: The directory that contains all files.
    ///   - time: The modification time of all files, in seconds since 1970.
    static func bytes(of entries: [BundleEntry], in folder: String, time: Int64) -> [UInt8] {
        var archive: [UInt8] = []
        for entry in entries {
            let content = Array(entry.text.utf8)
            archive += header("\(folder)/\(entry.name)", size: content.count, time: time) + content
            archive += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
        }
        // Two empty records end the archive.
        return archive + [UInt8](repeating: 0, count: 1_024)
    }

    private static func header(_ name: String, size: Int, time: Int64) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int, maxBytes: Int) {
            for (index, byte) in text.utf8.prefix(maxBytes).enumerated() { header[offset + index] = byte }
        }
        func octal(_ number: Int64, digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(name, at: 0, maxBytes: 100)
        put(octal(0o600, digits: 7), at: 100, maxBytes: 7)
        put(octal(0, digits: 7), at: 108, maxBytes: 7)
        put(octal(0, digits: 7), at: 116, maxBytes: 7)
        put(octal(Int64(size), digits: 11), at: 124, maxBytes: 11)
        put(octal(time, digits: 11), at: 136, maxBytes: 11)
        // The checksum is calculated with blanks in its own field.
        put("        ", at: 148, maxBytes: 8)
        put("0", at: 156, maxBytes: 1)
        put("ustar", at: 257, maxBytes: 5)
        put("00", at: 263, maxBytes: 2)
        put(octal(header.reduce(0) { $0 + Int64($1) }, digits: 6), at: 148, maxBytes: 6)
        header[154] = 0
        return header
    }
}
