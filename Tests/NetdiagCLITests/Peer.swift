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
    convenience init(answering bytes: [UInt8], isEndless: Bool = false, times: Int = .max) throws {
        try self.init(responses: [bytes], isEndless: isEndless, times: times)
    }

    /// - Parameter responses: The response to each connection; the last one also to all later ones. A connection without a
    ///   response ends when the next one has ended.
    init(responses: [[UInt8]?], isEndless: Bool = false, times: Int = .max) throws {
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
            var responses = responses[...]
            var held: [CInt] = []
            // The loop ends when the listener is shut down.
            while rest > 0, case let connection = accept(listener.descriptor, nil, nil), connection >= 0 {
                var request = [UInt8](repeating: 0, count: 65_536)
                _ = recv(connection, &request, request.count, 0)
                rest -= 1
                if rest == 0 { unlink(path) }
                let response = responses.count > 1 ? responses.removeFirst() : responses.first ?? nil
                guard let response else {
                    held.append(connection)
                    continue
                }
                repeat {
                    if send(connection, response, response.count, CInt(MSG_NOSIGNAL)) < 0 { break }
                } while isEndless
                // When the program has read the response, it closes the connection.
                if !held.isEmpty { _ = recv(connection, &request, request.count, 0) }
                for open in [connection] + held { close(open) }
                held = []
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
