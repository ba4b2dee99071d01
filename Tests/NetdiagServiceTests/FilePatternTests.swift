import Foundation
import Testing

@testable import NetdiagConfiguration

@Suite("Patterns of included files")
struct FilePatternTests {
    private func folder() throws -> ConfigurationFolder {
        let folder = try ConfigurationFolder()
        for name in ["a", "b", "a-b", ".d"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            for file in ["x.yaml", "y.yaml", "z*.yaml", ".h.yaml"] { _ = try folder.write("", to: "\(name)/\(file)") }
        }
        return folder
    }

    @Test(
        "the files are those of glob(3), in its order",
        arguments: [
            "a/x.yaml", "a/*.yaml", "*/*.yaml", "*/x.yaml", "?/[xy].yaml", "a/z\\*.yaml", "a/.*.yaml", ".*/x.yaml",
            "a//x.yaml", "a/", "*/", "a/*/", "no/*", "a/no.yaml", "a/[.yaml", "", "*",
        ])
    func files(_ pattern: String) throws {
        let folder = try folder()
        var expected = glob_t()
        defer { globfree(&expected) }
        let code = glob("\(folder.path)/\(pattern)", 0, nil, &expected)
        let paths = (0..<Int(expected.gl_pathc)).compactMap { index in
            (expected.gl_pathv?[index]).map { String(cString: $0) }
        }
        #expect(FilePattern.files("\(folder.path)/\(pattern)", atMost: 100) == (code == 0 ? paths : []))
    }

    @Test("the search ends at the maximum number of files")
    func limit() throws {
        let folder = try folder()
        #expect(FilePattern.files("\(folder.path)/*/*.yaml", atMost: 100).count == 9)
        #expect(FilePattern.files("\(folder.path)/*/*.yaml", atMost: 4).count == 4)
        #expect(FilePattern.files("\(folder.path)/a/*", atMost: 2).count == 2)
        for index in 0...1_000 { _ = try folder.write("", to: "a/\(index).yaml") }
        let main = try folder.write("include: a/*.yaml\n", to: "main.yaml")
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(path: main) }
        #expect(error?.description.contains("matches more files than the maximum of 1000") == true)
    }
}
