import NetworkModel

/// The part of the status for strangers, which the announcement on the link contains as well. Other members of the
/// document are omitted rather than empty, since an empty list of targets would be false.
struct PublicStatus: Encodable {
    let schema = StatusDocument.schema
    /// Indicates that readers receive more.
    let restricted = true
    let status: ConnectionStatus
    let code: Int
    let host: String
    /// The name under which this daemon is published.
    let name: String?
    let version = Version.text

    init(_ document: StatusDocument) {
        status = document.status
        code = document.code
        host = document.host
        name = document.publication.name
    }
}
