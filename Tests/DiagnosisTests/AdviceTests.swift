import NetworkModel
import TargetKinds
import Testing

@testable import Diagnosis

/// Advice that depends on details of the evidence, so that it can help.
@Suite("Advice")
struct AdviceTests {
    private static func finding(_ change: (inout Evidence) -> Void) throws -> Finding {
        var evidence = try Facts.healthy()
        change(&evidence)
        return try #require(Verdict(on: evidence).findings.first)
    }

    @Test("a server that has no site of the name is said to have none; other alerts say nothing about names")
    func unrecognizedName() throws {
        func advice(_ detail: String) throws -> [String] {
            let found = try Self.finding {
                $0.tls = TLSEvidence(serverName: "www.example", outcome: .alert, detail: detail)
            }
            #expect(found.id == "tls.alert")
            return found.advice.filter { $0.contains("no site for www.example") }
        }
        #expect(try advice("error:0A000458:SSL routines::tlsv1 unrecognized name").count == 1)
        #expect(try advice("handshake failure") == [])
    }

    @Test("an alert is named by its code, since the words differ between versions of OpenSSL")
    func alertName() throws {
        let found = try Self.finding {
            $0.tls = TLSEvidence(
                serverName: "www.example", outcome: .alert, detail: "error:0A000458:SSL routines::any words at all")
        }
        #expect(found.summary.hasSuffix(#"it sends the TLS alert "unrecognized name""#), "\(found.summary)")
    }

    @Test("a refused address of the Internet that this machine has itself is named with its interface")
    func ownAddress() throws {
        func advice(_ own: String, length: Int) throws -> [String] {
            let address = LinkAddress(address: Facts.address(own), prefixLength: length, scope: .global)
            let found = try Self.finding {
                $0.link = LinkEvidence(carriers: [Facts.loopback], others: [])
                $0.address = AddressEvidence(usable: [.init(interface: "lo", address: address)], unusable: [])
                $0.gateway = nil
                $0.dns = nil
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, own)])
                ($0.tls, $0.http) = (nil, nil)
            }
            #expect(found.id == "tcp.refused")
            return found.advice.filter { $0.contains("ip address del") }
        }
        #expect(try advice("45.10.0.10", length: 32).first?.contains("ip address del 45.10.0.10/32 dev lo") == true)
        #expect(try advice("127.0.0.1", length: 8) == [])
        #expect(try advice("192.168.1.5", length: 24) == [])
    }

    @Test("where HTTP/2 ends, HTTP/1.1 is compared; a port that serves no HTTP is another matter")
    func newerHTTP() throws {
        func advice(_ detail: String) throws -> [String] {
            let found = try Self.finding {
                $0.http = HTTPEvidence(
                    url: "https://www.example/", outcome: .malformed, status: nil, detail: detail)
            }
            #expect(found.id == "http.malformed")
            return found.advice
        }
        let newer = try advice("HTTP/2 stream 1 was not closed cleanly: ENHANCE_YOUR_CALM (err 11)")
        #expect(newer.contains { $0.contains("--http1.1") } && !newer.contains { $0.contains("port 443") })
        #expect(!newer.contains { $0.contains("--http0.9") }, "\(newer)")
        #expect(try advice("Error in the HTTP2 framing layer").contains { $0.contains("--http1.1") })
        let older = try advice("Received HTTP/0.9 when not allowed")
        #expect(!older.contains { $0.contains("--http1.1") } && older.contains { $0.contains("port 443") })
        let bare = try advice("it speaks HTTP/2 without TLS instead of HTTP/1.1")
        #expect(bare.count == 2 && bare[0].hasSuffix("curl -v --http2-prior-knowledge https://www.example/"), "\(bare)")
    }

    @Test("the lease that came with a dead gateway is renewed, since it may be one of another network")
    func lease() throws {
        for (origin, isLeased) in [("dhcp", true), ("kernel", false)] {
            let found = try Self.finding {
                var hop = Facts.hop(.failed, .timeout)
                hop.route.origin = origin
                $0.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
                ($0.dns, $0.tls, $0.http) = (nil, nil, nil)
            }
            #expect(found.id == "gateway.unreachable", "\(found)")
            #expect(found.advice.contains { $0.contains("networkctl renew eth0,") } == isLeased, "\(found.advice)")
        }
    }

    @Test("whoever reset a connection within a response may be on the path, unlike one who closed it")
    func cutResponse() throws {
        let reset = "Recv failure: Connection reset by peer"
        let ends = [(reset, nil), ("transfer closed with 9 bytes remaining to read", .remote)] as [(String, Side?)]
        for (detail, side) in ends {
            let found = try Self.finding {
                $0.http = HTTPEvidence(
                    url: "https://www.example/", outcome: .truncated, status: 200, bodyBytes: 81_676, detail: detail)
            }
            #expect(found.id == "http.truncated" && found.side == side, "\(found)")
            #expect(found.summary.hasSuffix("declared length: \(detail)"), "\(found.summary)")
            #expect(found.advice.contains { $0.hasSuffix("curl -o /dev/null https://www.example/") } == (side == nil))
        }
    }

    @Test("after redirects, the advice is about the server that they lead to")
    func redirectedHTTP() throws {
        func advice(_ outcome: HTTPEvidence.Outcome, _ url: String) throws -> [String] {
            let found = try Self.finding {
                var http = HTTPEvidence(
                    url: url, outcome: outcome,
                    redirects: [.init(url: "https://www.example/", status: 302, location: url)],
                    detail: "Received HTTP/0.9 when not allowed")
                http.address = Facts.address("198.51.100.7")
                $0.http = http
            }
            #expect(!found.summary.contains("443"), "\(found.summary)")
            return found.advice
        }
        #expect(try advice(.malformed, "http://198.51.100.7/").contains { $0.contains("port 80") })
        #expect(try advice(.closed, "http://198.51.100.7:81/").contains { $0.contains("nc 198.51.100.7 81") })
        let tls = try advice(.closed, "https://www.example.net:444/")
        #expect(tls.contains { $0.contains("s_client -connect www.example.net:444") }, "\(tls)")
        #expect(!tls.contains { $0.contains("nc 198") }, "\(tls)")
    }

    @Test("a response without the end of its head is not said to lack a body")
    func unfinishedHead() throws {
        func summary(isHeadIncomplete: Bool?) throws -> String {
            try Self.finding {
                var http = HTTPEvidence(url: "https://www.example/", outcome: .stalled, status: 200)
                http.isHeadIncomplete = isHeadIncomplete
                $0.http = http
            }.summary
        }
        #expect(try summary(isHeadIncomplete: true).hasSuffix("its head has not ended, so that its body has not begun"))
        #expect(try summary(isHeadIncomplete: nil).hasSuffix("0 bytes of its body arrived"))
    }

    @Test(
        "a port that ends the handshake of TLS may be without it, unless it is a web server's",
        arguments: [
            ("mqtts://www.example", "mqtt://www.example:8883"), ("grpcs://www.example", "grpc://www.example:443"),
            ("https://www.example/", nil), ("wss://www.example/", nil),
        ] as [(String, String?)])
    func withoutTLS(target: String, plain: String?) throws {
        for outcome in [TLSEvidence.Outcome.reset, .closed] {
            var evidence = try Facts.healthy(target)
            evidence.tls = TLSEvidence(serverName: "www.example", outcome: outcome)
            evidence.http = nil
            let found = try #require(Verdict(on: evidence).findings.first)
            #expect(found.id == (outcome == .reset ? "tcp.reset" : "tcp.closed"))
            #expect(found.advice.contains { $0.hasSuffix("netdiag check \(plain ?? "?")") } == (plain != nil))
        }
    }

    @Test("a server with HTTP/2 that closes is compared with HTTP/1.1", arguments: ["http/1.1", "h2"])
    func closedInHTTP2(alpn: String) throws {
        let found = try Self.finding {
            $0.tls?.alpn = alpn
            $0.http = HTTPEvidence(url: "https://www.example/", outcome: .closed)
        }
        #expect(found.id == "tcp.closed")
        let isCompared = found.advice.contains { $0.hasSuffix(": curl -v --http1.1 https://www.example/") }
        #expect(isCompared == (alpn == "h2") && !found.advice.contains { $0.contains(": nc ") }, "\(found.advice)")
    }

    @Test("a refused HTTP/2 stream is compared with HTTP/1.1, and 421 is explained")
    func refusedRequests() throws {
        let refused = try Self.finding {
            $0.http = HTTPEvidence(
                url: "https://www.example/", outcome: .failed,
                detail: "the server refuses each HTTP/2 stream with REFUSED_STREAM")
        }
        #expect(refused.id == "http.failed" && refused.advice.contains { $0.contains("--http1.1") })
        for status in [421, 422] {
            let found = try Self.finding {
                $0.http = HTTPEvidence(url: "https://www.example/", outcome: .response, status: status)
            }
            #expect(found.id == "http.client-error")
            #expect(found.advice.contains { $0.contains("virtual hosts") } == (status == 421), "\(found.advice)")
        }
    }

    @Test("interim responses alone are no answer", arguments: [(103, "http.no-answer"), (200, "http.stalled")])
    func interim(status: Int, cause: String) throws {
        let found = try Self.finding {
            $0.http = HTTPEvidence(url: "https://www.example/", outcome: .stalled, status: status, detail: nil)
        }
        #expect(found.id.rawValue == cause)
    }

    @Test(
        "a host of this network that does not answer may be kept apart by an access point, but not behind an own bridge"
    )
    func clientIsolation() throws {
        func isNamed(kind: String?) throws -> Bool {
            let found = try Self.finding {
                var link = Facts.link(addresses: [
                    .init(address: Facts.address("192.168.1.10"), prefixLength: 24, scope: .global)
                ])
                link.kind = kind
                $0.link = LinkEvidence(carriers: [link], others: [])
                $0.address = AddressEvidence(
                    usable: link.addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
                var route = Facts.onLink
                route.destination = Facts.address("192.168.1.0")
                $0.gateway = GatewayEvidence(
                    hops: [.init(route: route, neighbour: Facts.neighbour(.failed, "192.168.1.60"))], isOnLink: true)
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, "192.168.1.60")])
                ($0.tls, $0.http) = (nil, nil)
            }
            #expect(found.id == "tcp.host-down")
            // An access point that keeps its clients apart is no fault of the other side.
            let side: Side? = kind == nil ? nil : .remote
            #expect(found.side == side)
            return found.advice.contains { $0.contains("client isolation") && $0.contains("192.168.1.60") }
        }
        #expect(try isNamed(kind: nil))
        #expect(try !isNamed(kind: "bridge"))
    }

    @Test("a host of the Internet that a route without a gateway looks for on the link is not said to be switched off")
    func strayRoute() throws {
        func found(_ target: String, origin: String, length: Int, own: String = "192.168.1.10") throws -> Finding {
            try Self.finding {
                let link = Facts.link(addresses: [
                    .init(address: Facts.address(own), prefixLength: 32, scope: .global)
                ])
                $0.link = LinkEvidence(carriers: [link], others: [])
                $0.address = AddressEvidence(
                    usable: link.addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
                let route = Route(
                    family: .ipv4, destination: Facts.address(length == 32 ? target : "93.0.0.0"),
                    prefixLength: length, interface: "eth0", origin: origin)
                $0.gateway = GatewayEvidence(
                    hops: [.init(route: route, neighbour: Facts.neighbour(.failed, target))], isOnLink: true)
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.hostUnreachable, target)])
                ($0.tls, $0.http) = (nil, nil)
            }
        }
        let stray = try found("93.184.216.34", origin: "boot", length: 8)
        #expect(stray.id == "tcp.host-down" && stray.side == .machine, "\(stray)")
        #expect(stray.advice.contains { $0.hasSuffix("ip route del 93.0.0.0/8 dev eth0") }, "\(stray.advice)")
        // The kernel's route for an address, one from DHCP, one for this host alone, and one around the own address.
        for other in [
            try found("93.184.216.34", origin: "kernel", length: 8),
            try found("93.184.216.34", origin: "dhcp", length: 8),
            try found("93.184.216.34", origin: "static", length: 32),
            try found("93.184.216.34", origin: "static", length: 8, own: "93.184.0.1"),
        ] {
            #expect(other.side != .machine && !other.advice.contains { $0.contains("ip route del") }, "\(other)")
        }
    }

    @Test("what the check did itself is not advised, and a host that answers pings may have a full listen queue")
    func doneAlready() throws {
        func advice(_ change: (inout Evidence) -> Void) throws -> [String] {
            let found = try Self.finding {
                $0.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
                ($0.tls, $0.http) = (nil, nil)
                change(&$0)
            }
            #expect(found.id == "tcp.timeout")
            return found.advice
        }
        func names(_ advice: [String], _ word: String) -> Bool { advice.contains { $0.contains(word) } }

        let untried = try advice { _ in }
        #expect(names(untried, "ping 198.51.100.1") && names(untried, "traceroute") && !names(untried, "ss -ltn"))
        let answered = try advice {
            $0.path = PathVerdictTests.path(
                PathVerdictTests.trace(.silent, hops: [nil, "203.0.113.1"]),
                PathVerdictTests.trace(.answered, "198.51.100.1", port: 0, .icmp))
        }
        #expect(!names(answered, "ping 198") && !names(answered, "traceroute") && names(answered, "sport = :443"))
    }

    @Test("replies from another address than the server's are named, and so is what to do about them")
    func repliesFromElsewhere() throws {
        var failure = Facts.failure(.malformed)
        (failure.ignoredReplies, failure.repliedFrom) = (1, Facts.address("192.0.2.77"))
        let found = try Self.finding { $0.dns = Facts.dns([failure]) }
        #expect(found.id == "dns.malformed" && found.summary.contains("come from 192.0.2.77 instead"), "\(found)")
        #expect(found.advice.first?.contains("listen on 192.0.2.53 itself") == true, "\(found.advice)")
    }

    @Test("replies that programs ignore cost them the time that they wait, and not that of this check")
    func ignoredReplies() throws {
        var failure = Facts.failure(.malformed)
        failure.duration = Milliseconds(.milliseconds(1_500))
        failure.ignoredReplies = 2
        let found = try Self.finding {
            var answer = Facts.answer
            answer.server = "192.0.2.54"
            $0.dns = Facts.dns([failure], answers: [answer], servers: ["192.0.2.53", "192.0.2.54"])
            $0.dns?.patience = Milliseconds(.milliseconds(1_000))
        }
        #expect(found.id == "dns.some-servers-dead" && found.summary.contains("up to 1 s"), "\(found.summary)")
    }

    @Test(
        "a server to which there is no route delays no program, unlike one that had little time",
        arguments: [true, false])
    func unsent(_ isUnsent: Bool) throws {
        var failure = Facts.failure(.timeout, server: "2001:db8::53")
        failure.duration = Milliseconds(.milliseconds(1))
        failure.isUnsent = isUnsent ? true : nil
        let found = try Self.finding {
            $0.dns = Facts.dns([failure], answers: [Facts.answer], servers: ["2001:db8::53", "192.0.2.53"])
            $0.dns?.patience = Milliseconds(.seconds(5))
        }
        #expect(found.id == "dns.some-servers-dead" && found.severity == (isUnsent ? .info : .warning), "\(found)")
        #expect(found.summary.contains("delays") != isUnsent, "\(found.summary)")
        #expect(found.summary.contains("notice at once") == isUnsent, "\(found.summary)")
    }
}
