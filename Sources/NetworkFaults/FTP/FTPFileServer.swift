import NIOCore
import NIOPosix

/// What an FTP server does wrong.
enum FTPBehaviour: Sendable {
    /// Nothing: everybody may log in, read and write.
    case serves
    /// Says this instead of a greeting.
    case greets(String)
    /// Accepts the connection and says nothing.
    case silence
    /// Takes no login (530).
    case rejectsLogins
    /// Names a port for data on which nothing listens.
    case closesDataPorts
    /// Takes the data connection, and never sends anything over it.
    case holdsData
    /// Stores, makes, renames and removes nothing (553, 550).
    case deniesWriting
}

/// An FTP server (RFC 959) with files in memory. Data connections are made by the client (PASV, EPSV) or by the server (PORT,
/// EPRT), which connects to the client's own address alone. It knows no TLS.
struct FTPFileServer: Sendable {
    /// The longest line of a client, and the longest file that is kept.
    static let maxLineBytes = 4_096
    static let maxFileBytes = 1 << 20
    static let maxFiles = 100
    /// How long a data connection is waited for.
    static let dataPatience = TimeAmount.seconds(10)

    let listener: StreamListener

    static func start(
        _ behaviour: FTPBehaviour, files: [String: String] = ["/readme.txt": "netdiag serve\n"], _ context: FaultContext
    ) async throws -> FTPFileServer {
        let files = FTPFiles(files)
        let host = context.host
        let listener = try await StreamListener.start(on: context.group, host: host, port: context.port) { channel in
            try channel.pipeline.syncOperations.addHandlers(
                ByteToMessageHandler(LineDecoder(maxBytes: maxLineBytes), maximumBufferSize: 4 * maxLineBytes),
                FTPHandler(behaviour, files, host: host))
        }
        return FTPFileServer(listener: listener)
    }

    func close() async { await listener.close() }
}
