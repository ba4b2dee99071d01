import Foundation
package import Glibc

/// Binds a Unix socket (unix(7)). The path must be short enough.
///
/// - Parameter backlog: The backlog of a listening socket; `nil` for a socket that does not listen.
/// - Returns: The descriptor, which the caller must close.
package func localSocket(at path: String, type: __socket_type, backlog: CInt?) -> CInt {
    let descriptor = socket(AF_UNIX, CInt(type.rawValue), 0)
    let bound = withLocalAddress(path) { bind(descriptor, $0, $1) }
    precondition(bound == 0, "cannot bind \(path): \(errno)")
    if let backlog { precondition(listen(descriptor, backlog) == 0, "cannot listen: \(errno)") }
    return descriptor
}

package func withLocalAddress<Result>(_ path: String, _ body: (UnsafePointer<sockaddr>?, socklen_t) -> Result) -> Result
{
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafeBytes(of: &address) { raw in
        raw.withMemoryRebound(to: sockaddr.self) {
            body($0.baseAddress, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// A directory for sockets, which is removed with the object.
package final class SocketFolder: Sendable {
    package let path: String

    package init() throws {
        path = "/tmp/netdiag-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
