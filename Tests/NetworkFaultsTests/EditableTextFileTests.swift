import Glibc
import Testing

@testable import NetworkFaults

/// The text of a file, and the result of saving it.
struct EditableTextFileTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = try RunDirectory()
        defer { directory.remove() }
        try body(directory.path)
    }

    private func names(in path: String) -> Set<String> {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            names.insert(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.subtracting([".", ".."])
    }

    @Test func aMissingFileIsSaidAndCreatedBySaving() throws {
        try withDirectory { directory in
            let path = "\(directory)/new.txt"
            let text = try EditableTextFile(path: path)
            #expect(text.note?.contains("does not exist yet: / is empty until a text is saved at /edit") == true)
            #expect(text.bytes.isEmpty && names(in: directory).isEmpty)
            #expect(text.replace(with: Array("saved".utf8)))
            #expect(names(in: directory) == ["new.txt"])
            let again = try EditableTextFile(path: path)
            #expect(again.note == nil && again.bytes == Array("saved".utf8))
        }
    }

    @Test func aFileThatCannotBeCreatedIsRefused() throws {
        try withDirectory { directory in
            for path in ["\(directory)/none/new.txt", "\(directory)/none/"] {
                let error = #expect(throws: FaultError.self) { try EditableTextFile(path: path) }
                #expect(error?.description.contains("does not exist, and cannot be created: ") == true, "\(path)")
            }
        }
    }

    @Test("the temporary file of a killed save does not block the next one, and is removed")
    func leftover() throws {
        try withDirectory { directory in
            let path = "\(directory)/a.txt"
            for (name, bytes) in [("a.txt", "old"), ("a.txt.netdiag-serve", "half")] {
                let file = fopen("\(directory)/\(name)", "w")
                #expect(file.map { fputs(bytes, $0) >= 0 && fclose($0) == 0 } == true)
            }
            let text = try EditableTextFile(path: path)
            #expect(text.replace(with: Array("new".utf8)))
            #expect(names(in: directory) == ["a.txt"])
            #expect(try EditableTextFile(path: path).bytes == Array("new".utf8))
        }
    }

    @Test("a link in place of the temporary file is neither followed nor removed")
    func link() throws {
        try withDirectory { directory in
            let path = "\(directory)/a.txt", other = "\(directory)/other"
            #expect(fopen(other, "w").map { fclose($0) } == 0)
            #expect(symlink(other, "\(path).netdiag-serve") == 0)
            let text = try EditableTextFile(path: path)
            #expect(!text.replace(with: Array("new".utf8)))
            var status = stat()
            #expect(stat(other, &status) == 0 && status.st_size == 0)
            #expect(names(in: directory) == ["other", "a.txt.netdiag-serve"])
        }
    }
}
