package import NetworkModel

extension Observations {
    /// Whether what was observed above the route works, as far as it was meant to be asked.
    package var areProven: Bool { all.allSatisfy { $0.judged?.isProven ?? true } }
}

extension AnyLayerEvidence {
    /// With the rules that read it; `nil` of a layer whose rules are not its own.
    ///
    /// What all targets share is told by its type: to look up at run time which protocol a type conforms to takes longer than the
    /// rules themselves.
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
