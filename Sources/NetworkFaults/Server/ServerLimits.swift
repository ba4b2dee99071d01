/// What clients may take of a server.
package struct ServerLimits: Sendable, Hashable {
    /// At once; others are closed as they come.
    package var maxConnections = 16_384
    /// Of one request; a longer one is answered with 413.
    package var maxBodyBytes = 8 << 20
    /// Of all requests that are being received; beyond it, 503.
    package var maxBufferedBytes = 256 << 20
    /// From the first byte of a request to its last.
    package var requestTimeout = Duration.seconds(60)
    /// A connection without a request is closed after this long.
    package var idleTimeout = Duration.seconds(120)
    /// From one part of an answer to the next: of a client that reads nothing, the connection is closed. Longer than any delay.
    package var answerTimeout = Duration.seconds(660)
    /// The longest that a fault holds a connection without sending anything.
    package var hangTimeout = Duration.seconds(600)

    package init() {}
}
