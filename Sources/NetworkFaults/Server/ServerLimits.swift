/// The limits of a server.
package struct ServerLimits: Sendable, Hashable {
    /// The maximum number of connections; further ones are closed at once.
    package var maxConnections = 16_384
    /// The maximum length of a body in bytes; the response to a longer one is 413.
    package var maxBodyBytes = 8 << 20
    /// The maximum memory of all bodies that are being received or answered, in bytes; the response to further ones is 503.
    package var maxBufferedBytes = 256 << 20
    /// The time limit from the first byte of a request to its last.
    package var requestTimeout = Duration.seconds(60)
    /// The time after which a connection without a request is closed.
    package var idleTimeout = Duration.seconds(120)
    /// The time limit between two parts of a response, after which the connection of a client that does not read is closed. It
    /// is longer than any delay.
    package var answerTimeout = Duration.seconds(660)
    /// The maximum time for which a fault holds a connection without sending anything.
    package var hangTimeout = Duration.seconds(600)

    package init() {}
}
