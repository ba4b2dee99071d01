/// The parts of the path of a file. It is cut by scalars, since a name may begin with a combining one.
package enum FilePath {
    /// The directory; `.` for a name alone.
    package static func directory(of path: String) -> String {
        guard let slash = lastSlash(in: path) else { return "." }
        return slash == path.startIndex ? "/" : String(path.unicodeScalars[..<slash])
    }

    /// What precedes the name, up to the slash; empty for a name alone.
    package static func prefix(of path: String) -> String {
        lastSlash(in: path).map { String(path.unicodeScalars[...$0]) } ?? ""
    }

    /// The name in its directory.
    package static func name(of path: String) -> String {
        lastSlash(in: path).map { String(path.unicodeScalars[$0...].dropFirst()) } ?? path
    }

    private static func lastSlash(in path: String) -> String.Index? { path.unicodeScalars.lastIndex(of: "/") }
}
