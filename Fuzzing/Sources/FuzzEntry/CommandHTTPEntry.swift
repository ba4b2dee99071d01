@testable import NetdiagCLI

/// What the command line reads from the daemon's socket: answers, lines and events, in pieces.
enum CommandHTTPEntry: FuzzEntry {
    static let name = "command-http"

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let pieces = rest.pieces()
        let all = Array(pieces.joined())
        let whole = answer([all[...]])
        let cut = answer(pieces)
        try require(whole.body == cut.body && whole.error == cut.error, "how it was cut makes a difference")
        try require(whole.body.count <= input.count, "a body longer than the answer")
        let lines = try? Self.lines([all[...]])
        try require(lines == (try? Self.lines(pieces)), "how lines were cut makes a difference")
        var events = ServerSentEvents()
        for line in lines ?? [] { _ = try? events.consume(line: line) }
    }

    private static func answer(_ pieces: [ArraySlice<UInt8>]) -> (body: [UInt8], error: String?) {
        var parser = HTTPResponseParser()
        var body: [UInt8] = []
        do throws(HTTPError) {
            for piece in pieces { body += try parser.consume(piece) }
            try parser.end()
        } catch {
            // What came before is handed on earlier in smaller pieces.
            return ([], error.description)
        }
        return (body, nil)
    }

    private static func lines(_ pieces: [ArraySlice<UInt8>]) throws -> [[UInt8]] {
        var splitter = LineSplitter()
        let lines = try pieces.flatMap { try splitter.consume($0) }
        return lines + [splitter.end() ?? []]
    }
}
