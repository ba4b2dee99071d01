import Synchronization

/// The descriptors that the connections of all listeners of a run share. One listener can use all of them while the others have
/// no connections.
package final class DescriptorBudget: Sendable {
    /// The number of descriptors for connections.
    package let count: Int
    private let free: Atomic<Int>

    package init(_ count: Int = .max) {
        self.count = count
        free = Atomic(count)
    }

    /// Reserves the descriptors of a connection. The result is `false` if there are too few.
    func reserve(_ count: Int) -> Bool {
        guard free.subtract(count, ordering: .relaxed).newValue < 0 else { return true }
        release(count)
        return false
    }

    /// Releases the descriptors of a connection.
    func release(_ count: Int) { free.add(count, ordering: .relaxed) }
}

/// The descriptors that a run needs so that each of its listeners can have all of its connections.
package struct DescriptorNeeds: Sendable, Hashable {
    /// The descriptors of the run itself and of servers with few connections.
    private let own: Int
    /// The descriptors of all connections of all listeners.
    private let ofConnections: Int
    /// The descriptors of a connection, of the listener where they are most.
    private let perConnection: Int
    private let maxConnections: Int

    /// - Parameter servers: The number of faults that have their own servers.
    package init(_ listeners: [ListenerPlan], servers: Int, limits: ServerLimits) {
        let costs = listeners.map(\.descriptorsPerConnection)
        own = Self.ofRun + Self.ofServer * (servers + costs.count { $0 == nil })
        ofConnections = costs.compactMap(\.self).reduce(0, +) * limits.maxConnections
        perConnection = costs.compactMap(\.self).max() ?? 1
        maxConnections = limits.maxConnections
    }

    package var total: Int { own + ofConnections }

    /// Returns what connections may use of the descriptors that are allowed.
    package func budget(of allowed: Int) -> DescriptorBudget {
        DescriptorBudget(max(8, allowed - min(own, allowed / 2)))
    }

    /// Returns a remark for the user if one listener cannot have its maximum of connections; `nil` if it can.
    package func remark(on budget: DescriptorBudget, of allowed: Int) -> String? {
        guard ofConnections > 0, budget.count < perConnection * maxConnections else { return nil }
        let reason =
            perConnection > 1 ? "a connection that is forwarded or gets a file takes two" : "each connection takes one"
        return "at most \(budget.count / perConnection) connections at once, for all listeners together: "
            + "this process may open \(allowed) files, and \(reason); for \(maxConnections) connections, raise the hard limit: "
            + "ulimit -Hn \(own + perConnection * maxConnections)"
    }

    /// The descriptors of listeners, databases, recordings and the control socket.
    private static let ofRun = 128
    /// The descriptors of a server that is not a listener of HTTP or forwarding.
    private static let ofServer = 2 * StreamListener.maxConnections
}

extension ListenerPlan {
    /// The descriptors of a connection, including that of its upstream or file; `nil` for scripts and zones, which have few
    /// connections. That of an upstream of HTTP is taken when a request is forwarded.
    var descriptorsPerConnection: Int? {
        switch content {
        case .stream: 2
        case .script, .zone: nil
        case .http: opensFiles || !upstreams.isEmpty ? 2 : 1
        }
    }

    /// Whether responses are read from files, so that a connection takes the descriptor of one.
    var opensFiles: Bool {
        routes.flatMap(\.responses).contains { response in
            switch response.body {
            case .file, .directory: true
            case .empty, .text, .json, .repeated, .random, .events, .chunks, .echo, .forward, .kept, .editor, .api,
                .upload, .resource:
                false
            }
        }
    }
}
