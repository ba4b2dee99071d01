import Glibc

/// A socket that is bound in a host's network; [::] accepts both families.
func boundSocket(on host: Host, type: __socket_type, address: String, port: UInt16) throws -> (fd: CInt, port: UInt16) {
    let fd = try host.socket(AF_INET6, CInt(type.rawValue) | CInt(SOCK_NONBLOCK.rawValue))
    var (off, on): (CInt, CInt) = (0, 1)
    setsockopt(fd, CInt(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<CInt>.size))
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<CInt>.size))
    var name = sockaddr_in6()
    name.sin6_family = sa_family_t(AF_INET6)
    name.sin6_port = port.bigEndian
    // IPv4 addresses are bound in their mapped form.
    let text = address.contains(":") ? address : "::ffff:\(address)"
    guard inet_pton(AF_INET6, text, &name.sin6_addr) == 1 else {
        close(fd)
        throw LabError.system("inet_pton \(address)", code: EINVAL)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let bound = withUnsafeMutablePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
            bind(fd, name, length) == 0 && getsockname(fd, name, &length) == 0
        }
    }
    guard bound else {
        let code = errno
        close(fd)
        throw LabError.system("bind \(address) port \(port) on \(host.name)", code: code)
    }
    return (fd, UInt16(bigEndian: name.sin6_port))
}
