import Foundation
import Testing

@Suite("Seeds and findings of the fuzzer")
struct ReplayTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// The inputs of an entry in Seeds or Crashes.
    private static func inputs(_ kind: String, of name: String) throws -> [(name: String, bytes: [UInt8])] {
        let place = folder.appending(path: "\(kind)/\(name)")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place.path) else { return [] }
        return try names.sorted().map {
            ("\(kind)/\(name)/\($0)", Array(try Data(contentsOf: place.appending(path: $0))))
        }
    }

    @Test("each entry has small seeds, and each folder belongs to an entry")
    func seeds() throws {
        let names = FuzzEntries.names
        #expect(Set(names).count == names.count)
        for name in names {
            let seeds = try Self.inputs("Seeds", of: name)
            #expect(!seeds.isEmpty, "\(name) has no seed")
            for seed in seeds { #expect(1...8_192 ~= seed.bytes.count, "\(seed.name) has \(seed.bytes.count) bytes") }
        }
        for kind in ["Seeds", "Crashes"] {
            let place = Self.folder.appending(path: kind).path
            for found in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where found.first != "." {
                #expect(names.contains(found), "\(kind)/\(found) is of no entry")
            }
        }
    }

    @Test("seeds, earlier findings and their truncations are handled correctly", arguments: FuzzEntries.names)
    func replay(name: String) throws {
        let entry = try #require(FuzzEntries.named(name))
        for (file, bytes) in try Self.inputs("Seeds", of: name) + Self.inputs("Crashes", of: name) {
            #expect(throws: Never.self, "\(file)") { try entry.run(bytes) }
            // Whatever breaks off.
            for count in Set([0, 1, bytes.count / 2, max(bytes.count - 1, 0)]) {
                #expect(throws: Never.self, "\(file), \(count) bytes of it") {
                    try entry.run(Array(bytes.prefix(count)))
                }
            }
        }
    }
}
