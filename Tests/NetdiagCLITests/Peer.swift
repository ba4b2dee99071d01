import Foundation
import Glibc

/// A peer on a Unix socket of its own that reads a request and answers with given bytes, whatever they are.
final class Peer: Sendable {
    let path: String
    private let listener: Listener

    /// Closed once neither the peer nor its thread holds it: closed while one of them is still to use it, its number is that
    /// of a connection of another test's, which the other then ends.
    private final class Listener: Sendable {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

        /// Ends what waits for it, now or later.
        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        deinit { close(descriptor) }
    }

    struct Failed: Error { let code = errno }

    /// - Parameter times: connections after which it has gone, and its socket with it.
    init(answering bytes: [UInt8], isEndless: Bool = false, times: Int = .max) throws {
        path = NSTemporaryDirectory() + "netdiag-\(UUID().uuidString.prefix(8)).sock"
        let listener = Listener()
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener.descriptor, $0, length) }
        }
        guard bound == 0, listen(listener.descriptor, 8) == 0 else { throw Failed() }
        Thread.detachNewThread { [path] in
            var rest = times
            // Ends when the listener is shut down.
            while rest > 0, case let connection = accept(listener.descriptor, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 65_536)
                _ = recv(connection, &request, request.count, 0)
                rest -= 1
                if rest == 0 { unlink(path) }
                repeat {
                    if send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL)) < 0 { break }
                } while isEndless
                close(connection)
            }
            // Used to the end, which holds it.
            withExtendedLifetime(listener) {}
        }
    }

    /// An HTTP answer with a length.
    static func answer(_ body: String, status: String = "200 OK", type: String = "application/json") -> [UInt8] {
        Array(
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    deinit {
        listener.end()
        unlink(path)
    }
}
