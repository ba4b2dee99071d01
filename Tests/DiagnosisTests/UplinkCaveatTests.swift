import NetworkModel
import Testing

@testable import Diagnosis

@Suite("What resolvers alone prove about the uplink")
struct UplinkCaveatTests {
    @Test("a resolver with forged addresses for existing names, too, is an error, unless programs have connections")
    func forgedAlone() {
        var uplink = UplinkAssessmentTests.uplink(packets: UplinkAssessmentTests.far)
        uplink.queries = [UplinkAssessmentTests.query(.address, addresses: ["198.51.100.7"])]
        uplink.queries[0].control = .denied
        #expect(UplinkAssessment(uplink).findings.map(\.id) == ["dns.hijacked"])
        #expect(UplinkAssessment(uplink).findings.map(\.severity) == [.error])
        uplink.connections = .init(total: 1, heard: 1)
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        uplink.connections = nil
        uplink.queries.append(UplinkAssessmentTests.query(.nxdomain))
        #expect(UplinkAssessment(uplink).status == .connectionUp)
    }

    @Test("a resolver with a root of its own reaches nothing in the Internet, and is no sign that the uplink is broken")
    func ownRoot() {
        for control in [nil, .ownRoot] as [UplinkEvidence.Query.Control?] {
            var uplink = UplinkAssessmentTests.uplink(packets: (2...4).map { UplinkAssessmentTests.packet(limit: $0) })
            uplink.queries = [UplinkAssessmentTests.query(.nxdomain, at: .gateway, server: Facts.address("192.0.2.1"))]
            uplink.queries[0].control = control
            let reading = UplinkAssessment(uplink)
            #expect(uplink.isRootReached == (control == nil))
            #expect(reading.status == .connectionIndeterminate && reading.findings.isEmpty, "\(reading.findings)")
            #expect(reading.doubt?.contains("reaches the Internet") == (control == nil), "\(reading.doubt as Any)")
        }
    }

    @Test("a resolver that refuses names of the Internet is information in a network that is configured to have none")
    func refusalWithoutInternet() {
        for isOff in [true, nil] {
            var observation = MachineDiagnosisTests.healthy()
            var uplink = UplinkAssessmentTests.uplink()
            uplink.queries = [
                UplinkAssessmentTests.query(.refused, at: .beyond, server: MachineDiagnosisTests.resolver.address)
            ]
            uplink.isOff = isOff
            observation.uplink = uplink
            observation.resolvers[0].status = .connectionDown
            observation.resolvers[0].failure = .refused
            let found = MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "dns.refused" }
            #expect((found?.severity == .info) == (isOff == true), "\(found as Any)")
        }
    }

    @Test("connections that fail beside others to the same ports of several hosts are a warning, not those to one host")
    func partlyReached() throws {
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: UplinkAssessmentTests.far)
        uplink.connections = .init(total: 7, heard: 5, stuck: 2, stuckPeers: 2)
        for (peers, count) in [(1, 0), (2, 1)] {
            uplink.connections?.partlyReached = .init(peers: peers, failed: 2, total: 7)
            let reading = UplinkAssessment(uplink)
            #expect(reading.status == .connectionUp && reading.findings.count == count, "\(reading.findings)")
        }
        let finding = try #require(UplinkAssessment(uplink).findings.first)
        #expect(finding.id == "tcp.some-connections-fail" && finding.severity == .warning && finding.side == .upstream)
        #expect(finding.summary.hasPrefix("2 of 7 connections to the Internet fail"), "\(finding.summary)")
        #expect(finding.advice.map { $0.hasSuffix(": ss -tno state syn-sent") } == [true], "\(finding.advice)")
    }

    @Test("connections to DNS servers alone leave open whether others are established")
    func resolversAlone() {
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        let silent = [UplinkAssessmentTests.packet(as: .tcp), UplinkAssessmentTests.packet("198.51.100.1", as: .udp)]
        var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: silent + [accepted])
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        #expect(UplinkAssessment(uplink).caveat?.contains("except to DNS servers") == true)
        // A router reports a SYN, or programs have had connections.
        uplink.packets.append(UplinkAssessmentTests.passing)
        #expect(UplinkAssessment(uplink).caveat == nil)
        uplink.packets.removeLast()
        uplink.connections = .init()
        uplink.connections?.familiesHeardLately = [.ipv4]
        #expect(UplinkAssessment(uplink).caveat == nil)
        uplink.connections = nil
        // A device accepts everything, and says nothing.
        uplink.interception = .init(destination: Facts.address("192.0.2.1"), isAccepted: true)
        #expect(UplinkAssessment(uplink).caveat?.contains("except") == false)
    }

    @Test(
        "that port 443 alone gets no response is said after two rounds, since routers may report one packet per second")
    func securePort() {
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        let round = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }
        func uplink(_ packets: [UplinkEvidence.Packet]) -> UplinkEvidence {
            var uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets + [accepted])
            uplink.interception = .init(
                destination: Facts.address("203.0.113.9"), isAccepted: false,
                error: UplinkAssessmentTests.packet("198.51.100.1").error)
            return uplink
        }
        let once = uplink(round)
        #expect(UplinkAssessment(once).caveat?.contains("except to DNS servers") == true)
        #expect(once.doubtfulFamilies(isFamilyAlone: false) == AddressFamily.allCases)
        #expect(once.doubtfulFamilies(isFamilyAlone: true).isEmpty)
        // A router that drops port 443 does so in each round.
        let twice = uplink(round + round)
        #expect(UplinkAssessment(twice).caveat?.contains("port 443") == true)
        #expect(twice.doubtfulFamilies(isFamilyAlone: false).isEmpty)
        // Without a connection to a DNS server, it is a reason for doubt, and the second round is needed as well if a program has connected.
        func doubt(_ packets: [UplinkEvidence.Packet], heardLately: Bool = false) -> (String?, [AddressFamily]) {
            var uplink = uplink(packets)
            uplink.packets.removeAll { $0.limit == nil }
            uplink.connections = .init()
            if heardLately { uplink.connections?.familiesHeardLately = [.ipv4] }
            return (UplinkAssessment(uplink).doubt, uplink.doubtfulFamilies(isFamilyAlone: false))
        }
        for heardLately in [false, true] {
            let first = doubt(round, heardLately: heardLately)
            #expect(first.0?.contains("port 443") == false && first.1 == AddressFamily.allCases, "\(first)")
            let second = doubt(round + round, heardLately: heardLately)
            #expect(second.0?.contains("port 443") == true && second.1.isEmpty, "\(second)")
        }
        // Routers that report no datagrams either have used up their limit of errors.
        let datagrams = (2...4).map { UplinkAssessmentTests.packet(limit: $0, as: .udp) }
        let limit = doubt(round + round + datagrams + datagrams)
        #expect(limit.0?.contains("port 443") == false && limit.1.isEmpty, "\(limit)")
        #expect(UplinkAssessment(uplink(round + round + datagrams)).caveat?.contains("port 443") == false)
        // Another packet per second is enough for one that limits its reports.
        let limited = uplink(
            round + [
                UplinkAssessmentTests.packet("198.51.100.1", as: .tcp),
                UplinkAssessmentTests.packet("198.51.100.9", limit: 3, as: .tcp),
            ])
        #expect(UplinkAssessment(limited).status == .connectionUp && UplinkAssessment(limited).caveat == nil)
    }

    @Test("earlier silence over one address family is no outage if routers reported earlier packets over the other one")
    func earlierFamily() {
        func state(_ packets: [UplinkEvidence.Packet], areEarlier: Bool = true) -> ConnectionStatus {
            let packets = packets.map { packet in
                var packet = packet
                packet.isEarlier = areEarlier ? true : nil
                return packet
            }
            var uplink = UplinkFamilyTests.uplink(packets)
            uplink.queries = [UplinkAssessmentTests.query(.timeout)]
            return UplinkAssessment(uplink).status
        }
        let fourth = [
            UplinkAssessmentTests.packet("198.51.100.1", as: .tcp), UplinkAssessmentTests.packet(limit: 3, as: .tcp),
        ]
        let sixth = [
            UplinkFamilyTests.sixth("2001:db8:91::1", limit: 2), UplinkFamilyTests.sixth("2001:db8:92::1", limit: 3),
        ]
        #expect(state(fourth + sixth) == .connectionIndeterminate)
        // A single router may be the last one that responds.
        #expect(state(fourth) == .connectionDown && state(fourth + sixth.prefix(1)) == .connectionDown)
        // What is silent now is so over both.
        let silent = [
            UplinkAssessmentTests.packet(as: .tcp), UplinkFamilyTests.sixth(limit: 2),
        ]
        #expect(state(silent, areEarlier: false) == .connectionDown)
    }

    @Test("a router that prohibits connections and passes datagrams leaves it open, unlike one for an address")
    func prohibitedConnections() {
        let accepted = UplinkEvidence.Packet(
            destination: Facts.address("9.9.9.9"), transport: .tcp, limit: nil, answer: .accepted)
        let prohibited = [
            UplinkAssessmentTests.packet("198.51.100.1", limit: 2, as: .tcp),
            UplinkAssessmentTests.packet("198.51.100.1", 3, 13, limit: 3, as: .tcp), accepted,
        ]
        func reading(_ reporter: String, _ type: UInt8, _ code: UInt8) -> UplinkAssessment {
            let datagram = UplinkAssessmentTests.packet(reporter, type, code, limit: 3, as: .udp)
            return UplinkAssessment(UplinkAssessmentTests.uplink(.nxdomain, packets: prohibited + [datagram]))
        }
        let doubt = reading("198.51.100.9", 11, 0).doubt
        #expect(doubt?.contains("198.51.100.1 answers TCP connections there with \"administratively") == true)
        #expect(reading("198.51.100.1", 3, 13).status == .connectionUp)
        #expect(reading("198.51.100.1", 11, 0).status == .connectionUp)
    }

    @Test("this machine's own packet filter, which passes some queries and not others, is named, and not the resolver")
    func limitedQueries() {
        let answer = Resolution.Answer(
            address: Facts.address("198.41.0.4"), source: .dns, server: "192.0.2.53", ttl: 60,
            duration: .milliseconds(2))
        let lookup = SystemLookup(addresses: [], failure: .servfail, duration: .milliseconds(4))
        var names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: []), again: lookup,
            nameServices: ["files", "dns"])
        names.resolution.system = lookup
        #expect(names.isFailing)
        #expect(!names.mayHaveLostAnswers)
        #expect(names.findings.map(\.id) == ["dns.system-differs"])
        let answers = Array(repeating: (first: true, second: true), count: QueryPairs.size)
        names.pairs = QueryPairs(answers)
        #expect(names.findings.map(\.id) == ["dns.system-differs"])
        // One of each pair was answered: a firewall, or chance if single queries are lost, too.
        names.pairs = QueryPairs(answers.map { (first: $0.first, second: false) })
        names.trial = ResponseLossTrial(Array(repeating: .milliseconds(2), count: ResponseLossTrial.size))
        #expect(names.findings.map(\.id) == ["dns.one-answer"])
        names.trial = ResponseLossTrial(
            [nil, nil] + Array(repeating: .milliseconds(2), count: ResponseLossTrial.size - 2))
        #expect(names.findings.map(\.id) == ["dns.loss"])
        // A limit that only three pairs at once exceed is harmless.
        names.pairs = QueryPairs(answers, withheld: 1)
        #expect(names.findings.map(\.id) == ["dns.loss"])
        names.pairs = QueryPairs(answers, withheld: QueryPairs.size)
        #expect(names.findings.map(\.id) == ["local.firewall"])
        #expect(names.findings.first?.summary.contains("192.0.2.53") == true)
    }

    @Test("responses that take longer than programs wait are late, and not lost")
    func lateResponses() {
        let answer = Resolution.Answer(
            address: Facts.address("198.41.0.4"), source: .dns, server: "192.0.2.53", ttl: 60,
            duration: .milliseconds(1_502))
        let lookup = SystemLookup(addresses: [], failure: .servfail, duration: .milliseconds(1_001))
        var names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: []), again: lookup,
            nameServices: ["files", "dns"])
        names.resolution.system = lookup
        names.patience = ResolverTimeouts(timeout: 1, attempts: 1, line: "options timeout:1 attempts:1")
        let late = Array(repeating: Duration?.some(.milliseconds(1_504)), count: 5)
        names.trial = ResponseLossTrial(late + Array(repeating: nil, count: 5))
        #expect(names.findings.map(\.id) == ["dns.system-differs"])
        #expect(names.findings.first?.severity == .error)
        #expect(names.findings.first?.summary.contains("options timeout:1 attempts:1") == true)
        names.trial = ResponseLossTrial(
            Array(repeating: Duration?.some(.milliseconds(400)), count: 5) + Array(repeating: nil, count: 5))
        #expect(names.findings.map(\.id) == ["dns.loss"])
    }

    @Test("files that other users cannot read are a warning, unless programs of this user fail as well")
    func unreadable() {
        let answer = Resolution.Answer(
            address: Facts.address("198.41.0.4"), source: .dns, server: "192.0.2.53", ttl: 60,
            duration: .milliseconds(2))
        var names = MachineNames(
            resolution: Resolution(name: MachineNames.knownName + ".", answers: [answer], failures: []),
            nameServices: ["files", "dns"])
        names.resolution.system = SystemLookup(addresses: [Facts.address("198.41.0.4")], duration: .milliseconds(4))
        #expect(names.findings.isEmpty)
        names.unreadable = ["/etc/resolv.conf", "/etc/hosts"]
        let found = names.findings
        #expect(found.map(\.id) == ["dns.system-differs"] && found.first?.severity == .warning)
        #expect(found.first?.summary.contains("/etc/resolv.conf, /etc/hosts, so they may get") == true)
        #expect(found.first?.advice.contains { $0.hasSuffix("chmod 644 /etc/resolv.conf /etc/hosts") } == true)
        let lookup = SystemLookup(addresses: [], failure: .servfail, duration: .milliseconds(4))
        (names.resolution.system, names.again) = (lookup, lookup)
        #expect(names.findings.map(\.severity) == [.error])
    }

    @Test("a packet filter that lets only the uplink's query pass is named, although no server has an address then")
    func withheldQueries() {
        func names(_ duration: Duration) -> MachineNames {
            var failure = Facts.failure(.timeout)
            failure.duration = Milliseconds(duration)
            var names = MachineNames(
                resolution: Resolution(name: MachineNames.knownName + ".", answers: [], failures: [failure]),
                nameServices: ["files", "dns"])
            names.resolution.system = SystemLookup(addresses: [], failure: .servfail, duration: .milliseconds(4))
            return names
        }
        var withheld = names(.milliseconds(2))
        #expect(withheld.mayBeWithheld && !names(.seconds(2)).mayBeWithheld)
        #expect(withheld.findings == [])
        withheld.pairs = QueryPairs(
            Array(repeating: (first: false, second: false), count: QueryPairs.size), withheld: QueryPairs.size)
        #expect(withheld.findings.map(\.id) == ["local.firewall"])
        #expect(withheld.findings.first?.summary.contains("192.0.2.53") == true)
    }
}
