import Glibc

/// The client, for a server that is programmed by a closure.
package struct RawPeer: Sendable {
    private let socket: OwnedSocket

    init(socket: OwnedSocket) { self.socket = socket }

    /// Reads up to the end of a head, or of the connection.
    package func head() -> String {
        var bytes: [UInt8] = []
        while let more = read(1) {
            bytes += more
            if bytes.suffix(4) == Array("\r\n\r\n".utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads the next line without its end; `nil` if the client closes before.
    package func line() -> String? {
        var bytes: [UInt8] = []
        while bytes.last != 0x0a {
            guard let more = read(1) else { return nil }
            bytes += more
        }
        return String(decoding: bytes.prefix { $0 != 0x0d && $0 != 0x0a }, as: UTF8.self)
    }

    /// - Returns: `nil` if the client has closed.
    package func read(_ maxBytes: Int = 65_536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: maxBytes)
        let count = recv(socket.descriptor, &buffer, maxBytes, 0)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    /// - Returns: Whether the client is still connected.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    package func say(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends the same text until the client closes.
    package func sayForever(_ text: String) {
        let bytes = Array(String(repeating: text, count: max(1, 16_384 / max(text.utf8.count, 1))).utf8)
        while send(bytes) {}
    }

    /// Resets the connection.
    package func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        var nothing = sockaddr()
        nothing.sa_family = sa_family_t(AF_UNSPEC)
        // Dissolving the association sends a reset, and leaves the descriptor to its owners.
        connect(socket.descriptor, &nothing, socklen_t(MemoryLayout<sockaddr>.size))
    }

    /// Waits until the client closes.
    package func waitForEnd() { while read() != nil {} }
}
