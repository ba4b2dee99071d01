package import Glibc
package import NetworkModel

extension SocketAddress {
    /// Calls the body with a `sockaddr` of the right family. The pointer is only valid during the call.
    package func withSockaddr<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Result) rethrows -> Result
    {
        var storage = sockaddr_storage()
        let length: socklen_t
        switch address.family {
        case .ipv4:
            length = withUnsafeMutableBytes(of: &storage) { raw in
                var inet = sockaddr_in()
                inet.sin_family = sa_family_t(AF_INET)
                inet.sin_port = port.bigEndian
                withUnsafeMutableBytes(of: &inet.sin_addr) { $0.copyBytes(from: address.bytes) }
                raw.storeBytes(of: inet, as: sockaddr_in.self)
                return socklen_t(MemoryLayout<sockaddr_in>.size)
            }
        case .ipv6:
            length = withUnsafeMutableBytes(of: &storage) { raw in
                var inet = sockaddr_in6()
                inet.sin6_family = sa_family_t(AF_INET6)
                inet.sin6_port = port.bigEndian
                inet.sin6_scope_id = address.scopeID
                withUnsafeMutableBytes(of: &inet.sin6_addr) { $0.copyBytes(from: address.bytes) }
                raw.storeBytes(of: inet, as: sockaddr_in6.self)
                return socklen_t(MemoryLayout<sockaddr_in6>.size)
            }
        }
        return try withUnsafePointer(to: &storage) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, length) }
        }
    }

    /// The local address of a socket (getsockname(2)); `nil` for a family other than IP.
    package static func local(of descriptor: CInt) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length) == 0 ? SocketAddress($0) : nil
            }
        }
    }

    /// Reads a `sockaddr` that the kernel or a library filled in; `nil` for a family other than IP.
    package init?(_ pointer: UnsafePointer<sockaddr>) {
        switch Int32(pointer.pointee.sa_family) {
        case AF_INET:
            let inet = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in.self)
            let bytes = withUnsafeBytes(of: inet.sin_addr) { Array($0) }
            guard let address = IPAddress(bytes: bytes) else { return nil }
            self.init(address, port: UInt16(bigEndian: inet.sin_port))
        case AF_INET6:
            let inet = UnsafeRawPointer(pointer).loadUnaligned(as: sockaddr_in6.self)
            let bytes = withUnsafeBytes(of: inet.sin6_addr) { Array($0) }
            let zone = inet.sin6_scope_id == 0 ? nil : InterfaceName.zone(ofIndex: inet.sin6_scope_id)
            guard let address = IPAddress(bytes: bytes, zone: zone) else { return nil }
            self.init(address, port: UInt16(bigEndian: inet.sin6_port))
        default:
            return nil
        }
    }
}
