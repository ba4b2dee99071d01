import NetworkModel

/// How far SYNs get, compared with datagrams to the same addresses.
extension UplinkIndications {
    /// The last router that reports SYNs, and one behind it that reports datagrams.
    struct OutrunRouter {
        let router: IPAddress
        let next: IPAddress
        /// Whether another router reported a SYN to port 80, so that it is port 443 that does not pass.
        var isWebPassing = false
    }

    /// How far SYNs get, if a router on the path lets datagrams pass and drops them; `nil` if nothing shows that.
    ///
    /// Datagrams are sent after SYNs, so that a router which has used up its limit of errors is silent for the former first.
    /// Each round of packets must show the same.
    var overtaken: OutrunRouter? { overtaken(in: 2) }

    /// Whether a single round shows that, so that another one is useful: earlier packets may have used up the routers' limit of
    /// errors.
    var mayBeOvertaken: Bool { overtakenOnce != nil }

    /// How far SYNs get according to a single round, which is no proof by itself.
    var overtakenOnce: OutrunRouter? { overtaken(in: 1) }

    private func overtaken(in leastRounds: Int) -> OutrunRouter? {
        guard !isUserHeard else { return nil }
        let first = AddressFamily.allCases.lazy.compactMap { overtaken($0, in: leastRounds) }.first
        guard var found = first, isWebReported, let reporter = uplink.interception?.error?.reporter else {
            return first
        }
        // A router without a route reports SYNs that it would forward otherwise.
        guard reporter != found.router else { return nil }
        found.isWebPassing = true
        return found
    }

    /// The same for an address family alone.
    func overtaken(_ family: AddressFamily, in leastRounds: Int) -> OutrunRouter? {
        let sent = uplink.packets.filter {
            $0.limit != nil && $0.failure == nil && $0.destination.family == family
        }
        let syns = sent.filter { $0.transport == .tcp }
        let reported = syns.filter { $0.isReported(behind: uplink.gateways) }
        guard let router = reported.first?.error?.reporter, let end = reported.compactMap(\.limit).max(),
            reported.allSatisfy({ $0.error?.reporter == router && $0.error?.meaning == .timeExceeded })
        else { return nil }
        let further = syns.filter { ($0.limit ?? 0) > end }
        let datagrams = sent.filter { packet in
            packet.transport != .tcp && (packet.limit ?? 0) > end && packet.isReported(behind: uplink.gateways)
                && packet.error?.reporter != router
        }
        let rounds = further.count { $0.limit == end + 1 }
        guard rounds >= leastRounds, further.allSatisfy({ $0.error == nil && $0.answer == nil }),
            datagrams.count >= rounds, let next = datagrams.first?.error?.reporter
        else { return nil }
        return OutrunRouter(router: router, next: next)
    }

    /// Whether port 443 alone gets no response: neither of two rounds of SYNs to it, while a router reported one to port 80. If datagrams
    /// are silent as well, the routers have used up their limit of errors.
    var isPort443Silent: Bool {
        areConnectionsSilent && isWebHeard && areConnectionsRepeated && !areDatagramsUnreported
    }

    /// Whether datagrams with small hop limits were sent, and no router reported any.
    private var areDatagramsUnreported: Bool {
        let sent = uplink.packets.filter { $0.transport == .udp && $0.limit != nil && $0.failure == nil }
        return !sent.isEmpty && sent.allSatisfy { $0.error == nil && $0.answer == nil }
    }

    /// Whether a single round shows that, so that another one is useful: a router that reports one packet a second has used up
    /// its limit for the SYN to port 80.
    var mayPort443BeSilent: Bool {
        areConnectionsSilent && isWebHeard && !isHostConnected && !areConnectionsRepeated
    }

    /// Whether SYNs to port 443 of documentation addresses were sent in two rounds.
    var areConnectionsRepeated: Bool {
        let sent = connections.filter { $0.limit != nil }
        return Dictionary(grouping: sent, by: \.destination.family).values.allSatisfy { packets in
            let nearest = packets.compactMap(\.limit).min()
            return packets.count { $0.limit == nearest } >= 2
        }
    }

    /// The error of a router that prohibits SYNs to port 443 of an address, to which it passes datagrams, as another router
    /// behind it reports: it filters connections, and not addresses that nobody has. `nil` if none does, or if connections of
    /// programs get responses.
    var refusalOfConnections: ICMPError? {
        guard !isUserHeard, uplink.hasConnected == nil else { return nil }
        let sent = uplink.packets.filter { $0.limit != nil && $0.isEarlier != true && $0.failure == nil }
        return sent.lazy.filter { $0.transport == .tcp }.compactMap { syn -> ICMPError? in
            guard let error = syn.error, !error.isOwn, error.meaning == .prohibited, let router = error.reporter else {
                return nil
            }
            let isPassed = sent.contains { packet in
                packet.transport != .tcp && packet.destination == syn.destination
                    && (packet.limit ?? 0) >= (syn.limit ?? 0) && packet.isReported(behind: uplink.gateways)
                    && packet.error?.reporter != router
            }
            return isPassed ? error : nil
        }.first
    }
}
