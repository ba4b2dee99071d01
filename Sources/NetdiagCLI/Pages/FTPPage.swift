import FoundationEssentials
import Glibc
import NetworkDiagnostics
import NetworkModel
import Translations

/// Writes the listing of a directory as a table, or as JSON with one object per line.
enum FTPPage {
    static func write(
        _ listing: FTPClient.Listing, format: OutputOptions.Format,
        terminal: Terminal = Terminal(descriptor: STDOUT_FILENO)
    ) throws {
        if format == .json {
            var lines: [UInt8] = []
            for entry in listing.entries {
                lines += try JSON.line(VersionedDocument(entry, .ftpEntry)) + [UInt8(ascii: "\n")]
            }
            try StandardStream.write(lines)
        } else {
            var page = Page(for: terminal)
            page.table(table(listing.entries))
            try StandardStream.write(page.bytes)
        }
        if listing.isCut || listing.count > listing.entries.count {
            let phrase: ToolPhrase = listing.isCut ? .entriesAreCut : .entriesAreShown
            let facts = [
                "shown": LocalQuantity.text(listing.entries.count), "count": LocalQuantity.text(listing.count),
            ]
            StandardStream.writeError("netdiag: \(phrase.text(facts))")
        }
    }

    private static func table(_ entries: [FTPEvidence.Entry]) -> Table {
        var table = Table(.right, .left, .flexible)
        for entry in entries.sorted(by: { $0.name < $1.name }) {
            let name: Text =
                switch entry.kind {
                case .directory: Text(entry.name + "/", .name)
                case .link: Text(entry.name + "@")
                case .file, .other: Text(entry.name)
                }
            let size = entry.kind == .file ? entry.size.map { Text("\($0)") } ?? "" : ""
            table.add(size, Text(entry.modified ?? "", .dim), name)
        }
        return table
    }
}
