import Glibc
import Translations

/// A connection to the daemon's Unix socket (unix(7)). It is closed with its owner.
final class UnixSocket {
    static let defaultPath = "/run/netdiag/netdiag.sock"

    let descriptor: CInt

    /// Connects.
    ///
    /// - Throws: ``Failure/noDaemon(_:)`` if no daemon listens or this user has no permission, ``Failure/usage(_:)`` for an
    ///   invalid path of a socket.
    init(path: String) throws(Failure) {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard (1...capacity).contains(bytes.count), !bytes.contains(0) else {
            let facts = ["max": "\(capacity)", "path": Text.shown(path), "count": "\(bytes.count)"]
            throw .usage(ToolPhrase.socketPathLength.text(facts))
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw .failed(CommandPhrase.noSocket.text(["error": FactWords.local(ErrorNumber.text())]))
        }
        // connect(2) to a Unix socket blocks while the daemon's queue is full, at most for this time.
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let descriptor = descriptor
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = errno
            let shown = Text.shown(path)
            switch error {
            case ENOENT, ENOTDIR: throw .noDaemon(CommandPhrase.noDaemonAt.text(["socket": shown]))
            // The daemon was killed and left its socket behind, or it is another file.
            case ECONNREFUSED: throw .noDaemon(CommandPhrase.nothingListensAt.text(["socket": shown]))
            case EACCES, EPERM: throw .noDaemon(CommandPhrase.mayNotAskDaemon.text(["socket": shown]))
            case EAGAIN: throw .failed(CommandPhrase.daemonIsBusy.text(["socket": shown]))
            default:
                let reason = FactWords.local(ErrorNumber.text(error))
                throw .failed(CommandPhrase.cannotConnectTo.text(["socket": shown, "error": reason]))
            }
        }
    }

    /// Connects for a command that only the daemon can serve.
    ///
    /// - Parameter phrase: The message if no daemon listens: with its reason, and the command that starts it.
    static func connected(to path: String, orSaying phrase: CommandPhrase) throws(Failure) -> UnixSocket {
        do {
            return try UnixSocket(path: path)
        } catch .noDaemon(let reason) {
            throw .failed(phrase.text(["reason": reason, "command": ServiceAdvice().start]))
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends as many bytes as the kernel accepts without blocking.
    ///
    /// - Returns: The number of bytes, 0 if none can be sent now, `nil` if the daemon has closed the connection.
    func send(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes {
            Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Receives the available bytes.
    ///
    /// - Returns: No bytes at the end of the stream, `nil` if none are available now.
    func receive(into buffer: inout [UInt8]) throws(Failure) -> ArraySlice<UInt8>? {
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
        if count >= 0 { return buffer[..<count] }
        switch errno {
        case EAGAIN, EINTR: return nil
        default:
            let reason = FactWords.local(ErrorNumber.text())
            throw .failed(CommandPhrase.connectionBroke.text(["error": reason]))
        }
    }
}
