import Foundation
import Testing

/// The code in the articles of the API documentation is that of the examples, which are built and run.
struct ArticleTests {
    private struct Listing: CustomStringConvertible {
        let article: String
        let example: String
        let code: String
        var description: String { "\(article): \(example)" }
    }

    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let articles: [String] = {
        let sources = root.appending(path: "Sources")
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }.sorted()
    }()

    /// The listings of an article. A comment before each listing names the file that it is from.
    private static func listings(in article: String) throws -> [Listing] {
        let text = try String(contentsOf: root.appending(path: "Sources/\(article)"), encoding: .utf8)
        return text.components(separatedBy: "```swift\n").adjacentPairs.map { before, after in
            let comment = before.split(separator: "\n").last.map(String.init) ?? ""
            return Listing(
                article: article,
                example: comment.hasPrefix("<!-- ") ? String(comment.dropFirst(5).dropLast(4)) : "no comment",
                code: after.components(separatedBy: "\n```")[0])
        }
    }

    @Test func allCodeIsThatOfExamples() throws {
        let listings = try Self.articles.flatMap(Self.listings)
        #expect(listings.count >= 8)
        for listing in listings {
            let file = Self.root.appending(path: listing.example)
            let code = try? String(contentsOf: file, encoding: .utf8)
            #expect(code?.contains(listing.code) == true, "\(listing) does not have\n\(listing.code)")
        }
    }

    /// The example is compiled, so that all calls in the table exist.
    @Test func allCallsForCFNetworkAreCompiled() throws {
        let table = try String(contentsOf: Self.root.appending(path: "docs/cfnetwork.md"), encoding: .utf8)
        let code = try String(
            contentsOf: Self.root.appending(path: "Examples/LibraryTour/CFNetwork/CFNetworkCalls.swift"),
            encoding: .utf8)
        let calls = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().compactMap { row in
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            return cells.count > 2 ? cells[2] : nil
        }.flatMap { cell in
            // The last name of a call, before its arguments.
            cell.matches(of: /`([^`]+)`/).compactMap { $0.1.split(separator: "(")[0].split(separator: ".").last }
        }.filter { $0.first?.isLetter == true }
        #expect(calls.count >= 25)
        for call in calls where call != "netdiag diagnose" {
            #expect(code.contains(call), "\(call) is missing in Examples/LibraryTour")
        }
    }

    /// An example that is in no article would not be checked.
    @Test func allExamplesAreShown() throws {
        let shown = Set(try Self.articles.flatMap(Self.listings).map(\.example))
        let tour = Self.root.appending(path: "Examples/LibraryTour/Sources")
        for name in try FileManager.default.contentsOfDirectory(atPath: tour.path) {
            #expect(shown.contains("Examples/LibraryTour/Sources/\(name)/main.swift"))
        }
    }
}

extension Array {
    fileprivate var adjacentPairs: Zip2Sequence<Self, Self.SubSequence> { zip(self, dropFirst()) }
}
