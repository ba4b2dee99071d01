import CSockets
import Glibc
import NetworkModel
package import NIOCore
import NIOPosix

/// Resolves upstreams, and checks whether connections to them are allowed.
package struct UpstreamAddresses: Sendable {
    /// The maximum number of addresses that are tried.
    private static let maxAddresses = 16

    /// The address of the forwarding listener. An upstream with the same address would cause an endless loop.
    package let listener: NIOCore.SocketAddress?

    package init(listener: NIOCore.SocketAddress?) { self.listener = listener }

    /// Returns the addresses of an upstream, without those that lead back to the listener.
    ///
    /// - Throws: ``ForwardError`` if there is none, or all of them lead back.
    package func find(_ upstream: Upstream) async throws(ForwardError) -> [NIOCore.SocketAddress] {
        let good = try await all(of: upstream).filter { !leadsBack($0) }
        guard !good.isEmpty else { throw Self.loop(upstream) }
        return good
    }

    /// Returns the error if all addresses of an upstream lead back to the listener; `nil` also if the upstream has no address.
    package func loop(of upstream: Upstream) async -> ForwardError? {
        guard let all = try? await all(of: upstream), all.allSatisfy(leadsBack) else { return nil }
        return Self.loop(upstream)
    }

    private static func loop(_ upstream: Upstream) -> ForwardError {
        ForwardError("\(upstream.url) is this very listener, which would ask itself without end")
    }

    private func all(of upstream: Upstream) async throws(ForwardError) -> [NIOCore.SocketAddress] {
        if let literal = try? NIOCore.SocketAddress(ipAddress: upstream.host, port: upstream.port) {
            return [literal]
        }
        // Only loopback addresses are possible (RFC 6761 section 6.3), also on systems whose resolver does not know such names.
        // The certificates and servers of other runs have them, as in expired.localhost.
        if LocalhostName(upstream.host) == .subdomain {
            return ["127.0.0.1", "::1"].compactMap {
                try? NIOCore.SocketAddress(ipAddress: $0, port: upstream.port)
            }
        }
        do {
            return try await NIOThreadPool.singleton.runIfActive { try Self.lookUp(upstream.host, upstream.port) }
        } catch let error as ForwardError {
            throw error
        } catch {
            throw ForwardError("\(upstream.host) cannot be looked up: \(error)")
        }
    }

    /// Resolves a name with the system's resolver (getaddrinfo(3)), which blocks.
    private static func lookUp(_ host: String, _ port: Int) throws -> [NIOCore.SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = CInt(NETDIAG_STREAM)
        var result: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, nil, &hints, &result)
        guard code == 0 else { throw ForwardError("\(host) is not found: \(String(cString: gai_strerror(code)))") }
        defer { freeaddrinfo(result) }
        var addresses: [NIOCore.SocketAddress] = []
        var next = result
        while let entry = next, addresses.count < maxAddresses {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let isText =
                getnameinfo(
                    entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                    NI_NUMERICHOST) == 0
            let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if isText, let address = try? NIOCore.SocketAddress(ipAddress: name, port: port) {
                addresses.append(address)
            }
            next = entry.pointee.ai_next
        }
        guard !addresses.isEmpty else { throw ForwardError("\(host) has no address") }
        return addresses
    }

    /// Whether a connection to the address would arrive at the listener.
    package func leadsBack(_ address: NIOCore.SocketAddress) -> Bool {
        guard let listener, let port = listener.port, address.port == port else { return false }
        if listener.ipAddress == address.ipAddress { return true }
        // A listener on the unspecified address accepts all addresses of this machine, and a connection to the unspecified
        // address leads to this machine.
        let isForAll = ["0.0.0.0", "::"].contains(listener.ipAddress ?? "")
        let isAny = ["0.0.0.0", "::"].contains(address.ipAddress ?? "")
        guard isForAll || isAny else { return false }
        if isAny { return isForAll || listener.ipAddress.map(Self.isLoopback) == true }
        return Self.isLocal(address)
    }

    private static func isLoopback(_ address: String) -> Bool { address.hasPrefix("127.") || address == "::1" }

    /// Whether an interface of this machine has the address.
    private static func isLocal(_ address: NIOCore.SocketAddress) -> Bool {
        guard let text = address.ipAddress else { return false }
        if isLoopback(text) { return true }
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.contains { $0.address?.ipAddress == text }
    }
}
