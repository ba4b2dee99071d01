import NetworkDiagnostics
import NetworkModel

/// What says how the program is to end.
protocol Ending {
    var outcome: Outcome { get }
}

/// A document that the daemon answers with, and how people read it.
protocol Document: Codable, Ending, Sendable {
    /// The least that must be read of it to know how the program ends: as JSON it is passed on as it came.
    associatedtype Summary: Decodable & Ending
    /// The members of the document that the summary is read from.
    static var summaryMembers: [String] { get }
    /// The name of its form, where the type does not encode one.
    static var addedSchema: DocumentSchema? { get }
    func write(to page: inout Page, in context: PageContext)
}

extension Document {
    static var addedSchema: DocumentSchema? { nil }

    /// As JSON on one line, without a newline.
    var json: [UInt8] {
        get throws {
            guard let schema = Self.addedSchema else { return try JSON.line(self) }
            return try JSON.line(VersionedDocument(self, schema))
        }
    }
}

/// What a page is written in view of.
struct PageContext: Sendable {
    var now = Timestamp()
    /// One of several that follow each other.
    var isOneOfSeveral = false
    /// Everything is shown, what is well and not asked for too.
    var isWhole = false
    /// A moment in the local time of the reader.
    var localTime: @Sendable (Timestamp) -> String = LocalTime.text
}

/// The summary of a document with a status.
struct StatusSummary: Decodable, Ending {
    let status: ConnectionStatus
    let degraded: Bool?

    static let members = ["status", "degraded"]

    var outcome: Outcome { .verdict(status, isDegraded: degraded ?? false) }
}

extension StatusDocument: Document {
    typealias Summary = StatusSummary
    static var summaryMembers: [String] { StatusSummary.members }
    var outcome: Outcome { Outcome(self) }
}

extension Report: Document {
    typealias Summary = StatusSummary
    static var summaryMembers: [String] { StatusSummary.members }
    var outcome: Outcome { Outcome(self) }
}

extension Resolution: Document {
    typealias Summary = StatusSummary
    static var addedSchema: DocumentSchema? { .resolution }
    static var summaryMembers: [String] { StatusSummary.members }
    var outcome: Outcome { Outcome(self) }
}

extension NetworkSnapshot: Document {
    /// Facts have no verdict: to have been told them is enough.
    struct Summary: Decodable, Ending {
        private let links: [Anything]

        private struct Anything: Decodable {}

        var outcome: Outcome { .done }
    }

    static var summaryMembers: [String] { ["links"] }
    static var addedSchema: DocumentSchema? { .links }
    var outcome: Outcome { .done }
}
