package import NetworkModel

/// The parts of a peer's status that concern what fails here: all that is kept of it.
package struct PeerStatement: Sendable, Hashable {
    package enum Word: Sendable, Hashable {
        case fails
        /// - Parameter last: When the peer checked it last, by its own clock; `nil` if it does not say.
        case works(last: String?)
    }

    package var words: [SharedThing: Word] = [:]
    /// Whether it told its overall status alone, as strangers are told.
    package var isRestricted = false

    package init() {}

    /// Reads a status.
    ///
    /// - Parameters:
    ///   - things: What fails here.
    ///   - interfaces: This machine's interfaces to the peer.
    ///   - address: Where the peer answered.
    package init(
        _ status: PeerStatus, on things: [SharedThing], interfaces: [String], address: IPAddress
    ) {
        isRestricted = status.isRestricted
        var targets: [String: PeerStatus.Target] = [:]
        let wanted = Set(things)
        for target in status.targets where wanted.contains(.target(target.target)) {
            // Of contradictions the first word counts.
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

    /// What it says of the way to the Internet, where its gateway is the same.
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
