import NIOCore
import NetworkFaults

/// A listener as far as its forwarding is concerned.
struct ForwardingListener {
    let name: String
    /// The address on which it listens; `nil` if it is not known, or if it cannot forward.
    let address: NIOCore.SocketAddress?
    let upstreams: [Upstream]

    /// Rejects listeners that forward to each other in a circle, in which a connection would be forwarded without end.
    static func refuseCircles(_ listeners: [ForwardingListener]) throws(FaultError) {
        for (start, first) in listeners.enumerated() {
            // Each listener that is reached, with the names on the way to it.
            var (reached, next) = (Set([start]), [(listener: first, names: [first.name])])
            while let (listener, names) = next.popLast() {
                for upstream in listener.upstreams {
                    guard let found = listeners.firstIndex(where: { leads(upstream, to: $0) }) else { continue }
                    if found == start { throw .usage(circle(names, upstream.url)) }
                    if reached.insert(found).inserted {
                        next.append((listeners[found], names + [listeners[found].name]))
                    }
                }
            }
        }
    }

    private static func circle(_ names: [String], _ url: String) -> String {
        guard names.count > 1 else { return "\(url) is this very listener, which would ask itself without end" }
        return
            "listeners \(names.joined(separator: " and ")) forward to each other (\(url)); change to: of one of them"
    }

    /// Whether an upstream is a listener, as far as this is known without resolving a name.
    private static func leads(_ upstream: Upstream, to listener: ForwardingListener) -> Bool {
        let host = upstream.host == "localhost" ? "127.0.0.1" : upstream.host
        guard listener.address != nil,
            let address = try? NIOCore.SocketAddress(ipAddress: host, port: upstream.port)
        else { return false }
        return UpstreamAddresses(listener: listener.address).leadsBack(address)
    }
}

extension ServePlan {
    /// Rejects listeners that forward to each other, as the start of a run does. A port that the kernel chooses is no
    /// destination.
    func refuseCircles() throws(FaultError) {
        try ForwardingListener.refuseCircles(
            listeners.map { listener in
                ForwardingListener(
                    name: listener.name,
                    address: listener.port == 0
                        ? nil : try? NIOCore.SocketAddress(ipAddress: listener.host, port: listener.port),
                    upstreams: listener.upstreams)
            })
    }
}
