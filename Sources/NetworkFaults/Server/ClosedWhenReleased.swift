import NIOCore

/// Wraps an accepted channel as a connection.
protocol ConnectionWrapping {
    static func wrap(_ channel: any Channel) throws -> HTTPServer.Connection
}

/// Wraps a channel so that the channel is closed if the connection is released before a task serves it.
///
/// SwiftNIO releases connections that it accepts while their server is being closed. With the current initializer of
/// `NIOAsyncChannel`, this would end the program ("Deinited NIOAsyncWriter without calling finish()"). The deprecated one
/// closes the channel instead. It is called through a protocol, since a direct call would be a warning.
enum ClosedWhenReleased: ConnectionWrapping {
    @available(*, deprecated, message: "The initializer of SwiftNIO is deprecated.")
    static func wrap(_ channel: any Channel) throws -> HTTPServer.Connection {
        try HTTPServer.Connection(synchronouslyWrapping: channel)
    }
}
