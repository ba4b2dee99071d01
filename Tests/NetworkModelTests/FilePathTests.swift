import NetworkModel
import Testing

@Suite("Paths of files")
struct FilePathTests {
    @Test(
        "directory and name",
        arguments: [
            ("a", ".", "", "a"), ("/a", "/", "/", "a"), ("b/a", "b", "b/", "a"), ("/c/b/a", "/c/b", "/c/b/", "a"),
            ("b/", "b", "b/", ""), ("b/\u{301}a", "b", "b/", "\u{301}a"),
        ])
    func parts(path: String, directory: String, prefix: String, name: String) {
        #expect(FilePath.directory(of: path) == directory)
        #expect(FilePath.prefix(of: path) == prefix)
        #expect(FilePath.name(of: path) == name)
    }
}
