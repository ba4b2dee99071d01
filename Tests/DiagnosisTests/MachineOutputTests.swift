import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Outgoing packets that this machine itself blocks")
struct MachineOutputTests {
    private static func trace(
        _ port: UInt16, _ failure: String? = nil, over transport: PathEvidence.Transport = .tcp,
        to address: String = "192.0.2.77"
    ) -> PathEvidence.Trace {
        .init(
            address: Facts.address(address), port: port, transport: transport,
            outcome: failure == nil ? .silent : .unsent, failure: failure)
    }

    private static func verdict(_ nobody: [PathEvidence.Trace], heard: Int = 0) -> MachineVerdict {
        var observation = MachineDiagnosisTests.healthy()
        observation.output.nobody = nobody
        observation.uplink?.connections = .init(total: heard, heard: heard)
        return MachineDiagnosis.verdict(on: observation)
    }

    @Test("both web ports blocked is an error, and the filter's other refusals are named")
    func web() throws {
        let datagram = Self.trace(33_435, over: .udp)
        let verdict = Self.verdict([Self.trace(80, "EPERM"), Self.trace(443, "EPERM"), datagram])
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == "local.firewall" && verdict.status == .connectionDown)
        #expect(finding.summary.contains("TCP ports 80 and 443"), "\(finding.summary)")
        let all = Self.verdict([
            Self.trace(80, "EPERM"), Self.trace(443, "EPERM"), Self.trace(33_435, "EPERM", over: .udp),
        ])
        #expect(all.findings.first?.summary.contains("TCP") == false, "\(all.findings)")
    }

    @Test("too small a hop limit is an error for IPv4, and for IPv6 if there is no IPv4")
    func hopLimit() {
        func severity(_ limits: HopLimits, hasIPv4: Bool, isHeard: Bool = false) -> Severity? {
            HopLimitRule.finding(limits, isHeard: isHeard, hasIPv4: hasIPv4)?.severity
        }
        let six = HopLimits(ipv4: 64, ipv6: ["eth0": 3])
        #expect(severity(six, hasIPv4: false) == .error && severity(six, hasIPv4: true) == .warning)
        #expect(severity(six, hasIPv4: false, isHeard: true) == .warning)
        #expect(severity(HopLimits(ipv4: 3), hasIPv4: true) == .error)
        #expect(severity(HopLimits(ipv4: 64, ipv6: ["eth0": 64]), hasIPv4: false) == nil)
    }

    @Test("port 443 alone is an error, since most programs need it")
    func secure() {
        let verdict = Self.verdict([Self.trace(80), Self.trace(443, "EPERM")])
        #expect(verdict.findings.map(\.severity) == [.error] && verdict.status == .connectionDown)
        #expect(verdict.findings.first?.summary.contains("TCP port 443") == true, "\(verdict.findings)")
    }

    @Test("connections of other users do not hide that those of this process's user are dropped")
    func users() {
        var observation = MachineDiagnosisTests.healthy()
        observation.output.nobody = [Self.trace(80, "EPERM"), Self.trace(443, "EPERM")]
        var connections = UplinkEvidence.Connections(total: 2, heard: 2)
        for (own, status) in [(nil, .connectionUp), (0, .connectionDown), (1, .connectionUp)]
            as [(Int?, ConnectionStatus)]
        {
            connections.heardOfUser = own
            observation.uplink?.connections = connections
            #expect(MachineDiagnosis.verdict(on: observation).status == status, "\(String(describing: own))")
            // Packets are sent to find out, also if those connections prove that the uplink works.
            observation.uplink?.packets = []
            #expect(observation.uplink?.mayConnectionsBeDropped == (own == 0))
        }
    }

    @Test("it is an error if IPv4 alone is blocked, and hosts of the Internet are not reached over IPv6")
    func otherFamilyLost() {
        for (lost, status) in [(nil, .connectionUp), ([.ipv6], .connectionDown)]
            as [([AddressFamily]?, ConnectionStatus)]
        {
            var observation = MachineDiagnosisTests.healthy()
            observation.output.nobody = [
                Self.trace(80, "EPERM"), Self.trace(443, "EPERM"), Self.trace(443, to: "2001:db8::77"),
            ]
            observation.uplink?.familiesUnreached = lost
            let verdict = MachineDiagnosis.verdict(on: observation)
            #expect(verdict.status == status && verdict.findings.map(\.id) == ["local.firewall"], "\(verdict.findings)")
        }
    }

    @Test("it is a warning if other connections work, or if only IPv4 is blocked")
    func warnings() {
        let both = [Self.trace(80, "EPERM"), Self.trace(443, "EPERM")]
        let open = [Self.trace(80, to: "2001:db8::7"), Self.trace(443, to: "2001:db8::7")]
        let doubtful = [
            Self.verdict(both, heard: 1), Self.verdict([Self.trace(80), Self.trace(443, "EPERM")], heard: 1),
            Self.verdict(both + open),
        ]
        for verdict in doubtful {
            #expect(verdict.findings.map(\.severity) == [.warning] && verdict.status == .connectionUp, "\(verdict)")
        }
    }

    @Test("blocking only plain HTTP or only IPv6 is no fault")
    func meant() {
        let barred = [Self.trace(80, "EPERM", to: "2001:db8::7"), Self.trace(443, "EPERM", to: "2001:db8::7")]
        let open = [Self.trace(80), Self.trace(443)]
        for traces in [open + barred, open, [Self.trace(80, "EPERM"), Self.trace(443)], []] {
            #expect(Self.verdict(traces).findings.isEmpty, "\(traces)")
        }
    }

    @Test(
        "beside an outage of the provider, a filter of port 443 is a second finding; a filter of everything is the cause"
    )
    func besideOutage() {
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
        observation.output.nobody = [Self.trace(80), Self.trace(443, "EPERM"), Self.trace(33_435, over: .udp)]
        let both = MachineDiagnosis.verdict(on: observation).findings
        #expect(
            both.map { "\($0.severity.rawValue) \($0.id)" } == ["error path.upstream-down", "warning local.firewall"])
        observation.output.resolvers = [Self.trace(53, "EPERM", over: .udp, to: "192.0.2.53")]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "local.firewall")
        observation.output.resolvers = []
        observation.output.nobody = [Self.trace(443, "EPERM"), Self.trace(33_435, "EPERM", over: .udp)]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "local.firewall")
    }

    @Test("the descriptors of this process are no fault of the machine, unlike those of the system")
    func ownLimit() {
        for (error, severity) in [("EMFILE", Severity.warning), ("ENFILE", .error)] {
            let verdict = Self.verdict([Self.trace(80, error), Self.trace(443, error)])
            #expect(verdict.findings.first?.id == "local.resource" && verdict.findings.first?.severity == severity)
        }
    }

    @Test("dropped replies are attributed to what drops them")
    func arrivals() {
        var trace = Self.trace(53)
        trace.arrival = .init(interface: "eth1")
        #expect(LocalFilterRule.finding(trace, destination: "it")?.id == "local.firewall")
        trace.arrival?.isReversePathFiltered = true
        #expect(LocalFilterRule.finding(trace, destination: "it")?.id == "local.reverse-path")
    }

    @Test("reports of routers that the reverse path filter drops are why nothing beyond the gateway seems to answer")
    func droppedReport() throws {
        var observation = MachineDiagnosisTests.healthy()
        var report = PathVerdictTests.trace(.silent, "203.0.113.9", .icmp)
        report.arrival = .init(interface: "eth1", isReversePathFiltered: true)
        observation.output.report = report
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.findings.map(\.id) == ["local.reverse-path"] && verdict.status == .connectionDown)
        let summary = try #require(verdict.findings.first).summary
        #expect(summary.contains("203.0.113.9 arrive on eth1"), "\(summary)")
    }

    @Test("answers of a resolver that arrive damaged are no firewall's doing")
    func damaged() {
        var observation = MachineDiagnosisTests.healthy()
        var answer = Self.trace(53, to: "192.0.2.1")
        answer.arrival = .init(interface: "eth0")
        observation.output.answers = [answer]
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["local.firewall"])
        observation.output.answers[0].damaged = 2
        let found = MachineDiagnosis.verdict(on: observation).findings
        #expect(found.map(\.id) == ["path.corrupted"] && found[0].summary.contains("192.0.2.1:53"), "\(found)")
        // The answer itself is intact: the damaged packets were for other programs.
        observation.output.answers[0].arrival?.isIntact = true
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["local.firewall"])
    }

    @Test("an answer of the gateway's port 443 that is dropped here is a warning, unless programs hear from that port")
    func answersFromSecurePort() throws {
        var observation = MachineDiagnosisTests.healthy()
        var answer = Self.trace(443, to: "192.0.2.1")
        answer.arrival = .init(interface: "eth0")
        observation.output.webAnswer = answer
        let verdict = MachineDiagnosis.verdict(on: observation)
        let found = try #require(verdict.findings.first)
        #expect(found.id == "local.firewall" && found.severity == .warning && verdict.status == .connectionUp)
        #expect(found.summary.contains("TCP port 443 of 192.0.2.1, and probably of other hosts"), "\(found)")
        #expect(found.summary.contains("answers arrive on eth0"), "\(found)")
        observation.uplink?.connections = .init(total: 1, heard: 1, stuck: 0, stuckPeers: 0)
        observation.uplink?.connections?.heardOnSecurePort = 1
        #expect(observation.uplink != nil && MachineDiagnosis.verdict(on: observation).findings.isEmpty)
    }

    @Test("the other end of a point-to-point link does not answer only because it needs no ARP")
    func pointToPoint() throws {
        func verdict(_ state: Neighbour.State, _ outcome: EchoEvidence.Outcome) -> Finding? {
            var observation = MachineDiagnosisTests.healthy()
            observation.snapshot.neighbours = [Facts.neighbour(state)]
            observation.gateways = [Facts.hop(state, outcome)]
            observation.uplink = UplinkAssessmentTests.uplink(.timeout, packets: [UplinkAssessmentTests.packet()])
            return MachineDiagnosis.verdict(on: observation).findings.first
        }
        let found = try #require(verdict(.noarp, .timeout))
        #expect(found.id == "path.tunnel-down" && found.severity == .error && found.facts["interface"] == "eth0")
        #expect(found.advice.contains { $0.contains("the modem") } && !found.advice.contains { $0.contains("down") })
        // A gateway that was heard is there.
        #expect(verdict(.noarp, .reply)?.id == "path.upstream-down")
        #expect(verdict(.reachable, .timeout)?.id == "path.upstream-down")
    }

    @Test("of two legs the dead one is named, and only where something is silent")
    func legs() throws {
        let heard = UplinkAssessmentTests.packet("198.51.100.1")
        var uplink = UplinkAssessmentTests.uplink(.timeout, packets: [heard])
        let leg = UplinkEvidence.Spare(
            gateway: Facts.address("192.0.2.129"), interface: "eth1", packets: [UplinkAssessmentTests.packet()])
        uplink.spares = [leg]
        uplink.spares?[0].isLeg = true
        let finding = try #require(UplinkAssessment(uplink).findings.first)
        #expect(finding.id == "path.upstream-down" && finding.facts["gateway"] == "192.0.2.129", "\(finding)")
        uplink.queries = []
        uplink.packets += UplinkAssessmentTests.far
        #expect(UplinkAssessment(uplink).status == .connectionUp)
        #expect(LegRule.finding(in: uplink, isSomethingSilent: true) != nil)
        var observation = MachineDiagnosisTests.healthy()
        observation.uplink = uplink
        observation.resolvers[0].duration = Milliseconds(.seconds(2))
        #expect(MachineDiagnosis.verdict(on: observation).findings.map(\.id) == ["path.upstream-down"])
        uplink.spares?[0].packets = [heard]
        #expect(LegRule.finding(in: uplink, isSomethingSilent: true) == nil)
    }

    @Test(
        "a silent target behind several next hops follows from the dead one, even if a resolver answers through the other"
    )
    func targetBehindLegs() throws {
        var evidence = try Facts.healthy("http://10.77.2.1/")
        (evidence.dns, evidence.tls, evidence.http) = (nil, nil, nil)
        let target = Facts.address("10.77.2.1"), resolver = Facts.address("10.77.3.1")
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, "10.77.2.1")])
        evidence.path = PathEvidence()
        evidence.path?.traces = [
            .init(address: target, port: 443, transport: .tcp, outcome: .silent),
            .init(address: resolver, port: 53, transport: .udp, outcome: .answered),
        ]
        func packet(_ answer: UplinkEvidence.Packet.SYNResponse?) -> UplinkEvidence.Packet {
            .init(destination: resolver, transport: .tcp, limit: nil, answer: answer)
        }
        var uplink = UplinkAssessmentTests.uplink(packets: [packet(.accepted)])
        var leg = UplinkEvidence.Spare(
            gateway: Facts.address("192.0.2.129"), interface: "eth1", packets: [packet(nil)])
        leg.isLeg = true
        uplink.spares = [leg]
        evidence.uplink = uplink
        let cause = try #require(Verdict(on: evidence).findings.first)
        #expect(cause.id == "path.upstream-down" && cause.facts["gateway"] == "192.0.2.129", "\(cause)")
        evidence.uplink?.spares?[0].packets = [packet(.accepted)]
        #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
    }

    @Test("a rule for a protocol and port applies only to such packets, and is shown in the syntax of ip-rule(8)")
    func rules() {
        var rule = PolicyRule(family: .ipv4, priority: 50, action: .prohibit, selectsFurther: true)
        (rule.ipProtocol, rule.ports) = (6, [443, 443])
        #expect(rule.text == "50: from all ipproto tcp dport 443 prohibit")
        #expect(rule.matches(ipProtocol: 6, port: 443) && !rule.matches(ipProtocol: 17, port: 443))
        #expect(!rule.matches(ipProtocol: 6, port: 80) && !rule.matches(ipProtocol: nil, port: nil))
        rule.ports = [80, 443]
        #expect(rule.text.contains("dport 80-443") && rule.matches(ipProtocol: 6, port: 81))
    }
}
