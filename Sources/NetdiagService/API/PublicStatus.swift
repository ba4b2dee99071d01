import NetworkModel

/// What strangers are told of the status: what the announcement on the link says as well. Members of the whole document
/// that are missing here are left out, and not empty: that there are no targets would be untrue.
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
