/// The names of the forms of JSON documents whose types do not name theirs: types that are parts of other documents too, and
/// lists.
///
/// A name stays as long as members are only added; a member that goes, or comes to mean something else, makes it `/2`
/// (docs/decisions/0064-schemas-of-documents.md).
package enum DocumentSchema: String, Sendable, CaseIterable {
    /// What `netdiag break` does, a line for each step.
    case breakStep = "netdiag.break/1"
    /// An event of `netdiag browse`, and of a stream of services.
    case browse = "netdiag.browse/1"
    /// A cause, as `netdiag explain` tells of it.
    case cause = "netdiag.cause/1"
    /// A change of this machine's network, as an event.
    case change = "netdiag.change/1"
    /// A message of the WebSocket, around the document of its event.
    case event = "netdiag.event/1"
    /// An entry of a directory of an FTP server.
    case ftpEntry = "netdiag.ftp-entry/1"
    /// An element of the list of incidents.
    case incident = "netdiag.incident/1"
    /// What became of an incident, as an event.
    case incidentEvent = "netdiag.incident-event/1"
    /// Interfaces, addresses, routes, neighbours and resolvers.
    case links = "netdiag.links/1"
    /// What is wrong with a request (RFC 9457).
    case problem = "netdiag.problem/1"
    /// How a service that a client announces stands on the link.
    case publication = "netdiag.publication/1"
    /// A service that is announced for somebody else.
    case registeredService = "netdiag.registered-service/1"
    /// What a name or an address resolves to.
    case resolution = "netdiag.resolution/1"
    /// An element of the list of services.
    case service = "netdiag.service/1"
}
