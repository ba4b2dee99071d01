/// The names of the formats of JSON documents whose types do not name theirs: types that are parts of other documents too,
/// and lists.
///
/// A name stays as long as members are only added. If a member is removed, or changes its meaning, it becomes `/2`
/// (docs/decisions/0064-schemas-of-documents.md).
package enum DocumentSchema: String, Sendable, CaseIterable {
    /// A step of `netdiag break`, one per line.
    case breakStep = "netdiag.break/1"
    /// An event of `netdiag browse`, and of a stream of services.
    case browse = "netdiag.browse/1"
    /// A cause, as described by `netdiag explain`.
    case cause = "netdiag.cause/1"
    /// A change of this machine's network, as an event.
    case change = "netdiag.change/1"
    /// A message of the WebSocket, which wraps the document of its event.
    case event = "netdiag.event/1"
    /// An entry of a directory of an FTP server.
    case ftpEntry = "netdiag.ftp-entry/1"
    /// An element of the list of incidents.
    case incident = "netdiag.incident/1"
    /// A change of an incident, as an event.
    case incidentEvent = "netdiag.incident-event/1"
    /// Interfaces, addresses, routes, neighbours and resolvers.
    case links = "netdiag.links/1"
    /// A problem with a request (RFC 9457).
    case problem = "netdiag.problem/1"
    /// The state on the link of a service that a client announces.
    case publication = "netdiag.publication/1"
    /// A service that is announced for others.
    case registeredService = "netdiag.registered-service/1"
    /// The results for a name or an address.
    case resolution = "netdiag.resolution/1"
    /// An element of the list of services.
    case service = "netdiag.service/1"
}
