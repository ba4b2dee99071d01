/// The protocol and content of a listener.
package enum ListenerContent: Sendable, Equatable {
    /// HTTP with routes.
    case http
    /// Any TCP protocol of its upstream, forwarded byte by byte.
    case stream
    /// A line-based protocol that follows a script.
    case script(ServerScript)
    /// DNS over UDP and TCP from a zone.
    case zone(DNSZone)

    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.http, .http), (.stream, .stream), (.zone, .zone): true
        case (.script(let left), .script(let right)): left == right
        case (.http, _), (.stream, _), (.script, _), (.zone, _): false
        }
    }
}
