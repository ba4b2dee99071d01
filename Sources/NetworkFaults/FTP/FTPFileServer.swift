import NIOCore
import NIOPosix

/// The fault of an FTP server.
enum FTPBehaviour: Sendable {
    /// No fault: all clients may log in, read and write.
    case serves
    /// Sends this instead of a greeting.
    case greets(String)
    /// Accepts the connection and sends nothing.
    case silence
    /// Rejects every login (530).
    case rejectsLogins
    /// Announces a data port on which nothing listens.
    case closesDataPorts
    /// Accepts the data connection, but never sends anything over it.
    case holdsData
    /// Refuses to store, create, rename and remove files (553, 550).
    case deniesWriting
    /// Answers as if it did not have this file (550).
    case hides(String)
}

/// An FTP server (RFC 959) with files in memory and without TLS. Data connections are established by the client (PASV,
/// EPSV), or by the server (PORT, EPRT), which connects only to the client's own address.
struct FTPFileServer: Sendable {
    /// The maximum lengths of a client's line and of a stored file.
    static let maxLineBytes = 4_096
    static let maxFileBytes = 1 << 20
    static let maxFiles = 100
    /// The time limit for a data connection.
    static let dataPatience = TimeAmount.seconds(10)
    /// The files at first. The server of ``FTPBehaviour/hides(_:)`` has one more.
    static let files = ["/readme.txt": "netdiag serve\n"]

    let listener: StreamListener

    static func start(
        _ behaviour: FTPBehaviour, files: [String: String] = files, _ context: FaultContext
    ) async throws -> FTPFileServer {
        let files = FTPFiles(files)
        let host = context.host
        let listener = try await StreamListener.start(on: context.group, host: host, port: context.port) { channel in
            try channel.pipeline.syncOperations.addHandlers(
                ByteToMessageHandler(LineDecoder(maxBytes: maxLineBytes), maximumBufferSize: 4 * maxLineBytes),
                FTPHandler(context.gate.applies() ? behaviour : .serves, files, host: host))
        }
        return FTPFileServer(listener: listener)
    }

    func close() async { await listener.close() }
}
