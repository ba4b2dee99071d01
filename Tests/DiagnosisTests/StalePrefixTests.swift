import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

@Suite("IPv6 prefixes that the router no longer announces")
struct StalePrefixTests {
    private static let old = "2001:db8:99:1::2"
    private static let new = "2a00:77:2::2"
    private static let host = "2001:db8:ff::1"
    private static let router = Facts.address("fe80::1%eth0")

    private static func known(_ text: String, renewedAgo: Int?, flags: [LinkAddress.Flag] = []) -> LinkAddress {
        var known = LinkAddress(
            address: Facts.address(text), prefixLength: 64, scope: .global, flags: flags,
            validLifetime: renewedAgo == nil ? nil : 86_400)
        known.renewedAgo = renewedAgo
        return known
    }

    private static func packet(
        _ answer: UplinkEvidence.Packet.SYNResponse? = nil, limit: Int? = nil, error: ICMPError? = nil
    ) -> UplinkEvidence.Packet {
        .init(destination: Facts.address(host), transport: .tcp, limit: limit, error: error, answer: answer)
    }

    private static func error(_ type: UInt8, _ code: UInt8, _ reporter: IPAddress = router) -> ICMPError {
        ICMPError(family: .ipv6, type: type, code: code, reporter: reporter)
    }

    private static func trial(
        _ fromOld: [UplinkEvidence.Packet], _ fromNew: [UplinkEvidence.Packet], oldRenewed: Int? = 900,
        newRenewed: Int? = 10, used: String? = old
    ) -> PrefixTrial {
        PrefixTrial(
            interface: "eth0", gateway: router, routers: 1, used: used.map(Facts.address),
            sources: [
                .init(known(old, renewedAgo: oldRenewed), packets: fromOld),
                .init(known(new, renewedAgo: newRenewed), packets: fromNew),
            ])
    }

    /// A check of an IPv6 host that is silent.
    private static func check(_ trial: PrefixTrial?, refusal: ICMPError? = nil) throws -> Evidence {
        var evidence = try Facts.healthy("http://[\(host)]/")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.address = AddressEvidence(
            usable: [known(old, renewedAgo: 900), known(new, renewedAgo: 10)]
                .map { .init(interface: "eth0", address: $0) }, unusable: [])
        evidence.gateway = GatewayEvidence(hops: [Facts.hop(gateway: "\(router)")], isOnLink: false)
        var attempt = Facts.attempt(refusal == nil ? .timeout : .notPermitted, host)
        attempt.refusal = refusal
        evidence.tcp = TCPEvidence(attempts: [attempt])
        evidence.address?.prefixes = trial
        return evidence
    }

    @Test("a silent host is checked again over IPv6 from each prefix, and no other host is")
    func questions() throws {
        #expect(Verdict(on: try Self.check(nil)).followUps.contains(.link(.prefixes)))
        var one = try Self.check(nil)
        one.address?.usable.removeLast()
        #expect(!Verdict(on: one).followUps.contains(.link(.prefixes)))
        var healthy = try Self.check(nil)
        healthy.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, Self.host)])
        #expect(!Verdict(on: healthy).followUps.contains(.link(.prefixes)))
        var deprecated = try Self.check(nil)
        deprecated.address?.usable[0].address.flags = [.deprecated]
        #expect(!Verdict(on: deprecated).followUps.contains(.link(.prefixes)))
    }

    @Test("the address of the old prefix is the cause if the same packet from the new one is answered")
    func check() throws {
        for answer in [UplinkEvidence.Packet.SYNResponse.accepted, .reset, .reply] {
            let verdict = Verdict(on: try Self.check(Self.trial([Self.packet()], [Self.packet(answer)])))
            #expect(verdict.findings.map(\.id) == ["address.stale-prefix"] && verdict.status == .connectionDown)
            let cause = try #require(verdict.findings.first)
            #expect(cause.summary.contains(Self.old) && cause.summary.contains("2a00:77:2::/64"), "\(cause.summary)")
            #expect(cause.advice.contains { $0.contains("ip -6 address del \(Self.old)/64 dev eth0") })
        }
    }

    @Test("two silent prefixes, or one that is not used, explain nothing")
    func others() throws {
        for trial in [
            Self.trial([Self.packet()], [Self.packet()]), Self.trial([Self.packet(.accepted)], [Self.packet()]),
            Self.trial([Self.packet()], [Self.packet(.accepted)], used: Self.new),
            // This machine itself has not sent it.
            Self.trial([Self.failed], [Self.packet(.accepted)]),
        ] {
            let verdict = Verdict(on: try Self.check(trial))
            #expect(!verdict.findings.contains { $0.id.layer == .address }, "\(verdict.findings)")
        }
    }

    private static var failed: UplinkEvidence.Packet {
        var packet = packet()
        packet.failure = "EADDRNOTAVAIL"
        return packet
    }

    @Test("a prefix that is still announced, but has no return route, is a wrong source address")
    func announcedTogether() throws {
        let together = Self.trial([Self.packet()], [Self.packet(.accepted)], oldRenewed: 10)
        let cause = try #require(Verdict(on: try Self.check(together)).findings.first)
        #expect(cause.id == "address.bad-source" && cause.summary.contains(Self.old))
        // ip-route(8) takes no zone after the gateway.
        #expect(
            cause.advice.contains { $0.hasSuffix("default via fe80::1 dev eth0 src \(Self.new)") }, "\(cause.advice)")
        #expect(cause.advice.first?.hasSuffix("ip -6 address del \(Self.old)/64 dev eth0") == true, "\(cause.advice)")
        let byHand = Self.trial([Self.packet()], [Self.packet(.accepted)], oldRenewed: nil, newRenewed: nil)
        #expect(Verdict(on: try Self.check(byHand)).findings.first?.id == "address.bad-source")
        // An address of a person's, beside an announced one.
        let one = Self.trial([Self.packet()], [Self.packet(.accepted)], oldRenewed: nil)
        #expect(Verdict(on: try Self.check(one)).findings.first?.id == "address.stale-prefix")
    }

    @Test("a router that refuses the source address reports that itself, even for the only prefix")
    func policy() throws {
        let refused = Self.packet(error: Self.error(1, 5))
        let verdict = Verdict(
            on: try Self.check(Self.trial([refused], [Self.packet(.accepted)]), refusal: Self.error(1, 5)))
        #expect(verdict.findings.map(\.id) == ["address.stale-prefix"], "\(verdict.findings)")
        #expect(verdict.findings.first?.summary.contains("refused by fe80::1%eth0") == true)
        var one = try Self.check(nil, refusal: Self.error(1, 5))
        one.address?.usable.removeLast()
        #expect(Verdict(on: one).findings.first?.id == "address.stale-prefix", "\(Verdict(on: one).findings)")
        one.tcp?.attempts[0].refusal = Self.error(1, 1)
        #expect(Verdict(on: one).findings.first?.id != "address.stale-prefix")
    }

    @Test("it is a warning if IPv4 works, without a second one about IPv6")
    func bothFamilies() throws {
        var evidence = try Self.check(Self.trial([Self.packet()], [Self.packet(.accepted)]))
        evidence.gateway?.hops.append(Facts.hop())
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, Self.host), Facts.attempt(.connected)])
        evidence.http = HTTPEvidence(url: "http://www.example/", outcome: .response, status: 200)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp && verdict.findings.map(\.id) == ["address.stale-prefix"])
        #expect(verdict.findings.first?.severity == .warning)
    }

    @Test("the machine status requires silence three times, and a router that reports the other prefix")
    func machine() {
        let silent = (2...4).map { Self.packet(limit: $0) }
        let heard = [Self.packet(limit: 2, error: Self.error(3, 0, Facts.address("2001:db8:91::1")))]
        func findings(_ trial: PrefixTrial, isProven: Bool = true) -> [Finding] {
            var observation = MachineDiagnosisTests.healthy()
            observation.uplink?.gateways.append(Self.router)
            if !isProven { observation.uplink?.queries[0].outcome = .timeout }
            observation.uplink?.prefixes = trial
            return MachineDiagnosis.verdict(on: observation).findings
        }
        let thrice = silent + silent + silent
        #expect(findings(Self.trial(thrice, heard)).map(\.id) == ["address.stale-prefix"])
        #expect(findings(Self.trial(thrice, heard)).first?.severity == .warning)
        #expect(findings(Self.trial(silent + silent, heard)).isEmpty)
        #expect(findings(Self.trial(thrice, thrice)).isEmpty)
        #expect(findings(Self.trial(heard, heard)).isEmpty)
        // The gateway's own report proves nothing about what is beyond it.
        let own = [Self.packet(limit: 2, error: Self.error(1, 0))]
        #expect(findings(Self.trial(thrice, own)).isEmpty)
        let refused = [Self.packet(limit: 2, error: Self.error(1, 5))]
        #expect(findings(Self.trial(refused, heard)).map(\.id) == ["address.stale-prefix"])
        // Where nothing else works, it is why.
        #expect(findings(Self.trial(thrice, heard), isProven: false).first?.severity == .error)
        let unused = Self.trial(thrice, heard, used: Self.new)
        #expect(findings(unused, isProven: false).first { $0.id == "address.stale-prefix" }?.severity == .warning)
    }

    @Test("addresses that programs do not use for the Internet are not compared")
    func selection() {
        func trial(_ addresses: [LinkAddress]) -> PrefixTrial? {
            let route = Facts.route("\(Self.router)")
            let snapshot = NetworkSnapshot(links: [Facts.link(addresses: addresses)], routes: [route])
            return PrefixTrial(of: route, in: snapshot)
        }
        let (old, new) = (Self.known(Self.old, renewedAgo: 900), Self.known(Self.new, renewedAgo: 10))
        #expect(trial([old, new])?.sources.count == 2)
        #expect(trial([new]) == nil)
        #expect(trial([new, Self.known("2a00:77:2::3", renewedAgo: 900)]) == nil)
        #expect(trial([new, Self.known("fd77::2", renewedAgo: 900)]) == nil)
        #expect(trial([new, Self.known(Self.old, renewedAgo: 900, flags: [.deprecated])]) == nil)
        #expect(trial([new, Self.known(Self.old, renewedAgo: 900, flags: [.tentative])]) == nil)
        let temporary = Self.known("2a00:77:2::99", renewedAgo: 10, flags: [.temporary])
        #expect(trial([new, temporary, old])?.sources.map(\.address).contains(temporary) == true)
    }
}
