import Glibc
import NIOCore
import NetworkModel

/// The peer of a connection to the API.
enum Client: Sendable, Hashable {
    enum Transport: Sendable, Hashable {
        /// Data that others on the path can read and change.
        case plain
        case tls
    }

    /// A process of this machine over the Unix socket, with its credentials when it connected (`SO_PEERCRED` and
    /// `SO_PEERGROUPS` in unix(7)).
    ///
    /// - Parameter groups: The supplementary groups.
    case local(uid: uid_t, gid: gid_t, groups: [gid_t])
    /// A client over TCP. The mapped addresses of IPv4 clients on a socket for both families are converted to IPv4.
    case remote(IPAddress, transport: Transport)

    /// The address of a TCP client; `nil` over the Unix socket.
    var address: IPAddress? {
        if case .remote(let address, _) = self { address } else { nil }
    }
}

extension Client {
    /// Reads the client's identity from the accepted socket; called on the channel's event loop.
    ///
    /// - Returns: `nil` if the kernel does not provide it, since the client has already disconnected.
    init?(of channel: any Channel, transport: Transport) {
        if case .unixDomainSocket? = channel.localAddress {
            let client = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) {
                Self.local($0)
            }
            guard let client = client ?? nil else { return nil }
            self = client
        } else {
            guard let text = channel.remoteAddress?.ipAddress, let address = IPAddress(text)?.unmapped else {
                return nil
            }
            self = .remote(address, transport: transport)
        }
    }

    /// - Parameter descriptor: A connected Unix socket.
    private static func local(_ descriptor: CInt) -> Client? {
        // struct ucred: the process, its effective user and its effective group.
        var credentials: [UInt32] = [0, 0, 0]
        var length = socklen_t(credentials.count * MemoryLayout<UInt32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
        return .local(uid: credentials[1], gid: credentials[2], groups: groups(descriptor))
    }

    private static func groups(_ descriptor: CInt) -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 64)
        // If the buffer is too small, the kernel returns the required size (ERANGE), at most for 65,536 groups.
        for _ in 1...2 {
            var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
            let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, &groups, &length)
            let count = Int(length) / MemoryLayout<gid_t>.size
            if result == 0 { return Array(groups.prefix(count)) }
            guard errno == ERANGE else { return [] }
            groups = [gid_t](repeating: 0, count: min(count, 65_536))
        }
        return []
    }
}
