import NetworkDiagnostics
import NetworkModel

/// A value that determines the exit status.
protocol ExitStatusSource {
    var outcome: Outcome { get }
}

/// A document from the daemon, and its text form.
protocol Document: Codable, ExitStatusSource, Sendable {
    /// The part of the document that determines the exit status. As JSON, the document is passed on unchanged.
    associatedtype Summary: Decodable & ExitStatusSource
    /// The members of the document that the summary consists of.
    static var summaryMembers: [String] { get }
    /// The schema of the document if the type does not encode it itself.
    static var addedSchema: DocumentSchema? { get }
    func write(to page: inout Page, in context: PageContext)
    /// The conclusion from several documents about the same subject; `nil` if there is none.
    static func conclusion(from documents: [Self]) -> String?
}

extension Document {
    static var addedSchema: DocumentSchema? { nil }
    static func conclusion(from documents: [Self]) -> String? { nil }

    /// The document as JSON on one line, without a newline.
    var json: [UInt8] {
        get throws {
            guard let schema = Self.addedSchema else { return try JSON.line(self) }
            return try JSON.line(VersionedDocument(self, schema))
        }
    }
}

/// The circumstances in which a page is written.
struct PageContext: Sendable {
    var now = Timestamp()
    /// Whether it is one of several pages in a row.
    var isOneOfSeveral = false
    /// Whether another page is about the same subject, over another route.
    var isCompared = false
    /// What tells it apart from other pages about the same subject; `nil` if there is nothing to be told.
    var remark: String?
    /// Whether to show everything, including parts without problems.
    var isWhole = false
    /// Formats a time in the reader's time zone.
    var localTime: @Sendable (Timestamp) -> String = LocalTime.text
}

/// The summary of a document with a status.
struct StatusSummary: Decodable, ExitStatusSource {
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
    /// Facts have no verdict, so that receiving them is a success.
    struct Summary: Decodable, ExitStatusSource {
        private let links: [AnyElement]

        private struct AnyElement: Decodable {}

        var outcome: Outcome { .done }
    }

    static var summaryMembers: [String] { ["links"] }
    static var addedSchema: DocumentSchema? { .links }
    var outcome: Outcome { .done }
}
