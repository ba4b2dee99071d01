import NetworkModel

@testable import Probes

/// What captive portals answer, and what networkd writes down of their announcements.
enum PortalEntry: FuzzEntry {
    static let name = "portal"

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let uri = PortalAnnouncement.uri(in: text) {
            try require(!uri.isEmpty && uri.utf8.count <= 2_048, "a URI of \(uri.utf8.count) bytes")
            try require(!uri.utf8.contains(10), "a URI of two lines")
        }
        if let answer = PortalEvidence.API(url: "https://portal.example/", body: input) {
            try require((answer.portal ?? "").utf8.count <= 2_048, "a portal of any length")
        }
    }
}
