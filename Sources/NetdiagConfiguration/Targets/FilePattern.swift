import Glibc

/// The search for the files that match a pattern of glob(7). Unlike glob(3), it ends at a number of files.
struct FilePattern {
    /// The maximum number of names of a directory that match a part of a pattern.
    private static let maxNames = 100_000
    /// FNM_PERIOD of fnmatch.h: a period at the beginning must be written.
    private static let isPeriodWritten: CInt = 1 << 2

    private let limit: Int
    private var found: [String] = []

    private init(limit: Int) {
        self.limit = limit
    }

    /// The files that match a pattern, sorted by name.
    ///
    /// - Parameter limit: The maximum number of files. If more match, these are any of them.
    static func files(_ pattern: String, atMost limit: Int) -> [String] {
        guard pattern.utf8.count < Int(PATH_MAX) else { return [] }
        var search = FilePattern(limit: limit)
        search.descend(into: "", pattern.split(separator: "/", omittingEmptySubsequences: false)[...])
        return search.found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// - Parameter folder: The path so far, with a final slash; empty for the working directory.
    private mutating func descend(into folder: String, _ parts: ArraySlice<Substring>) {
        guard let part = parts.first else { return }
        let rest = parts.dropFirst()
        guard part.contains(where: { "*?[\\".contains($0) }) else { return visit("\(folder)\(part)", rest) }
        let names = Self.names(in: folder, part, atMost: rest.isEmpty ? limit - found.count : Self.maxNames)
        for name in names {
            guard found.count < limit else { return }
            visit(folder + name, rest)
        }
    }

    private mutating func visit(_ path: String, _ rest: ArraySlice<Substring>) {
        guard rest.isEmpty else { return descend(into: path + "/", rest) }
        var status = stat()
        if lstat(path, &status) == 0 { found.append(path) }
    }

    private static func names(in folder: String, _ part: Substring, atMost limit: Int) -> [String] {
        guard let directory = opendir(folder.isEmpty ? "." : folder) else { return [] }
        defer { closedir(directory) }
        let pattern = String(part)
        var names: [String] = []
        while names.count < limit, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if fnmatch(pattern, name, isPeriodWritten) == 0 { names.append(name) }
        }
        return names
    }
}
