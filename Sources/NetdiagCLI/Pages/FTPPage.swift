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
            write(listing.entries, to: &page)
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

    /// Writes the entries of a directory, sorted by name.
    static func write(_ entries: [FTPEvidence.Entry], to page: inout Page) {
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
        page.table(table)
    }
}
