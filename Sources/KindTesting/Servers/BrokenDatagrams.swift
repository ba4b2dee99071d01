import Foundation
import Glibc
package import NetworkModel
import SystemAddresses

/// A loopback UDP port that responds to each datagram incorrectly, or not at all.
package final class BrokenDatagrams: Sendable {
    package let address: SocketAddress
    private let socket: OwnedSocket

    /// - Parameter answers: The responses to each datagram.
    package convenience init(answers: [[UInt8]]) { self.init { _ in answers } }

    /// - Parameter answers: The responses to a datagram.
    package init(_ answers: @escaping @Sendable (_ question: [UInt8]) -> [[UInt8]]) {
        let descriptor = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
        let bound = SocketAddress(IPAddress("127.0.0.1")!, port: 0).withSockaddr { bind(descriptor, $0, $1) }
        precondition(bound == 0, "cannot bind: \(errno)")
        address = boundAddress(descriptor)
        let owned = OwnedSocket(descriptor)
        socket = owned
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            var storage = sockaddr_storage()
            while true {
                var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let count = withUnsafeMutablePointer(to: &storage) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        recvfrom(owned.descriptor, &buffer, buffer.count, 0, $0, &length)
                    }
                }
                // An empty datagram has a sender, as opposed to the end of the socket.
                guard count > 0 || count == 0 && length > 0 else { return }
                for answer in answers(Array(buffer[..<count])) {
                    _ = withUnsafePointer(to: &storage) { pointer in
                        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            sendto(owned.descriptor, answer, answer.count, CInt(MSG_NOSIGNAL), $0, length)
                        }
                    }
                }
            }
        }
    }

    deinit { socket.end() }
}
