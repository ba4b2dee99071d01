import Glibc
import NetworkModel

/// That one `netdiag break` at a time has a link: a second one would take the faults of the first for how the link was before, and
/// leave them there.
///
/// It is a socket with an abstract name (unix(7)), which the kernel gives away once in a network namespace and takes back from
/// whatever way the last of those ends who hold it: this process, and the watchdog that outlives it. No file is left. Anybody may
/// have taken the name, who then keeps links from being broken, and nothing more.
struct LinkClaim: ~Copyable {
    let descriptor: CInt

    /// - Parameter index: of the interface.
    /// - Throws: ``Failure``: somebody has it.
    init(_ link: String, index: Int) throws(Failure) {
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .failed("cannot open a socket: \(ErrorNumber.text())") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The zero before it makes the name an abstract one.
        let name = [0] + Array("netdiag-break-\(index)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            guard code == EADDRINUSE else { throw .failed("cannot claim \(link): \(ErrorNumber.text(code))") }
            throw .failed(
                "\(link) is broken already, by another netdiag break; end that one, or wait until it has ended")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
