import NetworkModel

/// The finding about DNS servers to which a rule of their own host admits no queries.
extension MachineDiagnosis {
    /// The finding about a server whose own host prohibits queries to it, while no server answers over UDP. The host has a rule
    /// against them, whether or not the server answers over TCP. Of a check, it is the same.
    static func prohibited(
        _ dead: [StatusDocument.ResolverStatus], _ observation: MachineObservation
    ) -> Finding? {
        guard dead.allSatisfy({ $0.failure == .timeout }) else { return nil }
        let uplink = observation.uplink
        let rejections = observation.names?.resolution.rejections ?? [:]
        return dead.lazy.compactMap { server -> Finding? in
            let address = server.resolver.address
            let query = ResolverSide.query(of: "\(address)", uplink)
            // A gateway that prohibits other packets has used up its limit of errors (icmp(7)) for these.
            let other = query?.isOverTCPAlone == true ? uplink.flatMap { UplinkIndications($0).refusal } : nil
            guard let error = server.refusal ?? query?.rejection ?? rejections[address] ?? other,
                error.meaning == .prohibited, !error.isOwn, error.reporter?.bytes == address.bytes,
                !address.isLoopback
            else { return nil }
            let isGateway = uplink?.gateways.contains { $0.bytes == address.bytes } == true
            let finding = PathRules.filtered(
                on: query?.place == .beyond ? nil : .network, confidence: 0.95,
                [
                    "destination": SocketAddress(address, port: server.resolver.port).description,
                    "address": "\(address)", "router": "\(address)",
                    "who": isGateway
                        ? FactPhrase.theGateway.text(["router": "\(address)"]) : FactPhrase.theHostItself.text,
                    "answer": PathRules.meaningText(error.meaning), "code": "type \(error.type), code \(error.code)",
                ])
            // Programs that use TCP (resolv.conf(5), `use-vc`) resolve names nevertheless, as those with a proxy do.
            let isHelped =
                observation.names?.resolution.system?.addresses.isEmpty == false && query?.isOverTCPAlone == true
            return isHelped || uplink?.proxy != nil ? finding.asWarning : finding
        }.first
    }
}
