package import NetworkModel

/// The part of a peer's status that concerns what fails here. Nothing else of it is kept.
package struct PeerStatusExcerpt: Sendable, Hashable {
    package enum Word: Sendable, Hashable {
        case fails
        /// It works for the peer.
        ///
        /// - Parameter last: When the peer checked it last, by its own clock; `nil` if it does not say.
        case works(last: String?)
    }

    package var words: [SharedDependency: Word] = [:]
    /// Whether the peer only reported its overall status, as strangers may read no more.
    package var isRestricted = false

    package init() {}

    /// Extracts the part from a status.
    ///
    /// - Parameters:
    ///   - things: What fails here.
    ///   - interfaces: This machine's interfaces to the peer.
    ///   - address: The address of the peer.
    package init(
        _ status: PeerStatus, on things: [SharedDependency], interfaces: [String], address: IPAddress
    ) {
        isRestricted = status.isRestricted
        var targets: [String: PeerStatus.ObservedTarget] = [:]
        let wanted = Set(things)
        for target in status.targets where wanted.contains(.target(target.target)) {
            // If statements contradict each other, the first one counts.
            if targets[target.target] == nil { targets[target.target] = target }
        }
        for thing in things {
            if let interface = thing.interface, !interfaces.contains(interface) { continue }
            switch thing {
            case .target(let text):
                guard let target = targets[text] else { continue }
                words[thing] = Self.word(target.status, last: target.last)
            case .resolver(let wanted):
                let resolver = status.resolvers.first { IPAddress($0.address)?.bytes == wanted.bytes }
                words[thing] = resolver.flatMap { Self.word($0.status) }
            case .gateway(let wanted, _):
                words[thing] =
                    isRestricted
                    ? Self.word(status.status)
                    : status.gateway(wanted, reachedAt: address).flatMap { Self.word($0.status) }
            case .uplink(let wanted, _):
                words[thing] = isRestricted ? Self.word(status.status) : Self.uplink(status, wanted, address)
            }
        }
    }

    /// The state of the path to the Internet according to the peer, if it has the same gateway.
    private static func uplink(_ status: PeerStatus, _ wanted: IPAddress, _ address: IPAddress) -> Word? {
        guard let gateway = status.gateway(wanted, reachedAt: address) else { return nil }
        let used = status.uplink?.gateway.flatMap { IPAddress($0) }
        guard used.map({ $0.bytes == wanted.bytes }) ?? true else { return nil }
        return status.uplink.flatMap { word($0.status) } ?? (word(gateway.status) == .fails ? .fails : nil)
    }

    private static func word(_ status: ConnectionStatus?, last: String? = nil) -> Word? {
        switch status {
        case .connectionUp: .works(last: last)
        case .connectionDown: .fails
        case .connectionIndeterminate, .noErr, .err, nil: nil
        }
    }
}
