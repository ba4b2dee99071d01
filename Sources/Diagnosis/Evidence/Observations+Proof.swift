package import NetworkModel

extension Observations {
    /// Whether everything that was observed above the route works, as far as it was to be checked.
    package var areProven: Bool { all.allSatisfy { $0.isProven } }
}

extension AnyLayerEvidence {
    /// Whether the layer works, as far as it was to be checked. Unlike ``judged``, this copies nothing of the shared
    /// layers.
    fileprivate var isProven: Bool {
        read(TCPEvidence.self) { $0.isProven } ?? read(DNSEvidence.self) { $0.isProven }
            ?? read(TLSEvidence.self) { $0.isProven } ?? judged?.isProven ?? true
    }

    /// The evidence with its rules; `nil` for a layer whose rules are separate.
    ///
    /// The types of the shared layers are listed here: looking up the conformances of a type at run time takes longer than
    /// the rules themselves.
    var judged: (any JudgedEvidence)? {
        if let tcp = self.as(TCPEvidence.self) { return tcp }
        if let dns = self.as(DNSEvidence.self) { return dns }
        if let tls = self.as(TLSEvidence.self) { return tls }
        switch layer {
        case .local, .link, .address, .gateway, .uplink, .path: return nil
        case .dns, .mdns, .tcp, .tls, .proxy, .kind: return value as? any JudgedEvidence
        }
    }
}
