import NetworkModel

@testable import Probes

/// Listings of directories, which come in pieces.
enum FTPListingEntry: FuzzEntry {
    static let name = "ftp-listing"
    static let kinds = ["FTPKind"]

    static func run(_ input: [UInt8]) throws {
        var rest = Input(input)
        let isMachineReadable = rest.byte() & 1 == 1
        let pieces = rest.pieces()
        let whole = listing([pieces.joined().map(\.self)[...]], isMachineReadable)
        let cut = listing(pieces, isMachineReadable)
        try require(whole.entries == cut.entries && whole.count == cut.count, "how it was cut makes a difference")
        try require(whole.entries.count <= 100 && whole.count <= input.count, "more entries than lines")
        for entry in whole.entries {
            try require(!entry.name.isEmpty && entry.name != "." && entry.name != "..", "an entry \(entry.name)")
            try require(!entry.name.utf8.contains(10), "a name of two lines")
            try require((entry.size ?? 0) >= 0, "a size of \(entry.size ?? 0)")
        }
    }

    private static func listing(_ pieces: [ArraySlice<UInt8>], _ isMachineReadable: Bool) -> FTPListing {
        var listing = FTPListing(maxEntries: 100, isMachineReadable: isMachineReadable)
        for piece in pieces {
            guard piece.withUnsafeBytes({ listing.append($0) }) else { break }
        }
        listing.finish()
        return listing
    }
}
