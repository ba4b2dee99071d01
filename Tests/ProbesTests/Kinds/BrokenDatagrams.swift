import Foundation
import Glibc
import NetworkModel
import SystemAddresses

/// A UDP port of loopback that answers each datagram in a wrong way, or not at all.
final class BrokenDatagrams: Sendable {
    let address: SocketAddress
    private let socket: OwnedSocket

    /// - Parameter answers: What is sent back for each datagram.
    convenience init(answers: [[UInt8]]) { self.init { _ in answers } }

    /// - Parameter answers: What is sent back for a datagram.
    init(_ answers: @escaping @Sendable (_ question: [UInt8]) -> [[UInt8]]) {
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
                // An empty datagram has a sender, which the end of the socket has not.
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
