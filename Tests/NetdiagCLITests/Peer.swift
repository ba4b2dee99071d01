import Foundation
import Glibc

/// A server on a Unix socket that reads a request and responds with given bytes.
final class Peer: Sendable {
    let path: String
    private let listener: Listener

    /// The listening socket. It is closed when neither the server nor its thread uses it: if it were closed while one
    /// of them still uses it, the descriptor might already be a connection of another test.
    private final class Listener: Sendable {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

        /// Ends all current and future waits.
        func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        deinit { close(descriptor) }
    }

    struct Failed: Error { let code = errno }

    /// - Parameter times: The number of connections after which the server ends, and removes its socket.
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
            // The loop ends when the listener is shut down.
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
            // This keeps the listener alive until here.
            withExtendedLifetime(listener) {}
        }
    }

    /// An HTTP response with a Content-Length.
    static func answer(_ body: String, status: String = "200 OK", type: String = "application/json") -> [UInt8] {
        Array(
            "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    deinit {
        listener.end()
        unlink(path)
    }
}
