/// What a listener speaks.
package enum ListenerContent: Sendable, Equatable {
    /// HTTP, by its routes.
    case http
    /// Whatever its upstream speaks, byte for byte.
    case stream
    /// Lines, by a script.
    case script(ServerScript)
    /// DNS over UDP and TCP, from a zone.
    case zone(DNSZone)

    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.http, .http), (.stream, .stream), (.zone, .zone): true
        case (.script(let left), .script(let right)): left == right
        case (.http, _), (.stream, _), (.script, _), (.zone, _): false
        }
    }
}
