import NetworkModel

/// The part of the status for strangers, which the announcement on the link contains as well. Other members of the document are
/// left out and not empty: an empty list of targets would be untrue.
struct PublicStatus: Encodable {
    let schema = StatusDocument.schema
    /// There is more, for readers.
    let restricted = true
    let status: ConnectionStatus
    let code: Int
    let host: String
    /// The name that this daemon is published under.
    let name: String?
    let version = Version.text

    init(_ document: StatusDocument) {
        status = document.status
        code = document.code
        host = document.host
        name = document.publication.name
    }
}
