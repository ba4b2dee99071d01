import Glibc
import NetworkModel
import Translations

/// Ensures that only one `netdiag break` at a time changes a link: a second one would take the faults of the first for the
/// original state of the link, and would leave them there.
///
/// It is a socket with an abstract name (unix(7)). The kernel assigns such a name once per network namespace, and releases it
/// when the last process that holds the socket ends, however it ends: this process, and the watchdog that outlives it. No file
/// is left. Any user can take the name, but that only prevents links from being broken.
struct LinkClaim: ~Copyable {
    let descriptor: CInt

    /// - Parameter index: The index of the interface.
    /// - Throws: ``Failure`` if another process has claimed the link.
    init(_ link: String, index: Int) throws(Failure) {
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else {
            throw .failed(CommandPhrase.noSocket.text(["error": FactWords.local(ErrorNumber.text())]))
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // The leading zero makes the name an abstract one.
        let name = [0] + Array("netdiag-break-\(index)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path).map { $0 + name.count } ?? 0
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(length)) }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            guard code == EADDRINUSE else {
                let facts = ["interface": link, "error": FactWords.local(ErrorNumber.text(code))]
                throw .failed(ToolPhrase.linkNotClaimed.text(facts))
            }
            throw .failed(ToolPhrase.linkIsBroken.text(["interface": link]))
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
