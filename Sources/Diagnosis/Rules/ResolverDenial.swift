import NetworkModel

/// A DNS server that denies the existence of names that always exist. Its denials of other names are worthless too, and
/// programs do not query the next server after such a response.
struct ResolverDenial {
    private let server: StatusDocument.ResolverStatus
    /// Another server, which responds correctly.
    private let other: StatusDocument.ResolverStatus?
    private let names: MachineNames?
    private let isMeant: Bool
    /// Whether programs query the servers in turn (`rotate`), so that whether one look-up succeeded was chance.
    private let isInTurn: Bool

    /// Looks for such a server.
    ///
    /// - Returns: `nil` if none of the queried servers is one.
    init?(among asked: [StatusDocument.ResolverStatus], _ observation: MachineObservation) {
        let found = asked.first { $0.failure == .nxdomain || $0.failure == .noData }
        guard let found else { return nil }
        server = found
        other = asked.first { $0.status == .connectionUp }
        names = observation.names
        isMeant = Self.isMeant(observation.uplink)
        isInTurn = observation.snapshot.resolvers.rotationLine != nil
    }

    /// Whether such a server may be there on purpose: without Internet access, or in a network whose proxy, which this machine
    /// trusts, accepts connections in place of any host, and admits certain ones.
    static func isMeant(_ uplink: UplinkEvidence?) -> Bool {
        uplink?.isOff == true || uplink?.secureInterception?.problem == .wrongHost
    }

    /// The finding, which is an error if programs get no results because of it, and the server is not meant to be like that.
    var finding: Finding {
        let areProgramsFine = !isInTurn && names.map { $0.resolution.system?.addresses.isEmpty == false } ?? false
        let severity: Severity = isMeant || areProgramsFine ? .warning : .error
        let name = MachineNames.knownName
        let address = "\(server.resolver.address)"
        if let other {
            return Finding(
                DNSCauses.serversDisagree, confidence: 0.9, severity: severity,
                [
                    "name": name, "server": address, "other": "\(other.resolver.address)", "there": "exists",
                    "here": server.failure == .noData ? FactPhrase.hasNoRecords.text : FactPhrase.nameDoesNotExist.text,
                ])
        }
        let facts = [
            "name": name, "server": address, "nearest": "", (isMeant ? "limited" : "denier"): address,
            "lack": FactPhrase.noAddressOf.text(["families": FactPhrase.bothFamilies.text]),
        ]
        guard server.failure == .noData else {
            let why = FactPhrase.althoughItExists.text
            return Finding(
                DNSCauses.nxdomain, confidence: 0.9, severity: severity, facts.merging(["why": why]) { $1 })
        }
        let why = FactPhrase.althoughItHas.text(["server": address])
        return Finding(
            DNSCauses.noAddress, confidence: 0.9, severity: severity, facts.merging(["why": why]) { $1 })
    }
}
